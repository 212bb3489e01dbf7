#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "module/byte_writer.h"
#include "module/instructions.h"
#include "module/module.h"
#include "module/sections.h"

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

// What stands in the place of a part of the module.
struct Edit {
  ByteRange range;
  std::vector<std::byte> bytes;
};

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

// `range` of the module with the edits that lie in it, which are in order.
std::vector<std::byte> edited(std::span<const std::byte> module, ByteRange range, const std::vector<Edit>& edits) {
  std::vector<std::byte> out;
  out.reserve(range.size() + 64 + 4 * edits.size());
  size_t done = range.begin;
  for (const Edit& edit : edits) {
    assert(done <= edit.range.begin && edit.range.end <= range.end);
    append(out, module.subspan(done, edit.range.begin - done));
    append(out, edit.bytes);
    done = edit.range.end;
  }
  append(out, module.subspan(done, range.end - done));
  return out;
}

// A list with `more` at its end, of which there are `count`.
std::vector<std::byte> longer_list(uint8_t id, const ListSection& list, std::span<const std::byte> entries,
                                   uint32_t count, std::span<const std::byte> more) {
  std::vector<std::byte> content;
  append_u32(content, list.count + count);
  append(content, entries);
  append(content, more);
  return section(id, content);
}

constexpr std::byte operator""_b(unsigned long long value) { return static_cast<std::byte>(value); }

// (func (param i32 i32 i32)), and two such functions: their sizes, no locals, and the three parameters handed on.
constexpr std::byte kBulkType[] = {0x60_b, 3_b, 0x7f_b, 0x7f_b, 0x7f_b, 0_b};
constexpr std::byte kBulkBodies[] = {
    12_b, 0_b, 0x20_b, 0_b, 0x20_b, 1_b, 0x20_b, 2_b, 0xfc_b, 10_b, 0_b, 0_b,   0x0b_b,  // memory.copy
    11_b, 0_b, 0x20_b, 0_b, 0x20_b, 1_b, 0x20_b, 2_b, 0xfc_b, 11_b, 0_b, 0x0b_b};        // memory.fill

// The code with calls of two functions more in the place of memory.copy and memory.fill.
std::vector<std::byte> code_section(std::span<const std::byte> module, const ModuleInfo& info) {
  std::vector<Edit> edits;
  for (const BulkBody& body : info.bulk_bodies) {
    const size_t at = edits.size();
    edits.push_back({body.size_field, {}});
    size_t size = body.size;
    for (const BulkOperation& operation : body.operations) {
      std::vector<std::byte> call;
      append_byte(call, kCall);
      append_u32(call, info.function_count + (operation.fill ? 1 : 0));
      size += call.size() - (operation.end - operation.begin);
      edits.push_back({{operation.begin, operation.end}, std::move(call)});
    }
    append_u32(edits[at].bytes, static_cast<uint32_t>(size));
  }
  const ListSection& list = info.code_list;
  return longer_list(kCodeSection, list, edited(module, {list.entries, list.range.end}, edits), 2, kBulkBodies);
}

void guard_bulk_operations(std::span<const std::byte> module, const ModuleInfo& info, std::vector<Edit>& edits) {
  auto entries = [&](const ListSection& list) { return module.subspan(list.entries, list.range.end - list.entries); };
  const ListSection &types = info.type_list, &functions = info.function_list;
  edits.push_back({types.range, longer_list(kTypeSection, types, entries(types), 1, kBulkType)});
  std::vector<std::byte> type;
  append_u32(type, types.count);
  append_u32(type, types.count);
  edits.push_back({functions.range, longer_list(kFunctionSection, functions, entries(functions), 2, type)});
  edits.push_back({info.code_list.range, code_section(module, info)});
}

}  // namespace

std::vector<std::byte> with_imported_memory(std::span<const std::byte> module, const ModuleInfo& info) {
  std::vector<Edit> edits;
  if (info.memory) {
    const ByteRange here{info.after_type_section, info.after_type_section};
    edits.push_back({info.import_section.value_or(here), import_section(module, info)});
    if (!info.memory->imported) edits.push_back({*info.memory_section, {}});
  }
  if (info.table_section) edits.push_back({*info.table_section, table_section(info.tables)});
  for (const ByteRange& range : info.custom_sections) edits.push_back({range, {}});
  if (info.memory && !info.bulk_bodies.empty()) guard_bulk_operations(module, info, edits);
  std::ranges::sort(edits, {}, [](const Edit& edit) { return std::pair(edit.range.begin, edit.range.end); });
  return edited(module, {0, module.size()}, edits);
}

}  // namespace wasmsand
