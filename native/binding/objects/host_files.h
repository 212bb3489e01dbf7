// The files that the host has open in one kernel, by number. Used on the owning thread with the kernel locked.
#pragma once

#include <map>

#include "kernel/io/open_file.h"

namespace wasmsand {

class Kernel;

class HostFiles {
 public:
  explicit HostFiles(Kernel& kernel) : kernel_(kernel) {}

  // The number of the file, > 0, which no other file gets later. It counts as a descriptor until it is closed.
  // Errors: ENFILE.
  Result<int64_t> add(Ref<OpenFile> file);
  // Errors: EBADF.
  Result<Ref<OpenFile>> get(int64_t number) const;
  Result<void> close(int64_t number);
  void close_all();

 private:
  Kernel& kernel_;
  std::map<int64_t, Ref<OpenFile>> files_;
  int64_t last_ = 0;
};

}  // namespace wasmsand
