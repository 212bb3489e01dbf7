#include <algorithm>
#include <cstring>

#include "module/byte_reader.h"
#include "module/doors.h"
#include "module/function_cost.h"
#include "module/guards.h"
#include "module/instructions.h"
#include "module/limits.h"
#include "module/module.h"
#include "module/sections.h"

namespace wasmsand {
namespace {

// More than any door's function has: longer lists are not copied, a module could repeat them for each of its imports.
constexpr size_t kMaxComparedTypes = 16;

constexpr std::byte kMagic[] = {std::byte{0}, std::byte{'a'}, std::byte{'s'}, std::byte{'m'}};

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
  // `linked`: by a program that runs.
  Inspector(std::span<const std::byte> module, bool linked) : module_(module), linked_(linked) {}

  Result<ModuleInfo> run(std::string& why) {
    if (module_.size() < 8 || std::memcmp(module_.data(), kMagic, 4) != 0)
      return refuse(why, "not a WebAssembly module");
    if (module_.size() > kMaxModuleBytes) return refuse(why, "the module is larger than 64 MiB");
    const uint8_t version = static_cast<uint8_t>(module_[4]), layer = static_cast<uint8_t>(module_[6]);
    if (layer == 1) return refuse(why, "this is a WebAssembly component; only core modules run");
    if (version != 1 || module_[5] != std::byte{0} || module_[6] != std::byte{0} || module_[7] != std::byte{0})
      return refuse(why, "unknown version of the WebAssembly format");

    ByteReader reader(module_);
    reader.take(8);
    int last_rank = 0;
    while (!reader.at_end()) {
      auto [id, range, section] = read_section(reader);
      if (!reader.ok()) return malformed(why, reader, range.begin);
      if (id == kCustomSection) {
        if (++custom_sections_ > kMaxCustomSections) return refuse(why, "the module has too many custom sections");
        info_.left_out.push_back(range);
        continue;
      }
      const int rank = section_rank(id);
      if (rank == 0)
        return refuse(why, "unknown section " + std::to_string(id) + " at byte " + std::to_string(range.begin));
      if (rank <= last_rank)
        return refuse(why,
                      "section " + std::to_string(id) + " at byte " + std::to_string(range.begin) + " is out of order");
      last_rank = rank;
      if (rank > section_rank(kGlobalSection) && info_.global_list.range.end == 0) place_globals(range.begin);
      read_content(id, section, range);
      if (!unsupported_.empty()) return refuse(why, unsupported_);
      if (!section.ok()) return malformed(why, section, range.begin);
    }
    if (info_.global_list.range.end == 0) place_globals(module_.size());
    info_.function_count = static_cast<uint32_t>(functions_.size());
    if (functions_.size() - imported_functions_ != info_.code_list.count)
      return refuse(why, "malformed module: its functions have no bodies");
    if (linked_) {
      WS_TRY(check_linked(why));
    } else {
      WS_TRY(check_imports(info_, why));
    }
    bound_tables();
    info_.renewable = is_renewable();
    info_.copyable = !scanner_.changes_instance() && !changes_globals_;
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

  // Its memory and its table are those of the program, which bounds what they become.
  Result<void> check_linked(std::string& why) {
    if (info_.memory && !info_.memory->imported) return refuse(why, "the module has a memory of its own");
    if (scanner_.grows_tables()) return refuse(why, "the module grows tables");
    for (const Import& import : info_.imports)
      if (import.module == kMemoryImportModule) return refuse(why, "the module imports what no program here gets");
    info_.engine_bytes += info_.imports.size() * kImportBytes;
    return {};
  }

  bool is_renewable() const {
    // Where asyncify is, and what it unwinds to: of no consequence while no stack is being unwound.
    const uint32_t of_asyncify = info_.find_export("asyncify_get_state") != nullptr ? 2 : 0;
    const Export* const stack_pointer = info_.find_export("__stack_pointer");
    const uint32_t exported = stack_pointer != nullptr && stack_pointer->kind == ExternalKind::global ? 1 : 0;
    return !info_.start_function && !scanner_.changes_instance() && mutable_globals_ == exported + of_asyncify;
  }

  void read_content(uint8_t id, ByteReader& section, ByteRange range) {
    switch (id) {
      case kTypeSection:
        info_.after_type_section = range.end;
        info_.type_list.range = range;
        read_types(section);
        break;
      case kImportSection:
        info_.import_section = range;
        read_imports(section);
        break;
      case kFunctionSection:
        info_.function_list.range = range;
        read_functions(section);
        break;
      case kTableSection:
        info_.table_section = range;
        for (uint32_t left = section.count(kMaxTables); left > 0 && section.ok(); --left) read_table(section);
        break;
      case kMemorySection:
        info_.memory_section = range;
        for (uint32_t left = section.count(kMaxImports); left > 0 && section.ok(); --left) read_memory(section, false);
        break;
      case kGlobalSection:
        info_.global_list.range = range;
        read_globals(section);
        break;
      case kTagSection:
        for (uint32_t left = section.count(kMaxTags); left > 0 && section.ok(); --left) read_tag(section);
        break;
      case kExportSection:
        info_.export_list = ListSection{.range = range};
        read_exports(section);
        break;
      case kStartSection:
        info_.start_section = range;
        info_.start_function = section.u32();
        break;
      case kElementSection:
        for (uint32_t left = section.count(kMaxSegments); left > 0 && section.ok(); --left) read_elements(section);
        break;
      case kDataCountSection:
        info_.counts_data = true;
        section.u32();
        break;
      case kCodeSection:
        info_.code_list.range = range;
        read_code(section);
        break;
      case kDataSection:
        info_.data_section = range;
        for (uint32_t left = section.count(kMaxSegments); left > 0 && section.ok(); --left) read_data(section);
        break;
      default:
        return;
    }
    if (section.ok() && !section.at_end()) section.fail("bytes left over");
  }

  // Types are kept as positions, function types are read when an import needs them. Structs, arrays and what comes with
  // them live on the engine's heap, where nothing bounds them.
  void read_types(ByteReader& reader) {
    size_t values = 0;
    info_.type_list.count = reader.count(kMaxTypes);
    info_.type_list.entries = reader.offset();
    for (uint32_t left = info_.type_list.count; left > 0 && reader.ok(); --left) {
      if (reader.byte() != 0x60) {
        if (reader.ok())
          unsupported_ = "the module has types of the garbage collection proposal, which are not supported";
        return;
      }
      type_positions_.push_back(static_cast<uint32_t>(reader.offset()));
      Arity arity;
      for (uint32_t* list : {&arity.parameters, &arity.results}) {
        *list = reader.count(kMaxParameters);
        const bool parameters = list == &arity.parameters;
        for (uint32_t value = *list; value > 0 && reader.ok(); --value)
          arity.parameter_vectors += read_value_type(reader) == kVectorType && parameters;
        values += *list;
      }
      types_.push_back(arity);
      info_.types.push_back({type_positions_.back(), reader.offset()});
      if (values > kMaxTypeValues) reader.fail("the types have too many parameters and results");
    }
  }

  void read_functions(ByteReader& reader) {
    info_.function_list.count = reader.count(kMaxFunctions);
    info_.function_list.entries = reader.offset();
    for (uint32_t left = info_.function_list.count; left > 0 && reader.ok(); --left) add_function(reader, reader.u32());
  }

  void place_globals(size_t at) { info_.global_list = {{at, at}, at, 0}; }

  void read_globals(ByteReader& reader) {
    info_.global_list.count = reader.count(kMaxGlobals);
    info_.global_list.entries = reader.offset();
    for (uint32_t left = info_.global_list.count; left > 0 && reader.ok(); --left) {
      read_value_type(reader);
      mutable_globals_ += reader.byte() == 1;
      skip_constant(reader);
    }
  }

  void add_function(ByteReader& reader, uint32_t type) {
    if (type >= types_.size()) return reader.fail("a function of an unknown type");
    functions_.push_back(type);
  }

  // The entries are the engine's, not the guest's memory: they are counted, at the most there can be.
  void read_table(ByteReader& reader) {
    TableInfo table;
    table.range.begin = reader.offset();
    table.element_type = reader.byte();
    if (table.element_type != 0x70 && table.element_type != 0x6f)
      return reader.fail("a table of something else than functions or external references");
    const Limits limits = read_limits(reader);
    table.range.end = reader.offset();
    if (limits.flags > 1) return reader.fail("unknown kind of table");
    if (limits.maximum.value_or(limits.minimum) < limits.minimum) return reader.fail("impossible table size");
    uint32_t& room = table_room(table);
    if (limits.minimum > room) {
      unsupported_ = "the module's tables have more than 100000 entries for functions, or 1000000 for others";
      return;
    }
    room -= static_cast<uint32_t>(limits.minimum);
    table.minimum = table.maximum = static_cast<uint32_t>(limits.minimum);
    table.wanted = limits.maximum.value_or(limits.minimum + kTableGrowth);
    info_.tables.push_back(table);
  }

  uint32_t& table_room(const TableInfo& table) { return table.element_type == 0x70 ? function_room_ : reference_room_; }

  // Only once the code is read is it known whether tables can grow at all. Where only `link` grows them, that is
  // charged when it does.
  void bound_tables() {
    const bool links = std::ranges::any_of(
        info_.imports, [](const Import& import) { return import.module == "linux" && import.name == "link"; });
    for (TableInfo& table : info_.tables) {
      if (links && table.element_type == 0x70 && !scanner_.grows_tables()) {
        info_.engine_bytes += table.minimum * kFunctionEntryBytes;
        table.maximum += std::exchange(table_room(table), 0);
        continue;
      }
      if (scanner_.grows_tables()) {
        uint32_t& room = table_room(table);
        const auto more = static_cast<uint32_t>(std::min<uint64_t>(table.wanted - table.minimum, room));
        table.maximum += more;
        room -= more;
      }
      info_.engine_bytes += table.maximum * (table.element_type == 0x70 ? kFunctionEntryBytes : kReferenceEntryBytes);
    }
  }

  void read_tag(ByteReader& reader) {
    if (reader.byte() != 0) return reader.fail("unknown kind of tag");
    const uint32_t type = reader.u32();
    if (type >= types_.size()) return reader.fail("a tag of an unknown type");
    if (types_[type].parameters > kMaxTagParameters) return reader.fail("exceptions with too many values");
    tags_.push_back(type);
  }

  // Flags: 1 passive or declared, 2 names a table (or, with 1, declared), 4 entries are expressions.
  void read_elements(ByteReader& reader) {
    const uint32_t flags = reader.u32();
    if (flags > 7) return reader.fail("unknown kind of element segment");
    if ((flags & 1) == 0) {
      if (flags & 2) reader.u32();
      skip_constant(reader);
    }
    if (flags & 3) reader.byte();  // of the entries
    const uint32_t count = reader.count(kMaxElements);
    elements_ += count;
    if (elements_ > kMaxElements) return reader.fail("the element segments have more than 100000 entries");
    for (uint32_t left = count; left > 0 && reader.ok(); --left) {
      if (flags & 4) {
        skip_constant(reader);
      } else {
        reader.u32();
      }
    }
  }

  void read_data(ByteReader& reader) {
    const uint32_t flags = reader.u32();
    if (flags != 0 && flags != 1 && !(flags == 2 && reader.u32() == 0))
      return reader.fail("unknown kind of data segment");
    if (flags != 1) skip_constant(reader);
    reader.take(reader.u32());
  }

  void read_code(ByteReader& reader) {
    info_.code_list.count = reader.count(kMaxFunctions);
    info_.code_list.entries = reader.offset();
    const size_t imported = imported_functions_;
    if (functions_.size() - imported != info_.code_list.count)
      return reader.fail("as many bodies as functions are wanted");
    for (size_t index = imported; index < functions_.size() && reader.ok(); ++index) {
      const size_t begin = reader.offset();
      const uint32_t size = reader.u32();
      const size_t position = reader.offset();
      ByteReader body(reader.take(size), position);
      if (!reader.ok()) return;
      const FunctionCost cost = scanner_.scan(body, types_[functions_[index]]);
      if (index != info_.start_function && scanner_.sets_global_from(info_.imported_globals)) changes_globals_ = true;
      if (!body.ok()) {
        unsupported_ = std::string("the module is not run: ") + body.problem() + " (function " + std::to_string(index) +
                       ", at byte " + std::to_string(position) + ")";
        return;
      }
      const bool silent = is_silent(cost, size);
      if (silent || !scanner_.bulk_operations().empty() || !scanner_.loops().empty())
        info_.bodies.push_back({static_cast<uint32_t>(index),
                                {begin, position},
                                size,
                                cost.code_begin,
                                silent,
                                scanner_.bulk_operations(),
                                scanner_.loops()});
      info_.code_bytes += cost.code;
    }
    if (info_.code_bytes > kMaxCodeBytes) unsupported_ = "the module is not run: its code is too large and too complex";
  }

  // What a function import's type index says. A type that is not a function's leaves `reader` failed.
  FunctionType function_type(ByteReader& reader, uint32_t index) {
    if (index >= type_positions_.size()) {
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
    const uint32_t count = reader.count(linked_ ? kMaxLinkedImports : kMaxImports);
    info_.import_entries = {reader.offset(), info_.import_section->end};
    for (uint32_t left = count; left > 0 && reader.ok(); --left) {
      const size_t begin = reader.offset();
      Import import;
      import.module = read_name(reader);
      import.name = read_name(reader);
      import.kind = static_cast<ExternalKind>(reader.byte());
      switch (import.kind) {
        case ExternalKind::function: {
          const uint32_t type = reader.u32();
          import.type = function_type(reader, type);
          add_function(reader, type);
          ++imported_functions_;
          break;
        }
        case ExternalKind::table:
          read_value_type(reader);
          read_limits(reader);
          ++info_.imported_tables;
          break;
        case ExternalKind::memory:
          read_memory(reader, true);
          info_.memory_import = {begin, reader.offset()};
          break;
        case ExternalKind::global:
          read_value_type(reader);
          reader.byte();
          ++info_.imported_globals;
          break;
        case ExternalKind::tag:
          read_tag(reader);
          break;
        default:
          reader.fail("unknown kind of import");
      }
      if (reader.ok()) info_.imports.push_back(std::move(import));
    }
  }

  void read_exports(ByteReader& reader) {
    ListSection& list = *info_.export_list;
    list.count = reader.count(kMaxExports);
    list.entries = reader.offset();
    for (uint32_t left = list.count; left > 0 && reader.ok(); --left) {
      Export entry;
      entry.name = read_name(reader);
      entry.kind = static_cast<ExternalKind>(reader.byte());
      if (entry.kind > ExternalKind::tag) reader.fail("unknown kind of export");
      entry.index = reader.u32();
      if (reader.ok()) info_.exports.push_back(std::move(entry));
    }
  }

  void read_memory(ByteReader& reader, bool imported) {
    const Limits limits = read_limits(reader);
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
  bool linked_;
  ModuleInfo info_;
  std::vector<uint32_t> type_positions_;  // of the parameter lists
  std::vector<Arity> types_;
  std::vector<uint32_t> functions_, tags_;  // their types
  size_t imported_functions_ = 0;
  uint32_t mutable_globals_ = 0;
  bool changes_globals_ = false;  // its own, after its start
  uint32_t custom_sections_ = 0;
  uint32_t function_room_ = kMaxFunctionEntries, reference_room_ = kMaxReferenceEntries;  // for tables
  uint64_t elements_ = 0;
  FunctionScanner scanner_{types_, functions_, tags_};
  std::string unsupported_;
};

}  // namespace

const Export* ModuleInfo::find_export(std::string_view name) const {
  auto found = std::find_if(exports.begin(), exports.end(), [&](const Export& entry) { return entry.name == name; });
  return found == exports.end() ? nullptr : &*found;
}

Result<ModuleInfo> inspect(std::span<const std::byte> module, std::string& why) {
  return Inspector(module, false).run(why);
}

Result<ModuleInfo> inspect_linked(std::span<const std::byte> module, std::string& why) {
  return Inspector(module, true).run(why);
}

}  // namespace wasmsand
