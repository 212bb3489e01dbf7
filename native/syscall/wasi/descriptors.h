// What WASI knows of a process's descriptors beyond the kernel's table: rights, and which are preopened directories.
//
// A WASI program has its standard streams at 0–2 and finds directories by asking from 3 upwards until EBADF. So 3 is
// "/", 4 is the working directory under the name ".". Further descriptors that it inherited stay open, not as its own:
// they have no entry here, but it can open /dev/fd/63, the name a shell gives it for <(…).
#pragma once

#include <map>
#include <string>

#include "kernel/kernel.h"
#include "syscall/wasi/outcome.h"
#include "syscall/wasi/rights.h"

namespace wasmsand::wasi {

class Descriptors {
 public:
  // Prepares the descriptors of a program that has just started.
  explicit Descriptors(Process& process);

  // EBADF, or ENOTCAPABLE unless the descriptor has all of the rights.
  Outcome<Ref<OpenFile>> get(uint32_t fd, uint64_t base = 0, uint64_t inheriting = 0);
  // Also ENOTDIR unless it is a directory.
  Outcome<Ref<OpenFile>> directory(uint32_t fd, uint64_t base, uint64_t inheriting = 0);

  Outcome<uint32_t> add(Ref<OpenFile> file, Rights rights);
  Status close(uint32_t fd);
  Status renumber(uint32_t from, uint32_t to);

  Outcome<Rights> rights(uint32_t fd);
  // ENOTCAPABLE when it would have more than before.
  Status shrink_rights(uint32_t fd, Rights rights);
  // The name of a preopened directory; EBADF for other descriptors: that is how programs find the end of the list.
  Outcome<std::string> preopen_name(uint32_t fd);

 private:
  struct Entry {
    Rights rights;
    std::string preopen_name;  // empty: not preopened
  };
  void preopen(uint32_t fd, const Node& directory, std::string name);
  Outcome<Entry*> entry(uint32_t fd);

  Process& process_;
  std::map<uint32_t, Entry> entries_;  // exactly those WASI knows
};

}  // namespace wasmsand::wasi
