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

Status serve(GuestCall& call, uint32_t function, const std::array<uint64_t, 10>& arguments) {
  KernelLock lock(call.kernel.mutex(), KernelLock::Side::guest);
  Process& process = call.process;
  if (!call.wasi_descriptors) call.wasi_descriptors = std::make_shared<wasi::Descriptors>(process);
  wasi::Call context{call, lock, *call.wasi_descriptors, arguments};
  for (;;) {
    const Status status = process.killed ? Status::success : kTable.handlers[function](context);
    // A WASI program has no handlers: what is pending stops it, ends it, or is ignored.
    while (!process.killed && (process.interrupted() || process.pending_stop() != 0) &&
           call.kernel.next_delivery(lock, process)) {
    }
    if (process.killed) {
      call.after = GuestCall::After::exit;
      return status;
    }
    // Nothing makes a process of a run that is to end wait: calling again would go round for ever.
    if (status != wasi::status_of(Errno::intr) || process.run_cancelled) return status;
  }
}

}  // namespace

uint32_t wasi_call(GuestCall& call, uint32_t function, const std::array<uint64_t, 10>& arguments) {
  call.after = GuestCall::After::resume;
  call.restart = false;
  if (function >= kWasiFunctionCount) return wasi_errno(Errno::nosys);
  const uint32_t result = static_cast<uint32_t>(serve(call, function, arguments));
  if (trace_enabled()) trace_wasi(call, kWasiCalls[function].description, arguments, result);
  return result;
}

}  // namespace wasmsand
