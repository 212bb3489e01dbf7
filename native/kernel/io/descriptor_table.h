// A process's file descriptors: small integers to open file descriptions, each with its close-on-exec flag.
#pragma once

#include <vector>

#include "kernel/io/open_file.h"

namespace wasmsand {

class Accounting;

class DescriptorTable {
 public:
  explicit DescriptorTable(Accounting& accounting) : accounting_(accounting) {}
  ~DescriptorTable();

  // EBADF unless `fd` is open.
  Result<Ref<OpenFile>> get(int fd) const;
  // The lowest free descriptor ≥ `minimum`; EMFILE past `limit` (RLIMIT_NOFILE), ENFILE past the sandbox's limit.
  Result<int> add(Ref<OpenFile> file, bool close_on_exec, int minimum, uint32_t limit);
  // Puts `file` at `fd` and closes the file that was there; EBADF when fd is out of range.
  Result<void> put(int fd, Ref<OpenFile> file, bool close_on_exec, uint32_t limit);
  Result<Ref<OpenFile>> remove(int fd);
  Result<bool> close_on_exec(int fd) const;
  Result<void> set_close_on_exec(int fd, bool value);

  // Copies into an empty table. ENFILE past the sandbox's limit; then nothing is copied.
  Result<void> copy_from(const DescriptorTable& parent);
  // Removes the descriptors that exec closes and returns them, so that the caller can release their locks.
  std::vector<Ref<OpenFile>> take_close_on_exec();
  std::vector<Ref<OpenFile>> take_all();
  std::vector<int> open_descriptors() const;

 private:
  struct Slot {
    Ref<OpenFile> file;
    bool close_on_exec = false;
  };
  bool is_open(int fd) const { return fd >= 0 && static_cast<size_t>(fd) < slots_.size() && slots_[fd].file; }
  Accounting& accounting_;
  std::vector<Slot> slots_;
};

}  // namespace wasmsand
