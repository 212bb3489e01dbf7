#include <algorithm>
#include <thread>

#include "syscall/generated/flags.h"
#include "syscall/wasi/call.h"

namespace wasmsand::wasi {
namespace {

constexpr int kSentByThread = -6;  // SI_TKILL

// WASI's numbers skip SIGSTKFLT, Linux's 16.
int linux_signal(uint32_t wasi_signal) {
  return static_cast<int>(wasi_signal < signal::kChld ? wasi_signal : wasi_signal + 1);
}

}  // namespace

Status proc_exit(Call& call) {
  call.kernel().exit(call.process(), ExitStatus{static_cast<int>(call.u32(0) & 0xff), 0});
  return Status::success;
}

Status proc_raise(Call& call) {
  if (call.u32(0) > signal::kSys) return status_of(Errno::inval);
  if (call.u32(0) == signal::kNone) return Status::success;
  Process& process = call.process();
  call.kernel().send_signal(process,
                            {linux_signal(call.u32(0)), kSentByThread, process.pid, process.credentials.uid, 0});
  return Status::success;
}

Status random_get(Call& call) {
  WASI_ASSIGN(out, call.memory().range(call.u32(0), call.u32(1)));
  constexpr size_t kAtOnce = 1 << 20;
  // Unlocked, for a guest may ask for gigabytes; in parts, so that it can be killed meanwhile.
  Result<void> filled;
  for (size_t done = 0; done < out.size() && filled && !call.process().killed; done += kAtOnce) {
    call.lock.unlock();
    filled = random_bytes(out.subspan(done, std::min(kAtOnce, out.size() - done)));
    call.lock.lock();
  }
  return status_of(filled);
}

Status sched_yield(Call& call) {
  call.lock.unlock();
  std::this_thread::yield();
  call.lock.lock();
  return Status::success;
}

}  // namespace wasmsand::wasi
