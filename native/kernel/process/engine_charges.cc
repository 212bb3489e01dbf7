#include "kernel/process/engine_charges.h"

#include <algorithm>
#include <utility>

#include "kernel/process/process.h"

namespace wasmsand {

Result<void> EngineCharges::charge(Process& process, uint64_t bytes) {
  // What rested is still charged: waking cannot fail.
  if (process.launch.kind == Launch::Kind::wake && process.launch.image) return {};
  return charge_instance(process, bytes);
}

Result<void> EngineCharges::charge_instance(Process& process, uint64_t bytes) {
  // The engine's copy of the module, the kernel's, and the one that is compiled; then its code.
  constexpr uint64_t kCopies = 3;
  release(process);
  WS_TRY(accounting_.charge_memory(bytes));
  process.engine_bytes = bytes;
  const Ref<Program>& program = process.image.program;
  if (!program || !program->copies()) return {};
  RunningProgram& running = running_[program->id()];
  if (running.processes == 0) {
    running.bytes = program->size() * kCopies + program->code_bytes;
    if (Result<void> charged = accounting_.charge_memory(running.bytes); !charged.ok()) {
      running_.erase(program->id());
      return charged;
    }
  }
  ++running.processes;
  process.engine_program = program->id();
  return {};
}

void EngineCharges::release(Process& process) {
  accounting_.release_memory(std::exchange(process.engine_bytes, 0));
  auto found = running_.find(std::exchange(process.engine_program, 0));
  if (found == running_.end() || --found->second.processes > 0) return;
  accounting_.release_memory(found->second.bytes);
  running_.erase(found);
}

Result<void> EngineCharges::charge_linked(Process& process, uint64_t bytes) {
  WS_TRY(accounting_.charge_memory(bytes));
  process.engine_bytes += bytes;
  return {};
}

void EngineCharges::release_linked(Process& process, uint64_t bytes) {
  bytes = std::min(bytes, process.engine_bytes);
  process.engine_bytes -= bytes;
  accounting_.release_memory(bytes);
}

void EngineCharges::keep_linked(Process& process, Ref<LinkedModule> module, bool copyable) {
  if (copyable && process.copyable) {
    process.linked.push_back(std::move(module));
    return;
  }
  forget_linked(process);
  accounting_.discard_shared(std::move(module));
  process.copyable = false;
}

void EngineCharges::forget_linked(Process& process) {
  for (Ref<LinkedModule>& module : process.linked) accounting_.discard_shared(std::move(module));
  process.linked.clear();
  process.copyable = true;
}

}  // namespace wasmsand
