// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

#include <cstdint>

namespace wasmsand {

// What happened in a kernel, or what a pool wants of the thread that owns it: then of kernel 0.
enum class EventKind : int32_t {
  data = 1,  // `id`: the stream
  drained = 2,  // `id`: the stream
  closed = 3,  // `id`: the stream, to which nobody can write any more
  rested = 4,  // `id`: the channel of the session that rests
  ended = 5,  // `id`: the run, of which no process is left
  connecting = 6,  // `id`: the connection, to the port `a`; 0: of the resolver
  connection = 7,  // `id`: the one that has something to say
  watched = 8,  // `id`: the watch of files, which has changes to take
  asked = 9,  // `id`: the question, of the mount `a`
  exit = 10,  // `id`: the pid, then exit code, signal, milliseconds of CPU and peak memory
  deadline = 11,  // `id`: the run
  destroyed = 12,
  grow = 13,  // start `id` more workers of the kind `a`
  terminate = 14,  // end the worker `id`: its guest cannot be stopped otherwise
};

// Of what kind a worker is: with a process at a time, or with many that share its thread.
enum class WorkerKind : uint8_t {
  threads = 0,
  stacks = 1,
};

// What a turn of a process on a stack of its own is for.
enum class StackTurn : int32_t {
  start = 0,
  resume = 1,
  ended = 2,
  dropped = 3,
  unwind = 4,
};

// What `stat` fills. Times are milliseconds since 1970.
struct StatFields {
  double dev;
  double ino;
  double mode;
  double nlink;
  double uid;
  double gid;
  double rdev;
  double size;
  double blksize;
  double blocks;
  double atime_ms;
  double mtime_ms;
  double ctime_ms;
  double birthtime_ms;
  double atime_seconds;  // the same exactly, in seconds and nanoseconds
  double atime_nanoseconds;
  double mtime_seconds;
  double mtime_nanoseconds;
};
static_assert(sizeof(StatFields) == 18 * sizeof(double));

// What `statfs` fills. Sizes are blocks of `bsize` bytes.
struct StatfsFields {
  double type;
  double bsize;
  double blocks;
  double bfree;
  double files;
  double ffree;
};
static_assert(sizeof(StatfsFields) == 6 * sizeof(double));

// What `usage` fills.
struct UsageFields {
  double memory_bytes;
  double peak_memory_bytes;
  double file_bytes;
  double inodes;
  double processes;
  double descriptors;
  double pipe_bytes;  // room of all pipes
  double locks;  // record locks
  double sockets;  // with connections that wait to be accepted
  double snapshots;  // and what counts only because they keep it
  double snapshot_bytes;
  double snapshot_inodes;
  double processes_started;  // since the kernel was made
  double cpu_ms;  // of all processes, ended and running
  double at_rest;  // sessions at rest, and what their images take in the host
  double image_bytes;
  double workers;  // of this thread, all sandboxes together: workers, processes that have one and do not wait, and those that wait for one
  double host_memory_bytes;  // of all sandboxes of the process
  double running;
  double waiting;
  double waits[18];  // how many wait for each cause
  double refusals[21];  // how often each limit has refused something
};
static_assert(sizeof(UsageFields) == 59 * sizeof(double));

// What `outputState` fills.
struct OutputFields {
  double available;  // bytes that `takeOutput` would give now
  double total;  // bytes the guest has written so far
  double truncated;  // 1 when bytes were refused because of the capacity
  double open;  // 1 while a process of the guest could still write
};
static_assert(sizeof(OutputFields) == 4 * sizeof(double));

}  // namespace wasmsand
