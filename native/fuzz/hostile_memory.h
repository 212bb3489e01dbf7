// What lies in the memory of a hostile program: whatever the arguments of its calls could mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "fuzz/input.h"

namespace wasmsand::fuzz {

class HostileMemory {
 public:
  static constexpr uint32_t kBytes = 64 * 1024;

  // Puts texts, vectors and structs where the functions below say they are.
  static void furnish(std::span<std::byte> memory);
  // Names in /tmp and elsewhere, odd ones too.
  static std::span<const std::string> texts();
  static uint32_t text(Input& input);
  // Of a file in the working directory, most of the time.
  static uint32_t file(Input& input);
  // Of a file that can be run.
  static uint32_t program(Input& input);
  // A struct flock64.
  static uint32_t lock(Input& input);
  // A list of strings or vectors, some of it as long as what is accounted for.
  static uint32_t list(Input& input);
  // Anything, in or beyond the memory.
  static uint32_t address(Input& input);
  // One of the words that lists and structs are made of.
  static uint32_t word(Input& input);
  // For a struct that is made for one call, and what it points to.
  static constexpr uint32_t kStruct = 31 * 1024, kStructBytes = 1024;
};

}  // namespace wasmsand::fuzz
