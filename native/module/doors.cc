#include "module/doors.h"

#include <algorithm>
#include <string_view>

#include "syscall/generated/linux_imports.h"
#include "syscall/generated/wasi_calls.h"

namespace wasmsand {
namespace {

char letter(uint8_t type) {
  switch (type) {
    case 0x7f:
      return 'i';
    case 0x7e:
      return 'I';
    case 0x7d:
      return 'f';
    case 0x7c:
      return 'F';
    default:
      return '?';
  }
}

// A type in short, as in the ABI's tables: one letter per parameter (i: i32, I: i64), '>' and the results.
std::string short_form(const FunctionType& type) {
  std::string text;
  for (uint8_t parameter : type.parameters) text += letter(parameter);
  text += '>';
  for (uint8_t result : type.results) text += letter(result);
  return text;
}

// Names come from the guest and end up on terminals and in logs.
std::string quoted(std::string_view name) {
  constexpr size_t kShown = 64;
  std::string text = "\"";
  for (char c : name.substr(0, kShown)) text += static_cast<uint8_t>(c) < 0x20 || c == 0x7f || c == '"' ? '?' : c;
  return text + (name.size() > kShown ? "…\"" : "\"");
}

enum class Fit : uint8_t { yes, unknown, wrong_type };

Fit fits_linux(const Import& import) {
  auto found = std::ranges::find(kLinuxImports, std::string_view(import.name), &LinuxImport::name);
  if (import.kind != ExternalKind::function || found == kLinuxImports.end()) return Fit::unknown;
  return short_form(import.type) == std::string(found->parameters, 'i') + ">i" ? Fit::yes : Fit::wrong_type;
}

Fit fits_wasi(const Import& import) {
  auto found =
      std::ranges::find_if(kWasiCalls, [&](const WasiCall& call) { return import.name == call.description.name; });
  if (import.kind != ExternalKind::function || found == std::end(kWasiCalls)) return Fit::unknown;
  return short_form(import.type) == std::string(found->parameters) + (found->returns ? ">i" : ">") ? Fit::yes
                                                                                                   : Fit::wrong_type;
}

}  // namespace

Result<void> check_imports(ModuleInfo& info, std::string& why) {
  constexpr size_t kListed = 8;
  std::string unknown;
  size_t unknown_count = 0;
  bool linux_abi = false, wasi = false;
  for (const Import& import : info.imports) {
    if (import.kind == ExternalKind::memory && import.module == "env") continue;
    Fit result = Fit::unknown;
    if (import.module == "linux") {
      linux_abi = true;
      result = fits_linux(import);
    } else if (import.module == "wasi_snapshot_preview1") {
      wasi = true;
      result = fits_wasi(import);
    } else if (import.module == "wasi_unstable") {
      why =
          "the module is built for wasi_unstable, the draft before wasi_snapshot_preview1: rebuild it for "
          "wasm32-wasip1";
      return Errno::noexec;
    }
    if (result == Fit::wrong_type) {
      why = "the import " + quoted(import.module) + "." + quoted(import.name) + " has the wrong type";
      return Errno::noexec;
    }
    if (result == Fit::unknown && unknown_count++ < kListed)
      unknown += (unknown.empty() ? "" : ", ") + quoted(import.module) + "." + quoted(import.name);
  }
  if (unknown_count > 0) {
    why = "the module imports what no program here gets: " + unknown;
    if (unknown_count > kListed) why += " and " + std::to_string(unknown_count - kListed) + " more";
    return Errno::noexec;
  }
  // The two doors disagree on what descriptor 3 is: a program has to choose.
  if (linux_abi && wasi) {
    why = "the module imports both \"linux\" and \"wasi_snapshot_preview1\"";
    return Errno::noexec;
  }
  info.door = linux_abi ? Door::linux_abi : wasi ? Door::wasi_preview1 : Door::none;
  return {};
}

}  // namespace wasmsand
