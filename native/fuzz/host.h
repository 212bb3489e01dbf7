// What the host does beside its guests: starts and ends processes, is asked for snapshots and files, serves streams and
// a session shell, and lets time pass.
#pragma once

#include "fuzz/input.h"
#include "fuzz/machine.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand::fuzz {

class Host {
 public:
  Host(Input& input, Machine& machine) : input_(input), machine_(machine) {}
  void act();

 private:
  void act_on_processes();
  void act_on_image();
  void act_on_files();
  void act_on_streams();
  void act_on_session();
  Program& some_program() { return *machine_.programs[input_.below(static_cast<uint32_t>(machine_.programs.size()))]; }
  std::string some_path() { return "/tmp/" + input_.pick(HostileMemory::texts()); }
  uint64_t some_run() { return 1 + input_.below(2); }

  Input& input_;
  Machine& machine_;
  static constexpr size_t kSnapshots = 6;
};

}  // namespace wasmsand::fuzz
