// The hash of every table whose keys are numbers or strings. Its seed is secret, so that nobody can choose keys that
// all fall into one place: the library's own hash of a number is the number, and that of a string has a known seed.
// scripts/check/hash-tables.mjs fails on a table of the library that does without.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wasmsand {

uint64_t seeded_hash(std::string_view text);
uint64_t seeded_hash(uint64_t number);

struct SeededHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return static_cast<size_t>(seeded_hash(text)); }
  template <std::integral T>
  size_t operator()(T number) const {
    return static_cast<size_t>(seeded_hash(static_cast<uint64_t>(number)));
  }
};

}  // namespace wasmsand
