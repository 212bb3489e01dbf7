#include <algorithm>
#include <cstring>

#include "module/byte_reader.h"
#include "module/doors.h"
#include "module/module.h"

namespace wasmsand {
namespace {

// The engines' own limits: what is beyond them would not compile anyway.
constexpr uint32_t kMaxTypes = 1'000'000;
constexpr uint32_t kMaxImports = 100'000;
constexpr uint32_t kMaxExports = 1'000'000;
constexpr uint32_t kMaxParameters = 1'000;
constexpr uint32_t kMaxFields = 10'000;
constexpr size_t kMaxName = 100'000;
// More than any door's function has: longer lists are not copied, a module could repeat them for each of its imports.
constexpr size_t kMaxComparedTypes = 16;

constexpr std::byte kMagic[] = {std::byte{0}, std::byte{'a'}, std::byte{'s'}, std::byte{'m'}};

enum SectionId : uint8_t {
  kCustomSection = 0,
  kTypeSection = 1,
  kImportSection = 2,
  kFunctionSection = 3,
  kTableSection = 4,
  kMemorySection = 5,
  kGlobalSection = 6,
  kExportSection = 7,
  kStartSection = 8,
  kElementSection = 9,
  kCodeSection = 10,
  kDataSection = 11,
  kDataCountSection = 12,
  kTagSection = 13,
};

// Sections come in this order, each at most once; 0 for ids that do not exist.
int section_rank(uint8_t id) {
  constexpr uint8_t kOrder[] = {kTypeSection,      kImportSection, kFunctionSection, kTableSection, kMemorySection,
                                kTagSection,       kGlobalSection, kExportSection,   kStartSection, kElementSection,
                                kDataCountSection, kCodeSection,   kDataSection};
  auto found = std::find(std::begin(kOrder), std::end(kOrder), id);
  return found == std::end(kOrder) ? 0 : static_cast<int>(found - std::begin(kOrder)) + 1;
}

class Inspector {
 public:
  explicit Inspector(std::span<const std::byte> module) : module_(module) {}

  Result<ModuleInfo> run(std::string& why) {
    if (module_.size() < 8 || std::memcmp(module_.data(), kMagic, 4) != 0)
      return refuse(why, "not a WebAssembly module");
    if (module_.size() > kMaxModuleBytes) return refuse(why, "the module is larger than 256 MiB");
    const uint8_t version = static_cast<uint8_t>(module_[4]), layer = static_cast<uint8_t>(module_[6]);
    if (layer == 1) return refuse(why, "this is a WebAssembly component; only core modules run");
    if (version != 1 || module_[5] != std::byte{0} || module_[6] != std::byte{0} || module_[7] != std::byte{0})
      return refuse(why, "unknown version of the WebAssembly format");

    ByteReader reader(module_);
    reader.take(8);
    int last_rank = 0;
    while (!reader.at_end()) {
      const size_t begin = reader.offset();
      const uint8_t id = reader.byte();
      const uint32_t size = reader.u32();
      const size_t content = reader.offset();
      ByteReader section(reader.take(size), content);
      if (!reader.ok()) return malformed(why, reader, begin);
      if (id == kCustomSection) continue;
      const int rank = section_rank(id);
      if (rank == 0) return refuse(why, "unknown section " + std::to_string(id) + " at byte " + std::to_string(begin));
      if (rank <= last_rank)
        return refuse(why, "section " + std::to_string(id) + " at byte " + std::to_string(begin) + " is out of order");
      last_rank = rank;
      read_section(id, section, {begin, reader.offset()});
      if (!unsupported_.empty()) return refuse(why, unsupported_);
      if (!section.ok()) return malformed(why, section, begin);
    }
    WS_TRY(check_imports(info_, why));
    return std::move(info_);
  }

 private:
  static Errno refuse(std::string& why, std::string reason) {
    why = std::move(reason);
    return Errno::noexec;
  }

  static Errno malformed(std::string& why, const ByteReader& reader, size_t section) {
    return refuse(why, std::string("malformed module: ") + reader.problem() + ", in the section at byte " +
                           std::to_string(section));
  }

  void read_section(uint8_t id, ByteReader& section, ByteRange range) {
    switch (id) {
      case kTypeSection:
        info_.after_type_section = range.end;
        read_types(section);
        break;
      case kImportSection:
        info_.import_section = range;
        read_imports(section);
        break;
      case kMemorySection:
        info_.memory_section = range;
        for (uint32_t left = section.count(kMaxImports); left > 0 && section.ok(); --left) read_memory(section, false);
        break;
      case kExportSection:
        read_exports(section);
        break;
      case kStartSection:
        info_.has_start_function = true;
        return;
      default:
        return;  // the engine's business
    }
    if (section.ok() && !section.at_end()) section.fail("bytes left over");
  }

  // Types are kept as positions, function types are read when an import needs them.
  void read_types(ByteReader& reader) {
    for (uint32_t left = reader.count(kMaxTypes); left > 0 && reader.ok(); --left) {
      if (reader.peek() == 0x4e) {  // a recursion group: several types under one entry
        reader.byte();
        for (uint32_t inner = reader.count(kMaxTypes); inner > 0 && reader.ok(); --inner) read_sub_type(reader);
      } else {
        read_sub_type(reader);
      }
    }
  }

