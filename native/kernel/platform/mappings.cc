#include "kernel/platform/mappings.h"

#include <array>
#include <cstdio>
#include <utility>

namespace wasmsand {
namespace {

// One part is left to what does not ask: the engine's heaps, threads, the host's own libraries and files. More would
// leave too few for as many processes as the pool admits (lib/node/pool.ts).
constexpr uint32_t kParts = 8;

#ifdef __linux__
uint32_t most_of_system() {
  FILE* const file = std::fopen("/proc/sys/vm/max_map_count", "re");
  if (file == nullptr) return 0;
  unsigned most = 0;
  const bool read = std::fscanf(file, "%u", &most) == 1;  // NOLINT(cert-err34-c): 0 is any number
  (void)std::fclose(file);
  return read ? most : 0;
}

// One is a line.
uint32_t count_of_process() {
  FILE* const file = std::fopen("/proc/self/maps", "re");
  if (file == nullptr) return 0;
  uint32_t lines = 0;
  std::array<char, 16384> piece;
  while (const size_t read = std::fread(piece.data(), 1, piece.size(), file))
    for (size_t i = 0; i < read; i++) lines += piece[i] == '\n' ? 1 : 0;
  (void)std::fclose(file);
  return lines;
}
#else
uint32_t most_of_system() { return 0; }
uint32_t count_of_process() { return 0; }
#endif

}  // namespace

Mappings& Mappings::of_process() {
  static auto* instance = new Mappings(most_of_system(), count_of_process);  // outlives every thread
  return *instance;
}

Mappings::Mappings(uint32_t most, std::function<uint32_t()> count)
    : limit_(most - most / kParts), count_(std::move(count)) {}

bool Mappings::take(uint32_t more) {
  if (limit_ == 0) return true;
  std::lock_guard lock(mutex_);
  const auto full = [&] { return uint64_t{known_} + since_ + more > limit_; };
  if (counted_at_ == 0 || since_ >= kUncounted || full()) count_again(monotonic_now());
  if (full()) return false;
  since_ += more;
  return true;
}

void Mappings::count_again(Nanoseconds now) {
  if (counted_at_ != 0 && now - counted_at_ < kCountPause) return;
  counted_at_ = now;
  known_ = count_();
  since_ = 0;
}

}  // namespace wasmsand
