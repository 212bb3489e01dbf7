#include "../text/pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace shell {
namespace {

constexpr PatternFlags kExtended{.extglob = true};

struct Case {
  const char* pattern;
  const char* text;
  bool expected;
};

TEST(Pattern, matches_the_whole_text) {
  for (const auto& [pattern, text, expected] : {
           Case{"", "", true},
           {"", "a", false},
           {"abc", "abc", true},
           {"a*c", "abbc", true},
           {"a*c", "abcd", false},
           {"*", "", true},
           {"?", "", false},
           {"?", "ä", true},
           {"[a-c]x", "bx", true},
           {"[!a-c]x", "bx", false},
           {"[^a]", "b", true},
           {"[]a]", "]", true},
           {"[[:digit:]]", "7", true},
           {"[[:alpha:]]", "7", false},
           {"[[.hyphen.]]", "-", true},
           {"[a", "[a", true},
           {"\\*", "*", true},
           {"\\*", "a", false},
           {"a\\", "a\\", true},
           {"*a*b*a", "xaybza", true},
       }) {
    EXPECT_EQ(matches(pattern, text, {}), expected) << pattern << " " << text;
  }
}

TEST(Pattern, takes_extended_patterns_where_they_are_on) {
  for (const auto& [pattern, text, expected] : {
           Case{"@(a|b)c", "bc", true},
           {"?(a)b", "b", true},
           {"*(ab)", "ababab", true},
           {"*(ab)", "aba", false},
           {"+(a)", "", false},
           {"!(a|b)", "c", true},
           {"!(a|b)", "a", false},
           {"!(a)", "", true},
           {"@(a*(b)|c)d", "abbd", true},
           {"a!(b)c", "abc", false},
           {"a!(b)c", "abbc", true},
       }) {
    EXPECT_EQ(matches(pattern, text, kExtended), expected) << pattern << " " << text;
  }
  EXPECT_FALSE(matches("@(a|b)", "a", {}));
}

TEST(Pattern, minds_slashes_dots_and_case_as_it_is_told) {
  EXPECT_FALSE(matches("*", "a/b", {.pathname = true}));
  EXPECT_TRUE(matches("*/b", "a/b", {.pathname = true}));
  EXPECT_FALSE(matches("*x", ".x", {.leading_dot = true}));
  EXPECT_TRUE(matches(".*", ".x", {.leading_dot = true}));
  EXPECT_TRUE(matches("aB[c]", "AbC", {.ignore_case = true}));
}

TEST(Pattern, finds_the_shortest_and_the_longest_affix) {
  const std::string text = "a.b.c";
  const Pattern before("*.", {});
  EXPECT_EQ(before.prefix(text, false), 2U);
  EXPECT_EQ(before.prefix(text, true), 4U);
  const Pattern behind(".*", {});
  EXPECT_EQ(behind.suffix(text, false), 2U);
  EXPECT_EQ(behind.suffix(text, true), 4U);
  EXPECT_EQ(Pattern("x*", {}).prefix(text, true), std::string::npos);
  const Pattern group("@(a|a.b)", kExtended);
  EXPECT_EQ(group.prefix(text, false), 1U);
  EXPECT_EQ(group.prefix(text, true), 3U);
}

TEST(Pattern, searches_for_the_first_place_and_its_longest_match) {
  size_t position = 0, length = 0;
  const Pattern pattern("b*c", {});
  ASSERT_TRUE(pattern.search("abcbc", 0, position, length));
  EXPECT_EQ(position, 1U);
  EXPECT_EQ(length, 4U);
  EXPECT_FALSE(pattern.search("abcbc", 4, position, length));
}

TEST(Pattern, is_never_exponential) {
  const std::string text(4000, 'a');
  EXPECT_FALSE(matches("*a*a*a*a*a*a*a*a*b", text, {}));
  EXPECT_FALSE(matches("*(*(a)|aa)b", text.substr(0, 60), kExtended));
}

TEST(Pattern, knows_what_may_be_one) {
  EXPECT_TRUE(has_pattern_characters("a*", false));
  EXPECT_TRUE(has_pattern_characters("[a]", false));
  EXPECT_FALSE(has_pattern_characters("\\*[a", false));
  EXPECT_FALSE(has_pattern_characters("@(a)", false));
  EXPECT_TRUE(has_pattern_characters("@(a)", true));
}

}  // namespace
}  // namespace shell
