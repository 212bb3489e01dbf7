// The bytes of a written state, field by field: FORMAT.md says what they are. Little-endian, without padding.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "kernel/state/digest.h"

namespace wasmsand {

namespace state_format {

inline constexpr std::string_view kMagic = "wasmsand";
inline constexpr uint16_t kVersion = 1;
inline constexpr size_t kHeaderBytes = 64;
// Pieces of files that are smaller stand where they belong, larger ones are objects.
inline constexpr uint32_t kInlineBytes = 1024;
// Inodes whose numbers differ only below this stand in one object.
inline constexpr uint64_t kInodesInLeaf = 32;
// A session's shell and its interpreters; and in the place of one that is not along.
inline constexpr size_t kSessionsMax = 17;
inline constexpr Digest kNoSession{};
// Of a record of an inode.
inline constexpr uint8_t kOfBase = 1, kContentOfBase = 2;

}  // namespace state_format

class StateBytes {
 public:
  template <std::unsigned_integral T>
  void number(T value) {
    for (size_t i = 0; i < sizeof(T); i++) bytes_.push_back(static_cast<char>(value >> (8 * i)));
  }
  void time(int64_t value) { number(static_cast<uint64_t>(value)); }
  void text(std::string_view text) {
    number(static_cast<uint32_t>(text.size()));
    bytes_ += text;
  }
  void digest(const Digest& digest) { bytes_.append(reinterpret_cast<const char*>(digest.data()), digest.size()); }
  void raw(std::span<const std::byte> bytes) {
    bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  bool empty() const { return bytes_.empty(); }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(bytes_)); }
  std::string take() { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

// What is read past the end is zero, and failed() from then on.
class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> bytes) : left_(bytes) {}
  bool failed() const { return failed_; }
  bool at_end() const { return left_.empty(); }
  size_t left() const { return left_.size(); }
  // For what is read and cannot be.
  void fail() { failed_ = true; }

  template <std::unsigned_integral T>
  T number() {
    const auto bytes = raw(sizeof(T));
    T value = 0;
    for (size_t i = 0; i < bytes.size(); i++) value |= static_cast<T>(static_cast<T>(bytes[i]) << (8 * i));
    return value;
  }
  int64_t time() { return static_cast<int64_t>(number<uint64_t>()); }
  bool flag() {
    const uint8_t value = number<uint8_t>();
    if (value > 1) failed_ = true;
    return value == 1;
  }
  // How many items follow, each of which takes at least `item` bytes: never more than there can be.
  uint32_t count(size_t item) {
    const auto count = number<uint32_t>();
    if (count <= left_.size() / item) return count;
    failed_ = true;
    return 0;
  }
  std::string_view text(size_t most) {
    const auto length = number<uint32_t>();
    if (length > most) failed_ = true;
    const auto bytes = raw(failed_ ? 0 : length);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  Digest digest() {
    Digest digest{};
    const auto bytes = raw(digest.size());
    if (!bytes.empty()) std::memcpy(digest.data(), bytes.data(), bytes.size());
    return digest;
  }
  std::span<const std::byte> raw(size_t length) {
    if (failed_ || length > left_.size()) {
      failed_ = true;
      return {};
    }
    const auto bytes = left_.first(length);
    left_ = left_.subspan(length);
    return bytes;
  }

 private:
  std::span<const std::byte> left_;
  bool failed_ = false;
};

}  // namespace wasmsand
