#include "binding/worker/program_load.h"

#include <utility>

#include "kernel/kernel.h"
#include "module/limits.h"

namespace wasmsand {
namespace {

// Whether it is, and else the sandbox is told.
bool is_at_most(Kernel& kernel, uint64_t bytes, uint64_t most) {
  if (bytes <= most) return true;
  (void)kernel.accounting().refuse(Limit::max_program_bytes, Errno::noexec);
  return false;
}

}  // namespace

bool ProgramLoad::may_load(Process& process, const Program& program) {
  CallLock lock(process);
  const uint64_t allowed = process.kernel.accounting().limits().program_bytes;
  return is_at_most(process.kernel, program.size(), program.copies() ? allowed : kMaxModuleBytes);
}

bool ProgramLoad::may_link(Process& process, uint64_t bytes) {
  CallLock lock(process);
  return is_at_most(process.kernel, bytes, process.kernel.accounting().limits().program_bytes);
}

bool ProgramLoad::charge(Process& process, const Program& program) {
  drop(process);
  if (!program.copies()) return true;
  // There are two copies at a time: as it was and rewritten, then ours and the engine's.
  const uint64_t bytes = 2 * program.size();
  CallLock lock(process);
  if (!process.kernel.accounting().charge_memory(bytes).ok()) return false;
  charge_ = bytes;
  return true;
}

void ProgramLoad::keep(Napi::ArrayBuffer bytes) { bytes_ = Napi::Persistent(bytes); }

void ProgramLoad::drop(Process& process) {
  if (!bytes_.IsEmpty()) {
    const Napi::HandleScope scope(env_);
    bytes_.Value().Detach();
    bytes_.Reset();
  }
  if (charge_ == 0) return;
  CallLock lock(process);
  process.kernel.accounting().release_memory(std::exchange(charge_, 0));
}

bool ProgramLoad::charge_linked(Process& process, uint64_t bytes) {
  CallLock lock(process);
  if (!process.kernel.engine().charge_linked(process, bytes).ok()) return false;
  linked_charge_ = bytes;
  return true;
}

void ProgramLoad::begin_link(Ref<LinkedModule> module, bool copyable) {
  link_begun_ = std::move(module);
  link_copyable_ = copyable;
}

void ProgramLoad::keep_linked(Process& process) {
  linked_claims_.keep();
  if (!link_begun_) return;
  CallLock lock(process);
  process.kernel.engine().keep_linked(process, std::exchange(link_begun_, {}), link_copyable_);
}

void ProgramLoad::drop_linked(Process& process) {
  link_begun_ = {};
  linked_claims_.drop(process);
  CallLock lock(process);
  process.kernel.engine().release_linked(process, std::exchange(linked_charge_, 0));
}

void ProgramLoad::leave(Process& process) {
  drop(process);
  link_begun_ = {};
  linked_claims_.leave(process);
}

}  // namespace wasmsand
