// A cursor over untrusted bytes. The first failure sticks: every later read gives 0 and ok() is false, so that a parser
// may check once per item. What failed first is kept for the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace wasmsand {

class ByteReader {
 public:
  // `origin`: the position of the first byte in the whole module, for positions in messages.
  explicit ByteReader(std::span<const std::byte> bytes, size_t origin = 0) : bytes_(bytes), origin_(origin) {}

  bool ok() const { return problem_ == nullptr; }
  const char* problem() const { return problem_; }
  bool at_end() const { return position_ == bytes_.size(); }
  size_t remaining() const { return bytes_.size() - position_; }
  size_t offset() const { return origin_ + position_; }

  void fail(const char* problem) {
    if (problem_) return;
    problem_ = problem;
    position_ = bytes_.size();
  }

  uint8_t byte() {
    if (remaining() < 1) return fail("unexpected end"), 0;
    return static_cast<uint8_t>(bytes_[position_++]);
  }

  uint8_t peek() const { return at_end() ? 0 : static_cast<uint8_t>(bytes_[position_]); }

  // LEB128. As the specification has it: at most ceil(bits / 7) bytes, and unused bits of the last one are zero.
  uint32_t u32() { return static_cast<uint32_t>(unsigned_leb(32)); }
  uint64_t u64() { return unsigned_leb(64); }

  // Reads past a signed LEB128 of at most `bits` bits.
  void skip_signed(int bits) {
    for (int used = 0; used < bits; used += 7) {
      if ((byte() & 0x80) == 0) return;
    }
    fail("integer too long");
  }

  std::span<const std::byte> take(size_t length) {
    if (remaining() < length) return fail("length past the end"), std::span<const std::byte>{};
    auto part = bytes_.subspan(position_, length);
    position_ += length;
    return part;
  }

  // A vector's count. Each element takes at least one byte, so a larger count cannot be true: allocating for it is
  // safe.
  uint32_t count(uint32_t limit) {
    uint32_t value = u32();
    if (value > remaining()) return fail("count past the end"), 0;
    if (value > limit) return fail("too many entries"), 0;
    return value;
  }

  std::string_view name() {
    auto part = take(u32());
    std::string_view text(reinterpret_cast<const char*>(part.data()), part.size());
    if (!is_utf8(text)) return fail("name is not UTF-8"), std::string_view{};
    return text;
  }

 private:
  uint64_t unsigned_leb(int bits) {
    uint64_t value = 0;
    for (int shift = 0; shift < bits; shift += 7) {
      uint8_t next = byte();
      if (int room = bits - shift; room < 7 && (next & 0x7f) >> room) return fail("integer too large"), 0;
      value |= uint64_t{next & 0x7fu} << shift;
      if ((next & 0x80) == 0) return value;
    }
    return fail("integer too long"), 0;
  }

  static bool is_utf8(std::string_view text);

  std::span<const std::byte> bytes_;
  size_t origin_;
  size_t position_ = 0;
  const char* problem_ = nullptr;
};

}  // namespace wasmsand
