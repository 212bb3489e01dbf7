#include "kernel/seeded_hash.h"

#include <span>

#include "kernel/platform/clock.h"

namespace wasmsand {

namespace {

uint64_t hash_seed() {
  static const uint64_t seed = [] {
    uint64_t value = 0;
    if (!random_bytes(std::as_writable_bytes(std::span(&value, 1)))) value = static_cast<uint64_t>(monotonic_now());
    return value;
  }();
  return seed;
}

uint64_t mix(uint64_t value) {
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93;
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93;
  return value ^ value >> 32;
}

}  // namespace

uint64_t seeded_hash(std::string_view text) {
  uint64_t hash = hash_seed() ^ text.size();
  while (!text.empty()) {
    uint64_t word = 0;
    const size_t length = text.copy(reinterpret_cast<char*>(&word), sizeof word);
    hash = mix(hash ^ word);
    text.remove_prefix(length);
  }
  return mix(hash);
}

uint64_t seeded_hash(uint64_t number) { return mix(mix(number ^ hash_seed())); }

}  // namespace wasmsand
