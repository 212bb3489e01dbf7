#include <cassert>
#include <string_view>

#include "module/module.h"

namespace wasmsand {
namespace {

void append_byte(std::vector<std::byte>& out, uint8_t value) { out.push_back(static_cast<std::byte>(value)); }

void append_u32(std::vector<std::byte>& out, uint32_t value) {
  for (; value >= 0x80; value >>= 7) append_byte(out, static_cast<uint8_t>(value | 0x80));
  append_byte(out, static_cast<uint8_t>(value));
}

void append(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

void append_name(std::vector<std::byte>& out, std::string_view name) {
  append_u32(out, static_cast<uint32_t>(name.size()));
  append(out, std::as_bytes(std::span(name)));
}

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

}  // namespace

std::vector<std::byte> with_imported_memory(std::span<const std::byte> module, const ModuleInfo& info) {
  if (!info.memory) return {module.begin(), module.end()};
  const std::vector<std::byte> entry = memory_import(*info.memory);
  auto part = [&](size_t begin, size_t end) { return module.subspan(begin, end - begin); };

  // The entries of the new import section: those there are, with the memory in its old place or at the end.
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

  const ByteRange old_imports =
      info.import_section.value_or(ByteRange{info.after_type_section, info.after_type_section});
  const ByteRange old_memory = info.memory->imported ? ByteRange{module.size(), module.size()} : *info.memory_section;
  assert(old_imports.end <= old_memory.begin);
  constexpr uint8_t kImportSectionId = 2;
  std::vector<std::byte> out;
  out.reserve(module.size() + entry.size() + 16);
  append(out, part(0, old_imports.begin));
  append_byte(out, kImportSectionId);
  append_u32(out, static_cast<uint32_t>(imports.size()));
  append(out, imports);
  append(out, part(old_imports.end, old_memory.begin));
  append(out, part(old_memory.end, module.size()));
  return out;
}

}  // namespace wasmsand
