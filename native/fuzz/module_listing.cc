#include "fuzz/module_listing.h"

#include <utility>

#include "module/growth.h"
#include "module/instructions.h"
#include "module/module.h"
#include "module/sections.h"
#include "module/yield_points.h"

namespace wasmsand::fuzz {
namespace {

constexpr uint32_t kMost = 1 << 20;
// Behind the functions that there were: what looks for interrupts, and memory.copy and memory.fill with such a look.
constexpr uint32_t kCheck = 0, kCopy = 1, kFill = 2;

class Lister {
 public:
  Lister(std::span<const std::byte> module, const ModuleInfo& original, Stage stage)
      : module_(module), original_(original), stage_(stage) {}

  Listing run() {
    ByteReader reader(module_);
    reader.take(8);
    while (!reader.at_end()) {
      Section section = read_section(reader);
      list(section.id, section.content);
    }
    return std::move(said_);
  }

 private:
  void add(uint8_t section, std::string line) { said_.lines[section].push_back(std::move(line)); }

  [[nodiscard]] std::string bytes(size_t begin, size_t end) const {
    return {reinterpret_cast<const char*>(module_.data()) + begin, end - begin};
  }

  [[nodiscard]] std::string function(uint32_t index) const {
    return index < imports_.size() ? "import " + imports_[index] : "own " + std::to_string(index - imports_.size());
  }

  // What is added has no line of its own.
  template <typename Entry>
  void each(ByteReader& in, size_t most, Entry entry) {
    const uint32_t count = in.count(kMost);
    for (uint32_t i = 0; i < count && i < most && in.ok(); i++) entry();
  }

  void list(uint8_t id, ByteReader& in) {
    const auto copy = [&](auto skip) {
      const size_t begin = in.offset();
      skip();
      add(id, bytes(begin, in.offset()));
    };
    const size_t functions = original_.code_list.count;
    switch (id) {
      case kTypeSection:
        return each(in, original_.type_list.count, [&] { copy([&] { skip_type(in); }); });
      case kImportSection:
        return each(in, kMost, [&] { import(in); });
      case kFunctionSection:
        functions_ = ByteReader(in).count(kMost);
        return each(in, functions, [&] { add(id, std::to_string(in.u32())); });
      case kTableSection:
        return each(in, kMost, [&] { table(in); });
      case kGlobalSection:
        return each(in, original_.global_list.count, [&] {
          const uint8_t type = read_value_type(in), changes = in.byte();
          add(id, std::to_string(type) + (changes ? " variable " : " constant ") + constant(in));
        });
      case kExportSection:
        return each(in, kMost, [&] {
          const std::string name(in.name());
          const uint8_t kind = in.byte();
          const uint32_t index = in.u32();
          const bool calls = static_cast<ExternalKind>(kind) == ExternalKind::function;
          add(id, name + " " + std::to_string(kind) + " " + (calls ? function(index) : std::to_string(index)));
        });
      case kStartSection:
        return add(kExportSection, std::string(kStartExportName) + " 0 " + function(in.u32()));
      case kElementSection:
        return each(in, kMost, [&] { elements(in); });
      case kCodeSection:
        return each(in, functions, [&] { body(in); });
      case kDataSection:
      case kDataCountSection:
      case kTagSection:
        return copy([&] { in.take(in.remaining()); });
      default:
        return;
    }
  }

  static void skip_type(ByteReader& in) {
    in.byte();
    for (int list = 0; list < 2; list++) in.take(in.count(kMost));
  }

  // As large as it may become is decided when the module is read.
  void table(ByteReader& in) {
    const uint8_t type = read_value_type(in);
    const Limits limits = read_limits(in);
    const size_t number = said_.lines[kTableSection].size();
    const uint64_t maximum =
        stage_ == Stage::read ? original_.tables[number].maximum : limits.maximum.value_or(UINT64_MAX);
    add(kTableSection,
        std::to_string(type) + " from " + std::to_string(limits.minimum) + " to " + std::to_string(maximum));
  }

