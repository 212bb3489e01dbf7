#include "binding/worker/linked_claims.h"

#include <utility>

#include "kernel/kernel.h"
#include "kernel/platform/mappings.h"
#include "kernel/process/linked_ledger.h"

namespace wasmsand {

std::string_view LinkedClaims::take(Process& process, uint64_t bytes, uint32_t tables, bool again) {
  if (all_.modules >= kMostLinked) return "the process has linked too many modules";
  if (!Mappings::of_process().take(Mappings::kOfModule)) return "the host process has no mappings left";
  Kernel& kernel = process.kernel;
  CallLock lock(process);
  if (again) {
    LinkedLedger::of_process().force(&kernel);
    kernel.accounting().force_memory(bytes);
  } else {
    if (!kernel.accounting().charge_memory(bytes).ok()) return "no memory left for the module (memoryLimitBytes)";
    if (!LinkedLedger::of_process().take(&kernel)) {
      kernel.accounting().release_memory(bytes);
      return "the sandboxes of this host process have linked too many modules";
    }
  }
  last_ = {.modules = 1, .tables = tables, .bytes = bytes};
  all_.modules++;
  all_.tables += tables;
  all_.bytes += bytes;
  return {};
}

void LinkedClaims::drop(Process& process) { give_back(process, std::exchange(last_, {})); }

void LinkedClaims::leave(Process& process) {
  last_ = {};
  give_back(process, Claim(all_));
}

void LinkedClaims::give_back(Process& process, const Claim& claim) {
  if (claim.modules == 0) return;
  CallLock lock(process);
  process.kernel.accounting().release_memory(claim.bytes);
  all_.modules -= claim.modules;
  all_.tables -= claim.tables;
  all_.bytes -= claim.bytes;
  LinkedLedger::of_process().leave(&process.kernel, claim.modules);
  uncollected_ += claim.modules;
}

void LinkedClaims::collected() { LinkedLedger::of_process().collected(std::exchange(uncollected_, 0)); }

}  // namespace wasmsand
