// Counts again what the kernel's books say it holds: inodes, bytes, links, pins, descriptors, memory, pipes, locks.
// What has ended holds nothing, and who waits stands where he will be found.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernel/io/pipe.h"
#include "kernel/kernel.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {

class Audit {
 public:
  // Locked, and no thread in a call; calls that have said that they must wait are seen.
  explicit Audit(Kernel& kernel);
  // What does not add up; empty when all is well.
  std::vector<std::string> problems;
  // Whether it waits for its share of something, so that what it needs may be there while another is to have it.
  static bool waits_for_an_offer(const Waiter& waiter) { return waiter.need_ != Waiter::kAnything; }

 private:
  // Compares two figures that must be the same.
  void expect(const std::string& what, uint64_t booked, uint64_t counted);
  void find_open_files();
  void check_processes();
  void check_state(const std::string& who, const Process& process);
  void check_ended(const std::string& who, const Process& process);
  void check_waiting(const std::string& who, const Process& process);
  void check_memory();
  void check_locks();
  void check_pipes();
  // The rings of pipes, and how many ends are open.
  void check_ends();
  // Nobody sleeps in it who could use `offer`.
  void check_queue(const std::string& what, const WaitQueue& queue, size_t offer, bool all);
  void check_tree(MemoryFileSystem& tree);
  void check_versions(const MemoryFileSystem& tree);
  void check_inode(const MemoryFileSystem& tree, Ino ino, const Inode& inode);
  void check_content(const std::string& where, const Inode& inode);
  std::map<Ino, uint32_t> names_below_root(const MemoryFileSystem& tree);

  Kernel& kernel_;
  std::set<OpenFile*> open_;
  std::map<std::pair<const FileSystem*, Ino>, uint32_t> pins_, running_;
  uint64_t file_bytes_ = 0, inodes_ = 0;
};

}  // namespace wasmsand
