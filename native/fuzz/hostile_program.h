// What a hostile program does: any call of either door, with arguments of the kinds that the generated tables name,
// over a memory that holds what such arguments point to.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "fuzz/hostile_memory.h"
#include "syscall/call_description.h"
#include "syscall/door.h"

namespace wasmsand::fuzz {

class HostileProgram {
 public:
  // `pids`: of processes to aim at; the first is its own.
  HostileProgram(Input& input, GuestCall& call, std::span<std::byte> memory, std::vector<int> pids)
      : input_(input), call_(call), memory_(memory), pids_(std::move(pids)) {}

  // Changes a word of what the arguments point to.
  void poke();
  // What asks the next call, as often as it has to. Results below 0 are errors, for WASI's in its own numbers.
  using Call = std::function<int32_t()>;
  static constexpr int kWasiAgain = 6;
  Call linux_call();
  Call wasi_call();
  // The address of a request for linux_spawn.
  uint32_t spawn_request();

 private:
  uint64_t value_for(const ArgumentDescription& argument, const ValueSet* sets);
  uint64_t of_set(const ArgumentDescription& argument, const ValueSet* sets);
  uint32_t poll_list(uint32_t count);
  uint32_t descriptor();
  uint32_t pid();
  uint32_t number();
  uint64_t wide_number();

  Input& input_;
  GuestCall& call_;
  std::span<std::byte> memory_;
  std::vector<int> pids_;
  std::optional<FileType> wanted_;  // what the call is for, of the files that it could name
};

}  // namespace wasmsand::fuzz
