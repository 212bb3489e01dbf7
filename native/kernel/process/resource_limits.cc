// Memory and file size: what a process may take, checked where it takes it.
#include <algorithm>
#include <utility>

#include "kernel/kernel.h"

namespace wasmsand {

Result<void> Kernel::grow_memory(Process& process, uint64_t bytes) {
  if (bytes > process.memory_bytes && bytes > process.limits[kLimitAddressSpace].soft) return Errno::nomem;
  return resize_memory(process, bytes);
}

Result<void> Kernel::resize_memory(Process& process, uint64_t bytes) {
  const uint64_t before = process.charged_memory(process.memory_bytes), after = process.charged_memory(bytes);
  if (after > before) {
    WS_TRY(accounting_.charge_memory(after - before));
  } else {
    accounting_.release_memory(before - after);
  }
  process.memory_bytes = bytes;
  process.peak_memory_bytes = std::max(process.peak_memory_bytes, bytes);
  if (bytes == 0) share_memory(process, 0);
  return {};
}

void Kernel::share_memory(Process& process, uint64_t bytes) {
  if (process.memory_bytes != 0) return;
  if (process.shared_bytes != 0) --sharing_processes_;
  // What each may come to hold without being charged for it is bounded by how many they are.
  constexpr int kMostSharing = 16;
  process.shared_bytes = sharing_processes_ < kMostSharing ? bytes : 0;
  if (process.shared_bytes != 0) ++sharing_processes_;
}

Result<void> Kernel::charge_engine(Process& process, uint64_t bytes) {
  // What rested is still charged: waking cannot fail.
  if (process.launch.kind == Launch::Kind::wake && process.launch.image) return {};
  return charge_instance(process, bytes);
}

Result<void> Kernel::charge_instance(Process& process, uint64_t bytes) {
  // The engine's copy of the module, the kernel's, and the one that is compiled; then its code.
  constexpr uint64_t kCopies = 3;
  release_engine(process);
  WS_TRY(accounting_.charge_memory(bytes));
  process.engine_bytes = bytes;
  const Ref<Program>& program = process.image.program;
  if (!program || !program->copies()) return {};
  RunningProgram& running = running_programs_[program->id()];
  if (running.processes == 0) {
    running.bytes = program->size() * kCopies + program->code_bytes;
    if (Result<void> charged = accounting_.charge_memory(running.bytes); !charged.ok()) {
      running_programs_.erase(program->id());
      return charged;
    }
  }
  ++running.processes;
  process.engine_program = program->id();
  return {};
}

void Kernel::release_engine(Process& process) {
  accounting_.release_memory(std::exchange(process.engine_bytes, 0));
  auto found = running_programs_.find(std::exchange(process.engine_program, 0));
  if (found == running_programs_.end() || --found->second.processes > 0) return;
  accounting_.release_memory(found->second.bytes);
  running_programs_.erase(found);
}

Result<void> Kernel::charge_linked(Process& process, uint64_t bytes) {
  WS_TRY(accounting_.charge_memory(bytes));
  process.engine_bytes += bytes;
  return {};
}

void Kernel::release_linked(Process& process, uint64_t bytes) {
  bytes = std::min(bytes, process.engine_bytes);
  process.engine_bytes -= bytes;
  accounting_.release_memory(bytes);
}

void Kernel::keep_linked(Process& process, Ref<LinkedModule> module, bool copyable) {
  if (copyable && process.copyable) {
    process.linked.push_back(std::move(module));
    return;
  }
  forget_linked(process);
  accounting_.discard_shared(std::move(module));
  process.copyable = false;
}

void Kernel::forget_linked(Process& process) {
  for (Ref<LinkedModule>& module : process.linked) accounting_.discard_shared(std::move(module));
  process.linked.clear();
  process.copyable = true;
}

void Kernel::note_memory(Process& process, uint64_t bytes) {
  if (bytes <= process.memory_bytes || process.state == ProcessState::zombie || process.state == ProcessState::reaped)
    return;
  accounting_.force_memory(process.charged_memory(bytes) - process.charged_memory(process.memory_bytes));
  process.memory_bytes = bytes;
  process.peak_memory_bytes = std::max(process.peak_memory_bytes, bytes);
  kill_beyond_memory();
}

void Kernel::note_thread(Process& process, uint64_t bytes) {
  const uint64_t before = std::exchange(process.thread_bytes, bytes);
  if (bytes <= before) return accounting_.release_memory(before - bytes);
  accounting_.force_memory(bytes - before);
  kill_beyond_memory();
}

void Kernel::kill_beyond_memory() {
  const uint64_t limit = accounting_.limits().memory_bytes;
  if (limit == 0) return;

  // As many as it takes, the largest first. What the dying still hold costs nobody else's life.
  uint64_t left = accounting_.usage().memory_bytes;
  std::vector<Process*> living;
  for (const auto& [pid, candidate] : processes_) {
    if (candidate->killed)
      left -= std::min(left, candidate->held_bytes());
    else
      living.push_back(candidate.get());
  }
  while (left > limit && !living.empty()) {
    auto largest = std::max_element(living.begin(), living.end(), [](const Process* a, const Process* b) {
      return a->held_bytes() < b->held_bytes();
    });
    left -= (*largest)->held_bytes();
    accounting_.refusals().note(Limit::memory_limit_bytes, (*largest)->acting_run());
    terminate(**largest, {0, kSigKill});
    living.erase(largest);
  }
}

Result<uint64_t> Process::within_file_size(uint64_t offset, uint64_t length) {
  if (length == 0) return length;
  uint64_t limit = limits[kLimitFileSize].soft;
  if (offset >= limit) {
    send_signal({kSigFileSizeLimit, SignalInfo::kFromKernel});
    // It may have a lower one of its own.
    if (limit != kernel.accounting().limits().file_bytes) return Errno::fbig;
    return refuse(Limit::max_file_bytes, Errno::fbig);
  }
  return std::min(length, limit - offset);
}

}  // namespace wasmsand
