// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
// The limits of a sandbox, by the names of the options that set them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wasmsand {

enum class Limit : uint8_t {
  // Of a run, by time.
  timeout_ms,
  cpu_timeout_ms,
  // Of the sandbox.
  memory_limit_bytes,
  fs_limit_bytes,
  file_count_limit,
  max_processes,
  max_output_bytes,
  max_snapshots,
  max_descriptors,
  max_pipe_bytes,
  max_locks,
  max_sockets,
  // Of one file, one process, one program, one command line.
  max_file_bytes,
  max_open_files,
  max_argument_bytes,
  max_timers,
  max_queued_signals,
  max_program_bytes,
  max_command_bytes,
  // Of all sandboxes of the process together.
  host_memory_bytes,
  // What may be reached of the outside.
  network,
};

inline constexpr size_t kLimitCount = 21;

}  // namespace wasmsand
