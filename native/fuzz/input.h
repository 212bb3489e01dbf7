// The fuzzer's bytes as a sequence of decisions. When they have run out, every answer is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace wasmsand::fuzz {

class Input {
 public:
  Input(const uint8_t* data, size_t size) : left_(data, size) {}
  bool empty() const { return left_.empty(); }

  uint8_t byte() {
    if (left_.empty()) return 0;
    const uint8_t value = left_[0];
    left_ = left_.subspan(1);
    return value;
  }
  uint32_t word() {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) value = value << 8 | byte();
    return value;
  }
  uint32_t below(uint32_t limit) { return limit > 256 ? word() % limit : byte() % limit; }
  template <typename Choices>
  auto pick(const Choices& choices) {
    return std::data(choices)[below(static_cast<uint32_t>(std::size(choices)))];
  }
  bool chance(uint32_t out_of) { return below(out_of) == 0; }

 private:
  std::span<const uint8_t> left_;
};

// The fuzzer keeps the input of a process that aborts.
[[noreturn]] void fail(const std::string& why);

}  // namespace wasmsand::fuzz
