// Calls of a hostile WASI program: any function with any arguments, over memory it has filled with what looks like
// paths and vectors. Nothing is expected but that the kernel stays whole, which the sanitizers watch.
#include <random>

#include "test/wasi_guest.h"

namespace wasmsand::test {
namespace {

using F = WasiFunction;

// Those that end the program, and the one that may wait for long.
bool left_out(F function) {
  return function == F::proc_exit || function == F::proc_raise || function == F::poll_oneoff;
}

class RandomArguments {
 public:
  explicit RandomArguments(uint32_t seed) : random_(seed) {}

  uint32_t below(uint32_t limit) { return std::uniform_int_distribution<uint32_t>(0, limit - 1)(random_); }

  uint64_t next() {
    static constexpr uint64_t kEdges[] = {~0ull,      1ull << 63, (1ull << 63) - 1,        0x7fffffff, 0x80000000,
                                          0xffffffff, 0xfffffff8, WasiGuest::kMemoryBytes, 1ull << 32, kPathMax + 1,
                                          1024,       1025};
    switch (below(8)) {
      case 0:
        return kEdges[below(std::size(kEdges))];
      case 1:
        return WasiGuest::kMemoryBytes - below(64);
      case 2:
        return std::uniform_int_distribution<uint64_t>()(random_);
      case 3:
        return below(WasiGuest::kMemoryBytes);
      case 4:
        return uint64_t{1} << below(30);
      default:
        return below(16);
    }
  }

  std::string path() {
    static constexpr std::string_view kParts[] = {"a",    "b",    "..",  ".",        "/",   "/",
                                                  "link", "dir/", "tmp", "dev/null", "\xff"};
    std::string text;
    for (uint32_t parts = below(6); parts > 0; --parts) text += kParts[below(std::size(kParts))];
    return text;
  }

 private:
  std::mt19937 random_;
};

TEST(WasiRandom, NoArgumentsHarmTheKernel) {
  // Programs soon close all they have, so there are many short ones.
  constexpr uint32_t kPrograms = 100;
  constexpr int kCalls = 300;
  Limits limits;
  limits.file_system_bytes = 1 << 20;
  limits.file_count = 200;
  TestSandbox sandbox(limits);
  for (uint32_t seed = 0; seed < kPrograms; ++seed) {
    run_wasi(sandbox, [seed](WasiGuest& program) {
      RandomArguments random(seed);
      std::vector<std::pair<uint32_t, uint32_t>> paths;
      for (int i = 0; i < 64; ++i) {
        const std::string text = random.path();
        paths.emplace_back(program.put(text), text.size());
      }
      std::vector<uint32_t> vectors;
      for (int i = 0; i < 64; ++i)
        vectors.push_back(program.put_value(wasi::Iovec{random.below(WasiGuest::kMemoryBytes), random.below(100'000)}));
      for (int i = 0; i < kCalls; ++i) {
        const auto function = static_cast<F>(random.below(kWasiFunctionCount));
        if (left_out(function)) continue;
        std::array<uint64_t, 10> arguments;
        for (uint64_t& argument : arguments) argument = random.next();
        // Half of the calls look right: a low descriptor, then a path or a vector where most functions have theirs.
        if (random.below(2) == 0) {
          arguments[0] = random.below(12);
          const size_t at = random.below(3);
          const auto [address, length] = paths[random.below(64)];
          arguments[at] = random.below(2) == 0 ? address : vectors[random.below(64)];
          arguments[at + 1] = length;
        }
        wasi_call(program.door, static_cast<uint32_t>(function), arguments);
        ASSERT_EQ(program.door.after, GuestCall::After::resume);
      }
    });
  }
}

}  // namespace
}  // namespace wasmsand::test
