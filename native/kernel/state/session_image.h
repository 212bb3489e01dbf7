// The process of a session at rest, a shell or an interpreter, without the sandbox around it: what another process can
// go on as, here or in another kernel. It has the process's memory and what the kernel knows of it alone; not its
// children, nor what it shares with others: pipes, locks, timers. Immutable.
#pragma once

#include <string>
#include <vector>

#include "kernel/process/process.h"

namespace wasmsand {

class SessionImage final : public RefCounted {
 public:
  // A directory: in the root file system by its number, elsewhere by its path.
  struct Place {
    Ino ino = 0;
    std::string path;
  };
  // An open file of the root file system, or a device.
  struct File {
    bool device = false;
    Ino ino = 0;
    Ino directory = 0;  // where it was found, as `name`; 0: not known
    std::string name;
    uint32_t flags = 0;
    uint64_t offset = 0;
  };
  struct Descriptor {
    int fd = 0;
    size_t file = 0;  // those with the same one share it
    bool close_on_exec = false;
  };

  int pid = 0;
  std::vector<int> children;  // those that it has not waited for
  Credentials credentials;
  uint16_t umask = 0;
  Place root_directory, working_directory;
  std::vector<File> files;
  std::vector<Descriptor> descriptors;
  SignalState signals;
  std::string name;
  // As they are, and as they were when it began.
  ResourceLimits limits, limits_at_first;
  int nice = 0;
  bool dumpable = true;
  // The program that it runs.
  Ref<Program> program;
  Ino program_file = 0;
  std::string program_path, program_name;
  Strings arguments, environment;
  LinkedModules linked;
  Launch launch;
  uint64_t memory_bytes = 0, engine_bytes = 0;

  // What is kept for it.
  [[nodiscard]] uint64_t held_bytes() const;
};

}  // namespace wasmsand
