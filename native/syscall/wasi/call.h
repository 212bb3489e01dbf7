// One call through the WASI door, and the functions that serve the calls. Each validates its arguments completely,
// result pointers included, before it changes anything.
#pragma once

#include "syscall/door.h"
#include "syscall/wasi/descriptors.h"

namespace wasmsand::wasi {

struct Call {
  GuestCall& guest;
  KernelLock& lock;
  Descriptors& descriptors;
  const std::array<uint64_t, 10>& arguments;

  Kernel& kernel() const { return guest.kernel; }
  Process& process() const { return guest.process; }
  GuestMemory& memory() const { return guest.memory; }
  IoContext io() const { return {lock, &guest.process, false}; }

  uint32_t u32(size_t index) const { return static_cast<uint32_t>(arguments[index]); }
  uint64_t u64(size_t index) const { return arguments[index]; }
};

using Handler = Status (*)(Call&);

// arguments.cc
Status args_get(Call&);
Status args_sizes_get(Call&);
Status environ_get(Call&);
Status environ_sizes_get(Call&);
// clocks.cc
Status clock_res_get(Call&);
Status clock_time_get(Call&);
// descriptor_calls.cc
Status fd_advise(Call&);
Status fd_allocate(Call&);
Status fd_close(Call&);
Status fd_datasync(Call&);
Status fd_fdstat_get(Call&);
Status fd_fdstat_set_flags(Call&);
Status fd_fdstat_set_rights(Call&);
Status fd_filestat_get(Call&);
Status fd_filestat_set_size(Call&);
Status fd_filestat_set_times(Call&);
Status fd_prestat_get(Call&);
Status fd_prestat_dir_name(Call&);
Status fd_renumber(Call&);
Status fd_sync(Call&);
// transfer.cc
Status fd_pread(Call&);
Status fd_pwrite(Call&);
Status fd_read(Call&);
Status fd_seek(Call&);
Status fd_tell(Call&);
Status fd_write(Call&);
// directory.cc
Status fd_readdir(Call&);
// path_calls.cc
Status path_create_directory(Call&);
Status path_filestat_get(Call&);
Status path_filestat_set_times(Call&);
Status path_link(Call&);
Status path_readlink(Call&);
Status path_remove_directory(Call&);
Status path_rename(Call&);
Status path_symlink(Call&);
Status path_unlink_file(Call&);
// path_open.cc
Status path_open(Call&);
// poll.cc
Status poll_oneoff(Call&);
// process.cc
Status proc_exit(Call&);
Status proc_raise(Call&);
Status random_get(Call&);
Status sched_yield(Call&);
// sockets.cc
Status sock_accept(Call&);
Status sock_recv(Call&);
Status sock_send(Call&);
Status sock_shutdown(Call&);

}  // namespace wasmsand::wasi
