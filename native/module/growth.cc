#include "module/growth.h"

#include <utility>

#include "module/byte_reader.h"
#include "module/module.h"

namespace wasmsand {
namespace {

using Bytes = std::vector<std::byte>;

enum Section : uint8_t {
  kCustom,
  kType,
  kImport,
  kFunction,
  kTable,
  kMemory,
  kGlobal,
  kExport,
  kStart,
  kElement,
  kCode
};
constexpr uint8_t kCall = 0x10, kEnd = 0x0b, kFunctionType = 0x60, kI32 = 0x7f;
constexpr uint32_t kMost = UINT32_MAX;

constexpr bool within(uint32_t value, uint32_t first, uint32_t last) { return value >= first && value <= last; }

void append_byte(Bytes& out, uint8_t value) { out.push_back(static_cast<std::byte>(value)); }

void append_u32(Bytes& out, uint32_t value) {
  for (; value >= 0x80; value >>= 7) append_byte(out, static_cast<uint8_t>(value | 0x80));
  append_byte(out, static_cast<uint8_t>(value));
}

void append(Bytes& out, std::span<const std::byte> bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

void append_name(Bytes& out, std::string_view name) {
  append_u32(out, static_cast<uint32_t>(name.size()));
  append(out, std::as_bytes(std::span(name)));
}

// The import is the last of the imported functions, so the indices of all others that the module defines move by one.
class GrowthRewriter {
 public:
  explicit GrowthRewriter(std::span<const std::byte> module) : module_(module) {}

  // Nothing in `out`: there is nothing to rewrite.
  bool run(Bytes& out) {
    ByteReader reader(module_);
    append(out, reader.take(8));
    std::vector<std::pair<uint8_t, ByteReader>> sections;
    while (!reader.at_end()) {
      const uint8_t id = reader.byte();
      const uint32_t size = reader.u32();
      const size_t begin = reader.offset();
      ByteReader content(reader.take(size), begin);
      if (!reader.ok()) return false;
      if (id == kType && !count_types(content)) return false;
      if (id == kImport && !count_imports(content)) return false;
      sections.emplace_back(id, content);
    }
    Bytes code;
    for (auto& [id, content] : sections) {
      if (id == kCode && !copy_code(content, code)) return false;
    }
    if (growths_ == 0) {
      out.clear();
      return true;
    }
    for (auto& [id, content] : sections) {
      // Names of functions by their old indices would be wrong.
      if (id == kCustom && ByteReader(content).name() == "name") continue;
      Bytes rewritten;
      if (id == kCode)
        rewritten = std::move(code);
      else if (!copy_section(id, content, rewritten))
        return false;
      append_byte(out, id);
      append_u32(out, static_cast<uint32_t>(rewritten.size()));
      append(out, rewritten);
    }
    return true;
  }

 private:
  std::span<const std::byte> between(size_t begin, size_t end) const { return module_.subspan(begin, end - begin); }
  std::span<const std::byte> rest(ByteReader& in) const { return in.take(in.remaining()); }
  void append_function(Bytes& out, uint32_t index) const { append_u32(out, index < growth_ ? index : index + 1); }

  static void skip_value_type(ByteReader& in) {
    const uint8_t code = in.byte();
    if (code == 0x63 || code == 0x64) in.skip_signed(33);
  }

  // Reference types of their own and recursion groups are not for programs here.
  bool count_types(ByteReader in) {
    types_ = in.count(kMost);
    for (uint32_t left = types_; left > 0 && in.ok(); --left) {
      if (in.byte() != kFunctionType) in.fail("a type that is no function's");
      for (int list = 0; list < 2; ++list) {
        for (uint32_t values = in.count(kMost); values > 0 && in.ok(); --values) skip_value_type(in);
      }
    }
    return in.ok();
  }

  bool count_imports(ByteReader in) {
    for (uint32_t left = in.count(kMost); left > 0 && in.ok(); --left) {
      in.name();
      in.name();
      switch (static_cast<ExternalKind>(in.byte())) {
        case ExternalKind::function:
          growth_++;
          in.u32();
          break;
        case ExternalKind::memory:
          if (in.byte() & 1) in.u32();
          in.u32();
          break;
        default:
          in.fail("an import that no door offers");
      }
    }
    return in.ok();
  }

  bool copy_section(uint8_t id, ByteReader& in, Bytes& out) const {
    switch (id) {
      case kType:
        append_u32(out, in.u32() + 1);
        append(out, rest(in));
        for (uint8_t byte : {kFunctionType, uint8_t{1}, kI32, uint8_t{1}, kI32}) append_byte(out, byte);
        return in.ok();
      case kImport:
        append_u32(out, in.u32() + 1);
        append(out, rest(in));
        append_name(out, kMemoryImportModule);
        append_name(out, kGrowthImportName);
        append_byte(out, static_cast<uint8_t>(ExternalKind::function));
        append_u32(out, types_);
        return in.ok();
      case kTable:
        return copy_vector(in, out, [&] {
          const size_t begin = in.offset();
          skip_table(in);
          append(out, between(begin, in.offset()));
        });
      case kGlobal:
        return copy_vector(in, out, [&] {
          const size_t begin = in.offset();
          skip_value_type(in);
          in.byte();
          append(out, between(begin, in.offset()));
          copy_expression(in, out);
        });
      case kExport:
        return copy_vector(in, out, [&] {
          append_name(out, in.name());
          const uint8_t kind = in.byte();
          append_byte(out, kind);
          const uint32_t index = in.u32();
          if (static_cast<ExternalKind>(kind) == ExternalKind::function)
            append_function(out, index);
          else
            append_u32(out, index);
        });
      case kStart:
        append_function(out, in.u32());
        return in.ok();
      case kElement:
        return copy_vector(in, out, [&] { copy_elements(in, out); });
      default:
        append(out, rest(in));
        return true;
    }
  }

  static void skip_table(ByteReader& in) {
    // It would name a function.
    if (in.peek() == 0x40) in.fail("a table with an initial value");
    skip_value_type(in);
    const uint8_t flags = in.byte();
    in.u32();
    if (flags & 1) in.u32();
  }

  template <typename Copy>
  bool copy_vector(ByteReader& in, Bytes& out, Copy copy) const {
    uint32_t left = in.count(kMost);
    append_u32(out, left);
    for (; left > 0 && in.ok(); --left) copy();
    return in.ok() && in.at_end();
  }

  void copy_elements(ByteReader& in, Bytes& out) const {
    const uint32_t flags = in.u32();
    if (flags > 7) return in.fail("unknown kind of element segment");
    append_u32(out, flags);
    const bool active = !(flags & 1), expressions = flags & 4;
    if (active) {
      if (flags & 2) append_u32(out, in.u32());
      copy_expression(in, out);
    }
    if (flags & 3) {
      const size_t begin = in.offset();
      skip_value_type(in);  // or the kind
      append(out, between(begin, in.offset()));
    }
    uint32_t left = in.count(kMost);
    append_u32(out, left);
    for (; left > 0 && in.ok(); --left) {
      if (expressions)
        copy_expression(in, out);
      else
        append_function(out, in.u32());
    }
  }

  // Constant expressions have no blocks: the first `end` is theirs.
  void copy_expression(ByteReader& in, Bytes& out) const {
    uint32_t ignored = 0;
    while (in.ok() && copy_instruction(in, out, ignored) != kEnd) {
    }
  }

  bool copy_code(ByteReader in, Bytes& out) {
    uint32_t left = in.count(kMost);
    append_u32(out, left);
    Bytes body;
    for (; left > 0 && in.ok(); --left) {
      const uint32_t size = in.u32();
      const size_t begin = in.offset();
      ByteReader function(in.take(size), begin);
      body.clear();
      for (uint32_t groups = function.count(kMost); groups > 0 && function.ok(); --groups) {
        function.u32();
        skip_value_type(function);
      }
      append(body, between(begin, function.offset()));
      while (function.ok() && !function.at_end()) copy_instruction(function, body, growths_);
      if (!function.ok()) return false;
      append_u32(out, static_cast<uint32_t>(body.size()));
      append(out, body);
    }
    return in.ok() && in.at_end();
  }

  // Returns its code. Whatever is not known fails: its operands might hide a memory.grow.
  uint8_t copy_instruction(ByteReader& in, Bytes& out, uint32_t& growths) const {
    const size_t begin = in.offset();
    const uint8_t code = in.byte();
    if (code == kCall || code == 0x12 || code == 0xd2) {  // call, return_call, ref.func
      append_byte(out, code);
      append_function(out, in.u32());
      return code;
    }
    if (code == 0x40) {  // memory.grow
      if (in.byte() != 0) in.fail("another memory");
      append_byte(out, kCall);
      append_u32(out, growth_);
      growths++;
      return code;
    }
    skip_operands(code, in);
    append(out, between(begin, in.offset()));
    return code;
  }

  static void skip_operands(uint8_t code, ByteReader& in) {
    if (code <= 0x01 || code == 0x05 || code == 0x0a || code == kEnd || code == 0x0f || within(code, 0x19, 0x1b) ||
        within(code, 0x45, 0xc4) || code == 0xd1) {
      return;
    }
    if (within(code, 0x02, 0x04) || code == 0x06) return skip_block_type(in);
    if (within(code, 0x07, 0x09) || within(code, 0x0c, 0x0d) || code == 0x18 || within(code, 0x20, 0x26)) {
      in.u32();
    } else if (code == 0x0e) {  // br_table
      for (uint32_t left = in.count(kMost); left > 0 && in.ok(); --left) in.u32();
      in.u32();
    } else if (code == 0x11 || code == 0x13) {  // call_indirect
      in.u32();
      in.u32();
    } else if (code == 0x1c) {  // select
      for (uint32_t left = in.count(kMost); left > 0 && in.ok(); --left) skip_value_type(in);
    } else if (code == 0x1f) {  // try_table
      skip_block_type(in);
      for (uint32_t left = in.count(kMost); left > 0 && in.ok(); --left) {
        if (in.byte() < 2) in.u32();
        in.u32();
      }
    } else if (within(code, 0x28, 0x3e)) {
      skip_address(in);
    } else if (code == 0x3f) {  // memory.size
      if (in.byte() != 0) in.fail("another memory");
    } else if (code == 0x41 || code == 0x42) {
      in.skip_signed(code == 0x41 ? 32 : 64);
    } else if (code == 0x43 || code == 0x44) {
      in.take(code == 0x43 ? 4 : 8);
    } else if (code == 0xd0) {  // ref.null
      in.skip_signed(33);
    } else if (code >= 0xfc && code <= 0xfe) {
      skip_prefixed(code, in.u32(), in);
    } else {
      in.fail("unknown instruction");
    }
  }

  static void skip_block_type(ByteReader& in) {
    if (in.peek() == 0x63 || in.peek() == 0x64) in.byte();
    in.skip_signed(33);
  }

  static void skip_address(ByteReader& in) {
    if (in.u32() >= 0x40) in.fail("another memory");
    in.u32();
  }

  static void skip_prefixed(uint8_t prefix, uint32_t code, ByteReader& in) {
    if (prefix == 0xfc) {
      if (code > 17) return in.fail("unknown instruction");
      if (code < 8) return;  // conversions
      in.u32();
      if (code == 8 || code == 10 || code == 12 || code == 14) in.u32();
    } else if (prefix == 0xfd) {
      if (code > 0x113) return in.fail("unknown instruction");
      if (code <= 11 || within(code, 84, 93)) skip_address(in);
      if (code == 12 || code == 13) in.take(16);
      if (within(code, 21, 34) || within(code, 84, 91)) in.byte();
    } else if (code == 3) {  // atomic.fence
      in.byte();
    } else if (code <= 2 || within(code, 0x10, 0x4e)) {
      skip_address(in);
    } else {
      in.fail("unknown instruction");
    }
  }

  const std::span<const std::byte> module_;
  uint32_t types_ = 0;
  uint32_t growth_ = 0;   // the import's index
  uint32_t growths_ = 0;  // instructions that became calls
};

}  // namespace

Result<std::vector<std::byte>> with_growth_import(std::vector<std::byte> module, std::string& why) {
  Bytes rewritten;
  if (!GrowthRewriter(module).run(rewritten)) {
    why = "the module is malformed, or has instructions or types that programs here cannot have";
    return Errno::noexec;
  }
  return rewritten.empty() ? std::move(module) : std::move(rewritten);
}

}  // namespace wasmsand
