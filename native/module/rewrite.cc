#include <algorithm>
#include <cassert>
#include <functional>
#include <string_view>
#include <utility>

#include "module/byte_writer.h"
#include "module/code_edits.h"
#include "module/guards.h"
#include "module/module.h"
#include "module/sections.h"
#include "module/yield_points.h"

namespace wasmsand {
namespace {

std::vector<std::byte> memory_import(const MemoryInfo& memory) {
  std::vector<std::byte> entry;
  append_name(entry, kMemoryImportModule);
  append_name(entry, kMemoryImportName);
  append_byte(entry, static_cast<uint8_t>(ExternalKind::memory));
  append_byte(entry, 1);  // with a maximum
  append_u32(entry, memory.minimum_pages);
  append_u32(entry, kMaxMemoryPages);
  return entry;
}

std::vector<std::byte> section(uint8_t id, std::span<const std::byte> content) {
  std::vector<std::byte> bytes;
  append_section(bytes, id, content);
  return bytes;
}

// The entries there are, with the memory in its old place or at the end.
std::vector<std::byte> import_section(std::span<const std::byte> module, const ModuleInfo& info) {
  const std::vector<std::byte> entry = memory_import(*info.memory);
  auto part = [&](size_t begin, size_t end) { return module.subspan(begin, end - begin); };
  std::vector<std::byte> imports;
  append_u32(imports, static_cast<uint32_t>(info.imports.size() + (info.memory->imported ? 0 : 1)));
  if (info.memory->imported) {
    append(imports, part(info.import_entries.begin, info.memory_import.begin));
    append(imports, entry);
    append(imports, part(info.memory_import.end, info.import_entries.end));
  } else {
    append(imports, part(info.import_entries.begin, info.import_entries.end));
    append(imports, entry);
  }
  return section(kImportSection, imports);
}

std::vector<std::byte> table_section(const std::vector<TableInfo>& tables) {
  std::vector<std::byte> entries;
  append_u32(entries, static_cast<uint32_t>(tables.size()));
  for (const TableInfo& table : tables) {
    append_byte(entries, table.element_type);
    append_byte(entries, 1);  // with a maximum
    append_u32(entries, table.minimum);
    append_u32(entries, table.maximum);
  }
  return section(kTableSection, entries);
}

// The export section with the start function in it. Where there is none it comes where the start section was.
std::vector<std::byte> export_section(std::span<const std::byte> module, const ModuleInfo& info) {
  std::vector<std::byte> exports;
  append_u32(exports, (info.export_list ? info.export_list->count : 0) + 1);
  if (info.export_list) {
    const size_t begin = info.export_list->entries;
    append(exports, module.subspan(begin, info.export_list->range.end - begin));
  }
  append_name(exports, kStartExportName);
  append_byte(exports, static_cast<uint8_t>(ExternalKind::function));
  append_u32(exports, *info.start_function);
  return section(kExportSection, exports);
}

// The module with the edits, which are in order.
std::vector<std::byte> edited(std::span<const std::byte> module, const std::vector<Edit>& edits, size_t reserve) {
  std::vector<std::byte> out;
  out.reserve(reserve);
  size_t done = 0;
  for (const Edit& edit : edits) {
    assert(done <= edit.range.begin && edit.range.end <= module.size());
    append(out, module.subspan(done, edit.range.begin - done));
    append(out, edit.bytes);
    if (edit.write) edit.write(out);
    done = edit.range.end;
  }
  append(out, module.subspan(done));
  return out;
}

}  // namespace

namespace {

std::vector<std::byte> rewritten(std::span<const std::byte> module, const ModuleInfo& info, Origin origin,
                                 bool yields) {
  std::vector<Edit> edits;
  if (info.memory) {
    const ByteRange here{info.after_type_section, info.after_type_section};
    edits.push_back({info.import_section.value_or(here), import_section(module, info)});
    if (!info.memory->imported) edits.push_back({*info.memory_section, {}});
  }
  if (info.table_section) edits.push_back({*info.table_section, table_section(info.tables)});
  for (const ByteRange& range : info.left_out) edits.push_back({range, {}});
  if (info.start_function) {
    if (info.export_list) edits.push_back({info.export_list->range, export_section(module, info)});
    edits.push_back({*info.start_section, info.export_list ? std::vector<std::byte>{} : export_section(module, info)});
  }
  CodeEdits code(module, info);
  guard(info, origin, code);
  if (yields) add_yield_points(info, code);
  const size_t growth = code.growth();
  std::move(code).add_to(edits);
  std::ranges::sort(edits, {}, [](const Edit& edit) { return std::pair(edit.range.begin, edit.range.end); });
  constexpr size_t kLists = 4096;
  return edited(module, edits, module.size() + kLists + growth);
}

}  // namespace

std::vector<std::byte> with_imported_memory(std::span<const std::byte> module, const ModuleInfo& info, Origin origin,
                                            bool yields) {
  return rewritten(module, info, origin, yields);
}

std::vector<std::byte> as_linked(std::span<const std::byte> module, const ModuleInfo& info) {
  return rewritten(module, info, Origin::guest, false);
}

}  // namespace wasmsand
