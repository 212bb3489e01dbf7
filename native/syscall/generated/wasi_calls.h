// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

#include <cstdint>

#include "kernel/errno.h"
#include "syscall/call_description.h"

namespace wasmsand {

// In the order of the specification; the numbers are the `function` of wasi_call().
enum class WasiFunction : uint32_t {
  args_get = 0,
  args_sizes_get = 1,
  environ_get = 2,
  environ_sizes_get = 3,
  clock_res_get = 4,
  clock_time_get = 5,
  fd_advise = 6,
  fd_allocate = 7,
  fd_close = 8,
  fd_datasync = 9,
  fd_fdstat_get = 10,
  fd_fdstat_set_flags = 11,
  fd_fdstat_set_rights = 12,
  fd_filestat_get = 13,
  fd_filestat_set_size = 14,
  fd_filestat_set_times = 15,
  fd_pread = 16,
  fd_prestat_get = 17,
  fd_prestat_dir_name = 18,
  fd_pwrite = 19,
  fd_read = 20,
  fd_readdir = 21,
  fd_renumber = 22,
  fd_seek = 23,
  fd_sync = 24,
  fd_tell = 25,
  fd_write = 26,
  path_create_directory = 27,
  path_filestat_get = 28,
  path_filestat_set_times = 29,
  path_link = 30,
  path_open = 31,
  path_readlink = 32,
  path_remove_directory = 33,
  path_rename = 34,
  path_symlink = 35,
  path_unlink_file = 36,
  poll_oneoff = 37,
  proc_exit = 38,
  proc_raise = 39,
  sched_yield = 40,
  random_get = 41,
  sock_accept = 42,
  sock_recv = 43,
  sock_send = 44,
  sock_shutdown = 45,
};
inline constexpr uint32_t kWasiFunctionCount = 46;

struct WasiCall {
  CallDescription description;
  const char* parameters;  // 'i' for i32, 'I' for i64
  bool returns;            // an i32, the errno; else nothing
};
extern const WasiCall kWasiCalls[kWasiFunctionCount];

inline constexpr uint16_t kWasiNotCapable = 76;  // the one errno that Linux lacks
uint16_t wasi_errno(Errno error);

}  // namespace wasmsand
