#include "kernel/resources/accounting.h"

#include <algorithm>

namespace wasmsand {

namespace {

template <typename T>
void give_back(T& used, T amount) {
  assert(used >= amount);
  used -= std::min(used, amount);
}

}  // namespace

Result<void> Accounting::charge_file_bytes(uint64_t bytes) {
  return charge(usage_.file_bytes, limits_.file_system_bytes, bytes, Limit::fs_limit_bytes, Errno::nospc);
}

void Accounting::release_file_bytes(uint64_t bytes) { give_back(usage_.file_bytes, bytes); }

Result<void> Accounting::charge_inode() {
  return charge<uint64_t>(usage_.inodes, limits_.file_count, 1, Limit::file_count_limit, Errno::nospc);
}

Result<void> Accounting::check_files(uint64_t bytes, uint64_t inodes) {
  uint64_t used_bytes = usage_.file_bytes, used_inodes = usage_.inodes;
  WS_TRY(charge(used_bytes, limits_.file_system_bytes, bytes, Limit::fs_limit_bytes, Errno::nospc));
  return charge(used_inodes, limits_.file_count, inodes, Limit::file_count_limit, Errno::nospc);
}

void Accounting::release_inodes(uint64_t count) { give_back(usage_.inodes, count); }

Result<void> Accounting::charge_process(bool from_host) {
  const uint32_t limit = limits_.processes == 0 ? 0 : limits_.processes + (from_host ? 1 : 0);
  WS_TRY(charge<uint32_t>(usage_.processes, limit, 1, Limit::max_processes, Errno::again));
  usage_.processes_started++;
  return {};
}

void Accounting::release_process() { give_back<uint32_t>(usage_.processes, 1); }

Result<void> Accounting::charge_descriptors(uint32_t count) {
  return charge(usage_.descriptors, limits_.descriptors, count, Limit::max_descriptors, Errno::nfile);
}

void Accounting::release_descriptors(uint32_t count) { give_back(usage_.descriptors, count); }

Result<void> Accounting::charge_pipe(uint64_t bytes) {
  return charge(usage_.pipe_bytes, limits_.pipe_bytes, bytes, Limit::max_pipe_bytes, Errno::perm);
}

void Accounting::release_pipe(uint64_t bytes) { give_back(usage_.pipe_bytes, bytes); }

Result<void> Accounting::exchange_locks(size_t after, size_t before) {
  const auto others = usage_.locks - static_cast<uint32_t>(before);
  if (after > before && !fits<size_t>(others, limits_.locks, after)) return refuse(Limit::max_locks, Errno::nolck);
  usage_.locks = others + static_cast<uint32_t>(after);
  return {};
}

void Accounting::release_locks(size_t count) { give_back(usage_.locks, static_cast<uint32_t>(count)); }

Result<void> Accounting::charge_socket() {
  return charge(usage_.sockets, limits_.sockets, 1u, Limit::max_sockets, Errno::nobufs);
}

void Accounting::release_sockets(uint32_t count) { give_back(usage_.sockets, count); }

Result<void> Accounting::charge_memory(uint64_t bytes) {
  WS_TRY(check_memory(bytes));
  if (!HostMemory::charge(bytes)) return refuse(Limit::host_memory_bytes, Errno::nomem);
  usage_.memory_bytes += bytes;
  note_peak();
  return {};
}

Result<void> Accounting::check_memory(uint64_t bytes) {
  uint64_t used = usage_.memory_bytes;
  return charge(used, limits_.memory_bytes, bytes, Limit::memory_limit_bytes, Errno::nomem);
}

void Accounting::release_memory(uint64_t bytes) {
  HostMemory::release(std::min(bytes, usage_.memory_bytes));
  give_back(usage_.memory_bytes, bytes);
}

}  // namespace wasmsand