  void read_sub_type(ByteReader& reader) {
    if (type_positions_.size() >= kMaxTypes) return reader.fail("too many types");
    uint8_t form = reader.byte();
    if (form == 0x50 || form == 0x4f) {  // sub, sub final
      for (uint32_t left = reader.count(kMaxParameters); left > 0 && reader.ok(); --left) reader.u32();
      form = reader.byte();
    }
    type_positions_.push_back(form == 0x60 ? static_cast<uint32_t>(reader.offset()) : 0);
    if (form == 0x60) {
      for (int list = 0; list < 2; ++list) {
        for (uint32_t left = reader.count(kMaxParameters); left > 0 && reader.ok(); --left) read_value_type(reader);
      }
    } else if (form == 0x5f) {  // struct
      for (uint32_t left = reader.count(kMaxFields); left > 0 && reader.ok(); --left) read_field(reader);
    } else if (form == 0x5e) {  // array
      read_field(reader);
    } else {
      reader.fail("unknown kind of type");
    }
  }

  static void read_field(ByteReader& reader) {
    if (reader.peek() == 0x78 || reader.peek() == 0x77) {  // i8, i16
      reader.byte();
    } else {
      read_value_type(reader);
    }
    if (reader.byte() > 1) reader.fail("unknown mutability");
  }

  // The code of the type; references with a heap type of their own give 0x63 or 0x64.
  static uint8_t read_value_type(ByteReader& reader) {
    const uint8_t code = reader.byte();
    if (code == 0x63 || code == 0x64) {
      reader.skip_signed(33);
    } else if (code < 0x69 || code > 0x7f) {
      reader.fail("unknown value type");
    }
    return code;
  }

  // What a function import's type index says. A type that is not a function's leaves `reader` failed.
  FunctionType function_type(ByteReader& reader, uint32_t index) {
    if (index >= type_positions_.size() || type_positions_[index] == 0) {
      reader.fail("import of a function without a function type");
      return {};
    }
    FunctionType type;
    ByteReader at(module_.subspan(type_positions_[index]));
    for (auto* list : {&type.parameters, &type.results}) {
      for (uint32_t left = at.count(kMaxParameters); left > 0; --left) {
        const uint8_t value_type = read_value_type(at);
        if (list->size() <= kMaxComparedTypes) list->push_back(value_type);
      }
    }
    return type;
  }

  std::string read_name(ByteReader& reader) {
    std::string_view name = reader.name();
    if (name.size() > kMaxName) reader.fail("name too long");
    return std::string(name.substr(0, kMaxName));
  }

  void read_imports(ByteReader& reader) {
    const uint32_t count = reader.count(kMaxImports);
    info_.import_entries = {reader.offset(), info_.import_section->end};
    for (uint32_t left = count; left > 0 && reader.ok(); --left) {
      const size_t begin = reader.offset();
      Import import;
      import.module = read_name(reader);
      import.name = read_name(reader);
      import.kind = static_cast<ExternalKind>(reader.byte());
      switch (import.kind) {
        case ExternalKind::function:
          import.type = function_type(reader, reader.u32());
          break;
        case ExternalKind::table:
          read_value_type(reader);
          read_limits(reader);
          break;
        case ExternalKind::memory:
          read_memory(reader, true);
          info_.memory_import = {begin, reader.offset()};
          break;
        case ExternalKind::global:
          read_value_type(reader);
          reader.byte();
          break;
        case ExternalKind::tag:
          reader.byte();
          reader.u32();
          break;
        default:
          reader.fail("unknown kind of import");
      }
      if (reader.ok()) info_.imports.push_back(std::move(import));
    }
  }

  void read_exports(ByteReader& reader) {
    for (uint32_t left = reader.count(kMaxExports); left > 0 && reader.ok(); --left) {
      Export entry;
      entry.name = read_name(reader);
      entry.kind = static_cast<ExternalKind>(reader.byte());
      if (entry.kind > ExternalKind::tag) reader.fail("unknown kind of export");
      entry.index = reader.u32();
      if (reader.ok()) info_.exports.push_back(std::move(entry));
    }
  }

  struct MemoryLimits {
    uint8_t flags;
    uint64_t minimum;
    std::optional<uint64_t> maximum;
  };

  static MemoryLimits read_limits(ByteReader& reader) {
    MemoryLimits limits{reader.byte(), 0, {}};
    const bool wide = limits.flags & 4;
    limits.minimum = wide ? reader.u64() : reader.u32();
    if (limits.flags & 1) limits.maximum = wide ? reader.u64() : reader.u32();
    return limits;
  }

  void read_memory(ByteReader& reader, bool imported) {
    const MemoryLimits limits = read_limits(reader);
    if (!reader.ok()) return;
    if (info_.memory) {
      unsupported_ = "the module has several memories; a program has one";
    } else if (limits.flags & 4) {
      unsupported_ = "the module's memory is 64-bit (memory64); a program has a 32-bit memory";
    } else if (limits.flags & 2) {
      unsupported_ = "the module's memory is shared; programs have no threads";
    } else if (limits.flags > 1) {
      reader.fail("unknown kind of memory");
    } else if (limits.minimum > kMaxMemoryPages || limits.maximum.value_or(limits.minimum) < limits.minimum ||
               limits.maximum.value_or(0) > kMaxMemoryPages) {
      reader.fail("impossible memory size");
    } else {
      info_.memory = MemoryInfo{static_cast<uint32_t>(limits.minimum), {}, imported};
      if (limits.maximum) info_.memory->declared_maximum_pages = static_cast<uint32_t>(*limits.maximum);
    }
  }

  std::span<const std::byte> module_;
  ModuleInfo info_;
  std::vector<uint32_t> type_positions_;  // of the parameter list; 0: not a function type
  std::string unsupported_;
};

}  // namespace

const Export* ModuleInfo::find_export(std::string_view name) const {
  auto found = std::find_if(exports.begin(), exports.end(), [&](const Export& entry) { return entry.name == name; });
  return found == exports.end() ? nullptr : &*found;
}

Result<ModuleInfo> inspect(std::span<const std::byte> module, std::string& why) { return Inspector(module).run(why); }

}  // namespace wasmsand
