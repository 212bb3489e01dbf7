#include "syscall/finish_call.h"
#include "syscall/trace.h"
#include "syscall/wasi/call.h"

namespace wasmsand {
namespace {

using wasi::Handler;
using wasi::Status;

struct HandlerTable {
  Handler handlers[kWasiFunctionCount] = {};
  constexpr void set(WasiFunction function, Handler handler) { handlers[static_cast<uint32_t>(function)] = handler; }
};

constexpr HandlerTable make_table() {
  HandlerTable table;
#define SERVE(name) table.set(WasiFunction::name, wasi::name)
  SERVE(args_get);
  SERVE(args_sizes_get);
  SERVE(environ_get);
  SERVE(environ_sizes_get);
  SERVE(clock_res_get);
  SERVE(clock_time_get);
  SERVE(fd_advise);
  SERVE(fd_allocate);
  SERVE(fd_close);
  SERVE(fd_datasync);
  SERVE(fd_fdstat_get);
  SERVE(fd_fdstat_set_flags);
  SERVE(fd_fdstat_set_rights);
  SERVE(fd_filestat_get);
  SERVE(fd_filestat_set_size);
  SERVE(fd_filestat_set_times);
  SERVE(fd_pread);
  SERVE(fd_prestat_get);
  SERVE(fd_prestat_dir_name);
  SERVE(fd_pwrite);
  SERVE(fd_read);
  SERVE(fd_readdir);
  SERVE(fd_renumber);
  SERVE(fd_seek);
  SERVE(fd_sync);
  SERVE(fd_tell);
  SERVE(fd_write);
  SERVE(path_create_directory);
  SERVE(path_filestat_get);
  SERVE(path_filestat_set_times);
  SERVE(path_link);
  SERVE(path_open);
  SERVE(path_readlink);
  SERVE(path_remove_directory);
  SERVE(path_rename);
  SERVE(path_symlink);
  SERVE(path_unlink_file);
  SERVE(poll_oneoff);
  SERVE(proc_exit);
  SERVE(proc_raise);
  SERVE(sched_yield);
  SERVE(random_get);
  SERVE(sock_accept);
  SERVE(sock_recv);
  SERVE(sock_send);
  SERVE(sock_shutdown);
#undef SERVE
  return table;
}

constexpr HandlerTable kTable = make_table();

constexpr bool complete(const HandlerTable& table) {
  for (Handler handler : table.handlers) {
    if (!handler) return false;
  }
  return true;
}
static_assert(complete(kTable));

Result<Status> ask(GuestCall& call, CallLock& lock, uint32_t function, const std::array<uint64_t, 10>& arguments) {
  Process& process = call.process;
  if (!call.wasi_descriptors) call.wasi_descriptors = std::make_shared<wasi::Descriptors>(process);
  wasi::Call context{call, lock, *call.wasi_descriptors, arguments};
  return process.ask(lock, [&]() -> Result<Status> {
    const Status status = kTable.handlers[function](context);
    if (status == Status::blocked) return Errno::blocked;
    return status;
  });
}

// A WASI program has no handlers: what is pending stops it, ends it, or is ignored. Errno::blocked while it is stopped.
Result<void> settle_signals(Process& process) {
  if (process.waiting()) process.end_wait();
  while (!process.killed && (process.interrupted() || process.pending_stop() != 0 || process.stays_stopped())) {
    WS_ASSIGN(delivery, process.kernel.next_delivery(process));
    if (!delivery) break;
  }
  return {};
}

uint32_t serve(GuestCall& call, uint32_t function, const std::array<uint64_t, 10>& arguments) {
  CallLock lock(call.process, KernelLock::Side::guest);
  for (;;) {
    if (!call.wasi_answer) {
      const Result<Status> status = ask(call, lock, function, arguments);
      if (status.error() == Errno::blocked) {
        stay_blocked(call);
        return 0;
      }
      // Of a killed process no answer counts.
      call.wasi_answer = static_cast<uint32_t>(status.ok() ? *status : Status::success);
    }
    if (!settle_signals(call.process).ok()) {
      stay_blocked(call);
      return 0;
    }
    const uint32_t answer = *std::exchange(call.wasi_answer, std::nullopt);
    if (call.process.killed) call.after = GuestCall::After::exit;
    // Nothing makes a process of a run that is to end wait: calling again would go round for ever.
    if (call.process.killed || answer != wasi_errno(Errno::intr) || call.process.run_cancelled) return answer;
  }
}

}  // namespace

uint32_t wasi_call(GuestCall& call, uint32_t function, const std::array<uint64_t, 10>& arguments) {
  call.after = GuestCall::After::resume;
  call.restart = false;
  if (function >= kWasiFunctionCount) return wasi_errno(Errno::nosys);
  const uint32_t result = serve(call, function, arguments);
  if (traced(call)) trace_wasi(call, kWasiCalls[function].description, arguments, result);
  return result;
}

}  // namespace wasmsand
