// Reading and rewriting wasm binaries. Everything here is given bytes by the guest: no length, count or index is
// believed before it was checked against the bytes that are left. The engine validates the code; this room reads only
// what says how a module is connected to the world, and gives the engine a module whose memory the host creates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernel/result.h"
#include "module/function_cost.h"

namespace wasmsand {

inline constexpr uint64_t kWasmPageBytes = 64 * 1024;
inline constexpr uint32_t kMaxMemoryPages = 65536;

// The name a rewritten module imports its memory by.
inline constexpr const char* kMemoryImportModule = "wasmsand";
inline constexpr const char* kMemoryImportName = "memory";

// The name by which a rewritten module exports its start function: it is called when it can wait. lib/guest/guest.ts.
inline constexpr const char* kStartExportName = "wasmsand:start";

enum class ExternalKind : uint8_t { function = 0, table = 1, memory = 2, global = 3, tag = 4 };

// Value types as the binary format writes them: 0x7f i32, 0x7e i64, 0x7d f32, 0x7c f64 …
struct FunctionType {
  std::vector<uint8_t> parameters, results;
  friend bool operator==(const FunctionType&, const FunctionType&) = default;
};

struct Import {
  std::string module, name;
  ExternalKind kind = ExternalKind::function;
  FunctionType type;  // functions only
};

struct Export {
  std::string name;
  ExternalKind kind = ExternalKind::function;
  uint32_t index = 0;
};

struct MemoryInfo {
  uint32_t minimum_pages = 0;
  std::optional<uint32_t> declared_maximum_pages;
  bool imported = false;
};

enum class Door : uint8_t { none, linux_abi, wasi_preview1 };

// A part of the module's bytes.
struct ByteRange {
  size_t begin = 0, end = 0;
  size_t size() const { return end - begin; }
};

struct TableInfo {
  uint8_t element_type = 0;
  uint32_t minimum = 0;
  uint32_t maximum = 0;  // what it gets
  uint64_t wanted = 0;   // what it declares
  ByteRange range;
};

// A section that is a list.
struct ListSection {
  ByteRange range;     // from its id byte
  size_t entries = 0;  // where they begin
  uint32_t count = 0;
};

// A function of which something may change: see guards.h and yield_points.h.
struct Body {
  uint32_t function = 0;
  ByteRange size_field;
  uint32_t size = 0;
  size_t code_begin = 0;  // behind the locals
  bool silent = false;
  std::vector<BulkOperation> operations;
  std::vector<Loop> loops;
};

struct ModuleInfo {
  std::vector<Import> imports;
  std::vector<Export> exports;
  std::optional<MemoryInfo> memory;
  Door door = Door::none;
  std::optional<uint32_t> start_function;

  std::vector<ByteRange> types;  // function types, behind the byte that says so
  std::vector<TableInfo> tables;
  // Whether an instance in which nothing runs any more is as a new one is, once its memory and the global that it
  // exports as __stack_pointer are. What a program's own code cannot do to it nobody else does.
  bool renewable = false;
  // Of one that is linked: whether an instance is as another, once its start function has run and the memory is the
  // same: a linker gives modules globals that hold addresses, which that function sets.
  bool copyable = false;
  uint64_t engine_bytes = 0;  // what the engine allocates beside the memory for each instance, at most
  uint64_t code_bytes = 0;    // the engine's code for it, at most: code_size.h

  // Only what is linked imports these.
  uint32_t imported_globals = 0;
  uint32_t imported_tables = 0;  // all are the program's one

  // Where with_imported_memory finds what it changes. A section's range begins at its id byte.
  std::optional<ByteRange> import_section, memory_section, table_section, start_section, data_section;
  bool counts_data = false;  // its code may use the segments of its data
  std::optional<ListSection> export_list;
  std::vector<ByteRange> left_out;  // sections that the engine does not get: custom ones
  ListSection type_list, function_list, code_list;
  ListSection global_list;        // empty, in the place where it would be, when there is none
  std::vector<Body> bodies;       // without those of which nothing can
  uint32_t function_count = 0;    // imports included
  ByteRange import_entries;       // after the count
  ByteRange memory_import;        // the entry of an imported memory
  size_t after_type_section = 8;  // where an import section goes when there is none

  const Export* find_export(std::string_view name) const;
};

// What a sandbox is charged for a module's code. Few functions of an honest program ever run, and the engine compiles
// those that do: a module whose code would be no more than kUsualCodePerByte for each of its bytes is charged for its
// bytes (those of numpy and pandas have up to 21). One of dearer instructions, which can be made for the purpose, is
// charged for all of its code.
inline constexpr uint64_t kUsualCodePerByte = 24;
constexpr uint64_t charged_code(uint64_t module_bytes, uint64_t code_bytes) {
  return code_bytes > module_bytes * kUsualCodePerByte ? code_bytes : module_bytes;
}

// Reads `module`, each byte once. ENOEXEC with a sentence for the user in `why` when it is no module, is malformed,
// asks for what a program here cannot have (functions no door offers, several or shared or 64-bit memories, objects of
// the engine's heap), or for more of the engine than limits.h allows.
Result<ModuleInfo> inspect(std::span<const std::byte> module, std::string& why);

// The same of a module that a program brings into its own instance while it runs (`linux.link`): its memory and its
// first table are imported, whatever else it imports is the program's to give.
Result<ModuleInfo> inspect_linked(std::span<const std::byte> module, std::string& why);

// Whose program it is.
enum class Origin : uint8_t { image, guest };

// The same module as the engine gets it. Its memory is imported as (kMemoryImportModule, kMemoryImportName), minimum
// kept, maximum kMaxMemoryPages: one compiled module serves every memory limit. Its start function is exported instead.
// Index spaces are as before: the one memory stays memory 0. Its tables have the maxima of `info.tables`,
// `info.left_out` is left out, it can be interrupted (guards.h), and if it is to it has yield points (yield_points.h).
std::vector<std::byte> with_imported_memory(std::span<const std::byte> module, const ModuleInfo& info, Origin origin,
                                            bool yields = false);
// Of one that inspect_linked() has accepted. It has no yield points: it runs on a thread of its process's own.
std::vector<std::byte> as_linked(std::span<const std::byte> module, const ModuleInfo& info);

}  // namespace wasmsand
