#include "syscall/guest_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>
#include <vector>

namespace wasmsand {
namespace {

// Memory whose second half is there already, and not yet known of.
class Grown : private GuestMemory::Source {
 public:
  static constexpr uint32_t kKnown = 4096;

  Grown() : bytes_(2 * kKnown, std::byte{'x'}), memory(*this) { memory.bind(std::span(bytes_).first(kKnown)); }
  void write(uint32_t address, std::string_view text) {
    std::memcpy(bytes_.data() + address, text.data(), text.size());
    bytes_[address + text.size()] = {};
  }

 private:
  std::vector<std::byte> bytes_;
  std::span<std::byte> current() override { return bytes_; }

 public:
  GuestMemory memory;
};

TEST(GuestMemory, ReadsAStringAcrossTheEndItKnewOf) {
  Grown grown;
  grown.write(Grown::kKnown - 2, "path");
  EXPECT_EQ(grown.memory.string(Grown::kKnown - 2, 100).value(), "path");
}

TEST(GuestMemory, ReadsAStringThatEndsWhereItKnewOf) {
  Grown grown;
  grown.write(Grown::kKnown - 4, "path");
  EXPECT_EQ(grown.memory.string(Grown::kKnown - 4, 4).value(), "path");
}

TEST(GuestMemory, ReadsBytesAcrossTheEndItKnewOf) {
  Grown grown;
  EXPECT_EQ(grown.memory.range(Grown::kKnown - 2, 4).value().size(), 4U);
}

TEST(GuestMemory, TellsALongStringFromOneThatDoesNotEnd) {
  Grown grown;
  EXPECT_EQ(grown.memory.string(Grown::kKnown - 2, 100).error(), Errno::nametoolong);
  EXPECT_EQ(grown.memory.string(2 * Grown::kKnown - 2, 100).error(), Errno::fault);
  EXPECT_EQ(grown.memory.string(2 * Grown::kKnown, 100).error(), Errno::fault);
}

}  // namespace
}  // namespace wasmsand
