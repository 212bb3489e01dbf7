#include "../text/numbers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

namespace shell {
namespace {

std::optional<int64_t> parsed(std::string_view text) {
  int64_t value = 7;
  if (parse_integer(text, value)) return value;
  EXPECT_EQ(value, 7) << text;  // what is no number changes nothing
  return std::nullopt;
}

TEST(Numbers, have_blanks_around_and_a_sign) {
  EXPECT_EQ(parsed("0"), 0);
  EXPECT_EQ(parsed(" \t\n\r\v+12 \t"), 12);
  EXPECT_EQ(parsed("-012"), -12);
}

TEST(Numbers, are_all_of_the_text) {
  for (const char* text :
       {"", " ", "+", "-", "+-1", "-+1", "--1", "++1", "- 1", "1 2", "1x", "0x1", "1.5", "1\r", "1\n", "1\v"}) {
    EXPECT_EQ(parsed(text), std::nullopt) << text;
  }
}

TEST(Numbers, have_64_bits) {
  EXPECT_EQ(parsed("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(parsed("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(parsed("9223372036854775808"), std::nullopt);
  EXPECT_EQ(parsed("-9223372036854775809"), std::nullopt);
}

}  // namespace
}  // namespace shell
