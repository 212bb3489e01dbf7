// What a hostile program does: any call of either door, with arguments of the kinds that the generated tables name,
// over a memory that holds what such arguments point to.
#pragma once

#include <functional>

#include "fuzz/input.h"
#include "syscall/call_description.h"
#include "syscall/door.h"

namespace wasmsand::fuzz {

// Names in /tmp and elsewhere, odd ones too.
std::span<const std::string> texts();

class HostileProgram {
 public:
  static constexpr uint32_t kMemoryBytes = 64 * 1024;

  // `pids`: of processes to aim at; the first is its own.
  HostileProgram(Input& input, GuestCall& call, std::span<std::byte> memory, std::vector<int> pids)
      : input_(input), call_(call), memory_(memory), pids_(std::move(pids)) {}

  // Puts texts, vectors and structs where the arguments will point to.
  static void furnish(std::span<std::byte> memory);
  // Changes a word of those.
  void poke();
  // What the next call asks, as often as it has to.
  std::function<void()> linux_call();
  std::function<void()> wasi_call();
  // The address of a request for linux_spawn.
  uint32_t spawn_request();

 private:
  uint64_t value_for(const ArgumentDescription& argument, const ValueSet* sets);
  uint64_t of_set(const ArgumentDescription& argument, const ValueSet* sets);
  uint32_t descriptor();
  uint32_t pid();
  uint32_t text();
  uint32_t number();
  uint64_t wide_number();
  uint32_t address();

  Input& input_;
  GuestCall& call_;
  std::span<std::byte> memory_;
  std::vector<int> pids_;
};

}  // namespace wasmsand::fuzz
