#include "syscall/trace.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "syscall/generated/flags.h"

namespace wasmsand {
namespace {

constexpr size_t kBytesShown = 64;

struct Shown {
  const CallDescription& description;
  std::span<const uint64_t> slots;
  std::span<const ValueSet> sets;
  GuestMemory& memory;
  int64_t result;  // < 0: failed
  bool wasi;
};

void append_decimal(std::string& to, int64_t value) { to += std::to_string(value); }
void append_unsigned(std::string& to, uint64_t value) { to += std::to_string(value); }

void append_in_base(std::string& to, uint64_t value, int base) {
  std::array<char, 24> digits;
  to.append(digits.data(), std::to_chars(digits.begin(), digits.end(), value, base).ptr);
}

void append_hexadecimal(std::string& to, uint64_t value) {
  to += "0x";
  append_in_base(to, value, 16);
}

void append_quoted(std::string& to, std::string_view bytes) {
  to += '"';
  for (const char c : bytes.substr(0, kBytesShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      to += '\\';
      to += c;
    } else if (c == '\n') {
      to += "\\n";
    } else if (c == '\t') {
      to += "\\t";
    } else if (byte < 0x20 || byte >= 0x7f) {
      to += '\\';
      append_in_base(to, byte, 8);
    } else {
      to += c;
    }
  }
  to += bytes.size() > kBytesShown ? "\"..." : "\"";
}

void append_bytes(std::string& to, GuestMemory& memory, uint64_t address, uint64_t length) {
  const auto bytes = memory.range(static_cast<uint32_t>(address), length);
  if (!bytes.ok()) {
    append_hexadecimal(to, address);
    return;
  }
  append_quoted(to, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

void append_string(std::string& to, GuestMemory& memory, uint64_t address) {
  const auto text = memory.string(static_cast<uint32_t>(address), kPathMax);
  if (text.ok()) {
    append_quoted(to, *text);
  } else {
    append_hexadecimal(to, address);
  }
}

void append_flags(std::string& to, const ValueSet& set, uint64_t value) {
  if (set.is_enum) {
    for (uint32_t i = 0; i < set.count; i++) {
      if (static_cast<uint32_t>(set.values[i].value) == static_cast<uint32_t>(value)) {
        to += set.values[i].name;
        return;
      }
    }
    append_decimal(to, static_cast<int64_t>(value));
    return;
  }
  // O_RDONLY is a name for none of two bits, F_OK for none at all.
  const bool named_zero = set.count > 0 && set.values[0].value == 0;
  const uint64_t zero_of = named_zero && set.values[0].name == std::string_view("O_RDONLY") ? 3 : ~uint64_t{0};
  if (named_zero && (value & zero_of) == 0) {
    to += set.values[0].name;
    if (value == 0) return;
    to += '|';
  } else if (value == 0) {
    to += '0';
    return;
  }
  uint64_t rest = value;
  const size_t start = to.size();
  // The widest first, so that O_SYNC is not shown as O_DSYNC and a number.
  for (uint32_t i = set.count; i-- > 0;) {
    const uint64_t bits = set.values[i].value;
    if (bits == 0 || (rest & bits) != bits) continue;
    to.insert(start, to.size() == start ? set.values[i].name : std::string(set.values[i].name) + "|");
    rest &= ~bits;
  }
  if (rest != 0) {
    if (to.size() != start) to += '|';
    append_hexadecimal(to, rest);
  }
}

void append_integer_at(std::string& to, const Shown& shown, uint64_t address, int bytes) {
  const auto at = shown.memory.range(static_cast<uint32_t>(address), static_cast<uint64_t>(bytes));
  if (address == 0 && !shown.wasi) {
    to += "NULL";
  } else if (!at.ok()) {
    append_hexadecimal(to, address);
  } else {
    uint64_t value = 0;
    std::memcpy(&value, at->data(), at->size());
    to += '[';
    append_unsigned(to, value);
    to += ']';
  }
}

void append_argument(std::string& to, const Shown& shown, const ArgumentDescription& argument) {
  const uint64_t value = shown.slots[argument.slot];
  const auto as_signed = static_cast<int32_t>(value);
  switch (argument.kind) {
    case ArgumentKind::dirfd:
      if (as_signed == -100) {
        to += "AT_FDCWD";
        return;
      }
      [[fallthrough]];
    case ArgumentKind::fd:
    case ArgumentKind::int_:
    case ArgumentKind::pid:
    case ArgumentKind::id:
      append_decimal(to, as_signed);
      return;
    case ArgumentKind::uint:
    case ArgumentKind::u32:
    case ArgumentKind::u64:
    case ArgumentKind::size:
    case ArgumentKind::path_length:
      append_unsigned(to, value);
      return;
    case ArgumentKind::s64:
      append_decimal(to, static_cast<int64_t>(value));
      return;
    case ArgumentKind::offset:
      append_decimal(to, static_cast<int64_t>(shown.slots[argument.slot + 1] << 32 | value));
      return;
    case ArgumentKind::offset_high_first:
      append_decimal(to, static_cast<int64_t>(value << 32 | shown.slots[argument.slot + 1]));
      return;
    case ArgumentKind::mode:
      to += '0';
      append_in_base(to, value, 8);
      return;
    case ArgumentKind::signal:
      if (const char* name = signal_name(as_signed)) {
        to += name;
      } else {
        append_decimal(to, as_signed);
      }
      return;
    case ArgumentKind::path:
      if (shown.wasi) {
        append_bytes(to, shown.memory, value, shown.slots[argument.slot + 1]);
        return;
      }
      [[fallthrough]];
    case ArgumentKind::string:
      append_string(to, shown.memory, value);
      return;
    case ArgumentKind::flags:
    case ArgumentKind::rights:
    case ArgumentKind::enum_:
      append_flags(to, shown.sets[argument.detail], value);
      return;
    case ArgumentKind::buffer_in:
      append_bytes(to, shown.memory, value, shown.slots[argument.detail]);
      return;
    case ArgumentKind::buffer_out:
    case ArgumentKind::out_bytes:
      if (shown.result < 0) break;
      append_bytes(to, shown.memory, value, static_cast<uint64_t>(shown.result));
      return;
    case ArgumentKind::out_string:
      if (shown.result < 0) break;
      append_string(to, shown.memory, value);
      return;
    case ArgumentKind::in_:
      append_integer_at(to, shown, value, argument.detail);
      return;
    case ArgumentKind::out_:
    case ArgumentKind::inout_:
      if (shown.result < 0) break;
      append_integer_at(to, shown, value, argument.detail);
      return;
    case ArgumentKind::address:
    case ArgumentKind::strings:
    case ArgumentKind::out_pointers:
    case ArgumentKind::out_strings:
    case ArgumentKind::iovecs:
      break;
  }
  if (value == 0) {
    to += "NULL";
  } else {
    append_hexadecimal(to, value);
  }
}

void append_call(std::string& line, const Shown& shown) {
  line += shown.description.name;
  line += '(';
  for (int i = 0; i < shown.description.argument_count; i++) {
    if (i > 0) line += ", ";
    append_argument(line, shown, shown.description.arguments[i]);
  }
  line += ')';
}

std::string line_start(const Process& process) { return '[' + std::to_string(process.pid) + "] "; }

// One write per line, so that lines of processes that run side by side stay whole.
void print(std::string& line) {
  line += '\n';
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
}

void append_error(std::string& line, Errno error) {
  line.append(" ").append(errno_name(error)).append(" (").append(errno_message(error)).append(")");
}

void append_linux_result(std::string& line, const GuestCall& call, int32_t result) {
  if (call.after == GuestCall::After::exit) {
    line += " = ?";
  } else if (result < 0 && result >= -4095) {
    line += " = -1";
    append_error(line, static_cast<Errno>(-result));
  } else {
    line += " = ";
    append_decimal(line, result);
  }
}

}  // namespace

bool trace_enabled(Traced what) {
  static const std::array<bool, 2> enabled = [] {
    const char* const value = std::getenv("WASMSAND_TRACE");
    const std::string list = value == nullptr ? "" : ',' + std::string(value) + ',';
    return std::array{list.find(",1,") != std::string::npos, list.find(",sched,") != std::string::npos};
  }();
  return enabled[static_cast<size_t>(what)];
}

void trace_linux(GuestCall& call, const CallDescription* description, uint32_t number,
                 const std::array<uint32_t, 6>& arguments, int32_t result) {
  std::string line = line_start(call.process);
  if (description == nullptr) {
    line += "syscall_" + std::to_string(number) + "(...)";
  } else {
    std::array<uint64_t, 6> slots;
    std::copy(arguments.begin(), arguments.end(), slots.begin());
    append_call(line, {*description, slots, kLinuxSets, call.memory, result, false});
  }
  append_linux_result(line, call, result);
  print(line);
}

void trace_wasi(GuestCall& call, const CallDescription& description, const std::array<uint64_t, 10>& arguments,
                uint32_t result) {
  std::string line = line_start(call.process);
  append_call(line, {description, arguments, kWasiSets, call.memory, result == 0 ? 0 : -1, true});
  line += call.after == GuestCall::After::exit ? " = ?" : " = " + std::to_string(result);
  print(line);
}

void trace_text(GuestCall& call, const char* text, int32_t result) {
  std::string line = line_start(call.process);
  line += text;
  append_linux_result(line, call, result);
  print(line);
}

void trace_event(const Process& process, std::string text) {
  std::string line = line_start(process) + std::move(text);
  print(line);
}

}  // namespace wasmsand