  void import(ByteReader& in) {
    std::string name(in.name());
    name += "." + std::string(in.name());
    const auto kind = static_cast<ExternalKind>(in.byte());
    if (kind == ExternalKind::memory) {
      read_limits(in);
      return;
    }
    const uint32_t type = in.u32();
    const bool grows = name == growth();
    if (!grows) add(kImportSection, name + " " + std::to_string(type));
    // Two may have one name.
    imports_.push_back(grows ? name : name + " " + std::to_string(imports_.size()));
  }

  std::string constant(ByteReader& in) {
    std::string said;
    for (bool more = true; more && in.ok();) {
      const size_t begin = in.offset();
      const Instruction instruction = read_instruction(in);
      more = instruction.code != kEnd;
      said += instruction.code == kReferenceFunction ? "function " + function(instruction.index)
                                                     : bytes(begin, in.offset());
    }
    return said;
  }

  void elements(ByteReader& in) {
    const uint32_t flags = in.u32();
    std::string said = std::to_string(flags);
    if (!(flags & 1)) {
      if (flags & 2) said += " table " + std::to_string(in.u32());
      said += " at " + constant(in);
    }
    if (flags & 3) said += " kind " + std::to_string(in.byte());
    for (uint32_t left = in.count(kMost); left > 0 && in.ok(); left--)
      said += ", " + (flags & 4 ? constant(in) : function(in.u32()));
    add(kElementSection, said);
  }

  void body(ByteReader& in) {
    const uint32_t size = in.u32();
    const size_t at = in.offset();
    ByteReader code(in.take(size), at);
    for (uint32_t groups = code.count(kMost); groups > 0 && code.ok(); groups--) {
      code.u32();
      read_value_type(code);
    }
    add(kCodeSection, "locals " + bytes(at, code.offset()));
    bool loop = false;
    for (bool first = true; !code.at_end(); first = false) {
      if (loop && skip_yield_point(code)) said_.yield_points++;
      loop = code.peek() == kLoop;
      const std::string line = instruction(code);
      if (first && line == "call " + added(kCheck))
        said_.checks++;
      else
        add(kCodeSection, line);
    }
  }

  // A load of the word, and a call of the function added last.
  bool skip_yield_point(ByteReader& in) {
    if (functions_ == original_.code_list.count) return false;
    const std::string lines[] = {{kI32Const, 0},
                                 {kI32Load, 2, kYieldWord},
                                 {kIf, kEmptyBlock},
                                 "call " + added(functions_ - original_.code_list.count - 1),
                                 {kEnd}};
    ByteReader ahead = in;
    for (const std::string& line : lines) {
      if (ahead.at_end() || instruction(ahead) != line) return false;
    }
    in = ahead;
    return true;
  }

  static std::string growth() { return std::string(kMemoryImportModule) + "." + kGrowthImportName; }
  [[nodiscard]] std::string added(uint32_t which) const {
    return "own " + std::to_string(original_.code_list.count + which);
  }

  std::string instruction(ByteReader& in) {
    const size_t begin = in.offset();
    const Instruction read = read_instruction(in);
    for (uint32_t left = read.targets; left > 0 && in.ok(); left--) read_target(in, read.code);
    if (stage_ == Stage::read) {
      if (read.code == kMemoryGrow) return "call import " + growth();
      if (read.code == kMiscellaneous && read.sub_code == 10) return "call " + added(kCopy);
      if (read.code == kMiscellaneous && read.sub_code == 11) return "call " + added(kFill);
    }
    switch (read.code) {
      case kCall:
        return "call " + function(read.index);
      case kReturnCall:
        return "return call " + function(read.index);
      case kReferenceFunction:
        return "reference " + function(read.index);
      default:
        break;
    }
    return bytes(begin, in.offset());
  }

  const std::span<const std::byte> module_;
  const ModuleInfo& original_;
  const Stage stage_;
  std::vector<std::string> imports_;  // functions
  uint32_t functions_ = 0;            // with bodies
  Listing said_;
};

}  // namespace

Listing listing(std::span<const std::byte> module, const ModuleInfo& original, Stage stage) {
  return Lister(module, original, stage).run();
}

}  // namespace wasmsand::fuzz
