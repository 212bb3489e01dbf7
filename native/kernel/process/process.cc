#include "kernel/process/process.h"

#include <algorithm>
#include <bit>

#include "kernel/kernel.h"

namespace wasmsand {

ResourceLimits limits_at_first(const Limits& sandbox) {
  ResourceLimits limits;
  limits[kLimitStack].soft = 8 << 20;
  limits[kLimitCore].soft = 0;
  if (sandbox.file_bytes != 0) limits[kLimitFileSize] = {sandbox.file_bytes, sandbox.file_bytes};
  if (sandbox.processes != 0) limits[kLimitProcesses] = {sandbox.processes, sandbox.processes};
  limits[kLimitDescriptors] = {sandbox.open_files_at_first(), sandbox.open_files};
  limits[kLimitPendingSignals] = {sandbox.queued_signals, sandbox.queued_signals};
  return limits;
}

Process::Process(Kernel& owner, int number)
    : kernel(owner),
      pid(number),
      descriptors(std::make_unique<DescriptorTable>(owner.accounting())),
      limits(limits_at_first(owner.accounting().limits())),
      started_at(monotonic_now()) {}

Process::~Process() = default;

Caller Process::caller() { return {&credentials, this, umask, *root_directory, *working_directory}; }

bool Process::interrupted() const {
  if (killed) return true;
  for (SignalSet left = signals.deliverable(); left != 0; left &= left - 1) {
    int signo = std::countr_zero(left) + 1;
    if (signals.has_handler(signo)) return true;
    if (!signals.ignored(signo) && default_action(signo) == DefaultAction::terminate) return true;
  }
  return false;
}

int Process::pending_stop() const {
  for (SignalSet left = signals.deliverable(); left != 0; left &= left - 1) {
    int signo = std::countr_zero(left) + 1;
    if (signals.actions[signo].handler == SignalAction::kDefault && default_action(signo) == DefaultAction::stop)
      return signo;
  }
  return 0;
}

void Process::set_temporary_mask(SignalSet mask) {
  if (progress().waited) return;
  saved_mask = signals.mask;
  signals.set_mask(mask);
}

void Process::restore_mask() {
  if (saved_mask) signals.mask = *saved_mask;
  saved_mask.reset();
}

Nanoseconds Process::call_time() {
  if (progress().begun_at == 0) progress().begun_at = monotonic_now();
  return progress().begun_at;
}

Errno Process::block_till_woken(WaitCause cause, std::span<WaitQueue* const> queues, Nanoseconds deadline,
                                size_t need) {
  wait_cause = cause;
  begin_wait(queues, need);
  wake_at = deadline;
  woken_soon = false;
  return Errno::blocked;
}

std::optional<WaitCause> Process::waits_for() const {
  if (rest == Rest::resting) return WaitCause::request;
  const bool has_begun = thread != nullptr || !submitted;
  if (killed || (has_begun && !waiting())) return std::nullopt;
  return wait_cause;
}

bool Process::stays_stopped() {
  while (int signo = killed ? 0 : pending_stop()) {
    signals.take(signal_bit(signo));
    kernel.stop(*this, signo);
  }
  if (state != ProcessState::stopped || killed) return false;
  block_till_woken(WaitCause::stopped, {});
  return true;
}

Result<void> Process::resume_call(KernelLock& lock) {
  if (waiting()) killed || pending_stop() != 0 ? withdraw() : end_wait();
  if (stays_stopped()) return Errno::blocked;
  if (!killed) return {};
  if (!kernel.give_up_child(*this, &lock)) {
    WaitQueue* const queues[] = {&progress().child->state_changes};
    return block_till_woken(WaitCause::child, queues);
  }
  end_call(&lock);
  return Errno::intr;
}

void Process::end_call(KernelLock* lock) {
  if (waiting()) withdraw();
  if (!progress_) return;
  if (progress_->awaits_record_lock) kernel.vfs().locks().stop_waiting(*this);
  kernel.give_up_child(*this, lock);
  progress_.reset();
}

void Process::on_wake() {
  if (thread != nullptr) thread->wake();
}

void Process::send_signal(const SignalInfo& info) { kernel.send_signal(*this, info); }

Errno Process::refuse(Limit limit, Errno error) { return kernel.accounting().refuse(limit, error); }

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

void Process::leave_rest() { kernel.wake(*this); }

void Process::ask_to_rest() {
  rest_asked = true;
  wake();
}

}  // namespace wasmsand
