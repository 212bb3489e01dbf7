#include "module/growth.h"

#include <utility>

#include "module/byte_reader.h"
#include "module/byte_writer.h"
#include "module/instructions.h"
#include "module/module.h"
#include "module/sections.h"

namespace wasmsand {
namespace {

using Bytes = std::vector<std::byte>;

constexpr uint8_t kFunctionType = 0x60, kI32 = 0x7f;
constexpr uint32_t kMost = UINT32_MAX;

// The import is the last of the imported functions, so the indices of all others that the module defines move by one.
class GrowthRewriter {
 public:
  explicit GrowthRewriter(std::span<const std::byte> module) : module_(module) {}

  // Nothing in `out`: there is nothing to rewrite.
  bool run(Bytes& out) {
    ByteReader reader(module_);
    append(out, reader.take(8));
    std::vector<Section> sections;
    while (!reader.at_end()) {
      const Section section = read_section(reader);
      if (!reader.ok()) return false;
      if (section.id == kTypeSection && !count_types(section.content)) return false;
      if (section.id == kImportSection && !count_imports(section.content)) return false;
      sections.push_back(section);
    }
    Bytes code;
    for (const Section& section : sections) {
      if (section.id == kCodeSection && !copy_code(section.content, code)) return false;
    }
    if (growths_ == 0) {
      out.clear();
      return true;
    }
    // It is no valid module, and there may be no list of imports for the one that it would have to call.
    if (!memory_) return false;
    for (auto& [id, range, content] : sections) {
      // Names of functions by their old indices would be wrong.
      if (id == kCustomSection && ByteReader(content).name() == "name") continue;
      if (id == kCodeSection) {
        append_section(out, id, code);
        continue;
      }
      Bytes rewritten;
      if (!copy_section(id, content, rewritten)) return false;
      append_section(out, id, rewritten);
    }
    return true;
  }

 private:
  std::span<const std::byte> between(size_t begin, size_t end) const { return module_.subspan(begin, end - begin); }
  std::span<const std::byte> rest(ByteReader& in) const { return in.take(in.remaining()); }
  void append_function(Bytes& out, uint32_t index) const { append_u32(out, index < growth_ ? index : index + 1); }

  // Reference types of their own and recursion groups are not for programs here.
  bool count_types(ByteReader in) {
    types_ = in.count(kMost);
    for (uint32_t left = types_; left > 0 && in.ok(); --left) {
      if (in.byte() != kFunctionType) in.fail("a type that is no function's");
      for (int list = 0; list < 2; ++list) {
        for (uint32_t values = in.count(kMost); values > 0 && in.ok(); --values) read_value_type(in);
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
          memory_ = true;
          read_limits(in);
          break;
        case ExternalKind::table:
          read_value_type(in);
          read_limits(in);
          break;
        case ExternalKind::global:
          read_value_type(in);
          in.byte();
          break;
        case ExternalKind::tag:
          in.byte();
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
      case kTypeSection:
        append_u32(out, in.u32() + 1);
        append(out, rest(in));
        for (uint8_t byte : {kFunctionType, uint8_t{1}, kI32, uint8_t{1}, kI32}) append_byte(out, byte);
        return in.ok();
      case kImportSection:
        append_u32(out, in.u32() + 1);
        append(out, rest(in));
        append_name(out, kMemoryImportModule);
        append_name(out, kGrowthImportName);
        append_byte(out, static_cast<uint8_t>(ExternalKind::function));
        append_u32(out, types_);
        return in.ok();
      case kTableSection:
        return copy_vector(in, out, [&] {
          const size_t begin = in.offset();
          skip_table(in);
          append(out, between(begin, in.offset()));
        });
      case kGlobalSection:
        return copy_vector(in, out, [&] {
          const size_t begin = in.offset();
          read_value_type(in);
          in.byte();
          append(out, between(begin, in.offset()));
          copy_expression(in, out);
        });
      case kExportSection:
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
      case kStartSection:
        append_function(out, in.u32());
        return in.ok();
      case kElementSection:
        return copy_vector(in, out, [&] { copy_elements(in, out); });
      default:
        append(out, rest(in));
        return true;
    }
  }

  static void skip_table(ByteReader& in) {
    // It would name a function.
    if (in.peek() == 0x40) in.fail("a table with an initial value");
    read_value_type(in);
    read_limits(in);
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
      in.byte();  // their type or kind
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

  // An initial value has no blocks: the first `end` is its own.
  void copy_expression(ByteReader& in, Bytes& out) const {
    const uint32_t growths = copy_instructions(in, out, [](uint8_t code) { return code == kEnd; });
    if (growths > 0) in.fail("an initial value that is not constant");
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
        read_value_type(function);
      }
      append(body, between(begin, function.offset()));
      growths_ += copy_instructions(function, body, [&](uint8_t) { return function.at_end(); });
      if (!function.ok()) return false;
      append_u32(out, static_cast<uint32_t>(body.size()));
      append(out, body);
    }
    return in.ok() && in.at_end();
  }

  // Those up to the one that is `last`. Whatever is not known fails: its operands might hide a memory.grow. Returns how
  // many of these there were.
  template <typename Last>
  uint32_t copy_instructions(ByteReader& in, Bytes& out, Last last) const {
    uint32_t growths = 0;
    size_t copied = in.offset();
    for (bool more = true; more && in.ok();) {
      const size_t begin = in.offset();
      const Instruction instruction = read_instruction(in);
      const uint8_t code = instruction.code;
      for (uint32_t left = instruction.targets; left > 0 && in.ok(); --left) read_target(in, code);
      if (code == kMemoryGrow || code == kCall || code == kReturnCall || code == kReferenceFunction) {
        append(out, between(copied, begin));
        copied = in.offset();
        append_byte(out, code == kMemoryGrow ? kCall : code);
        if (code == kMemoryGrow) {
          append_u32(out, growth_);
          ++growths;
        } else {
          append_function(out, instruction.index);
        }
      }
      more = !last(code);
    }
    append(out, between(copied, in.offset()));
    return growths;
  }

  const std::span<const std::byte> module_;
  uint32_t types_ = 0;
  uint32_t growth_ = 0;   // the import's index
  uint32_t growths_ = 0;  // instructions that became calls
  bool memory_ = false;
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
