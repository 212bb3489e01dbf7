#include "../expand/expand.h"
#include "test_shell.h"

namespace shell {
namespace {

using Arithmetic = ShellTest;

TEST_F(Arithmetic, computes) {
  struct Case {
    const char* text;
    int64_t expected;
  };
  for (const auto& [text, expected] : {
           Case{"", 0},          {" 1 + 2 * 3 ", 7}, {"(1 + 2) * 3", 9},
           {"2 ** 3 ** 2", 512}, {"-2 ** 2", 4},     {"7 / 2", 3},
           {"-7 / 2", -3},       {"-7 % 3", -1},     {"1 << 3 | 1", 9},
           {"~0", -1},           {"!5", 0},          {"3 > 2 && 2 > 3", 0},
           {"0 || 7", 1},        {"1 ? 2 : 3", 2},   {"1, 2, 3", 3},
           {"0x1f", 31},         {"010", 8},         {"2#101", 5},
           {"36#z", 35},         {"64#@", 62},       {"9223372036854775807 + 1", INT64_MIN},
           {"5 & 3 ^ 1", 0},
       }) {
    EXPECT_EQ(evaluate(shell_, std::string_view(text)), expected) << text;
  }
  EXPECT_EQ(take_messages(), "");
}

TEST_F(Arithmetic, reads_and_writes_variables) {
  set("x", "y + 1");
  set("y", "4");
  EXPECT_EQ(evaluate(shell_, "x * 2"), 10);
  EXPECT_EQ(evaluate(shell_, "y++ + ++y"), 10);
  EXPECT_EQ(shell_.variables.text("y"), "6");
  EXPECT_EQ(evaluate(shell_, "a[1] = 3, a[0] = a[1]-- * 2"), 6);
  EXPECT_EQ(evaluate(shell_, "a[-1]"), 2);
  EXPECT_EQ(evaluate(shell_, "y += 2, y <<= 1"), 16);
  EXPECT_EQ(evaluate(shell_, "0 && (y = 1)"), 0);
  EXPECT_EQ(shell_.variables.text("y"), "16");
}

TEST_F(Arithmetic, says_what_is_wrong_and_where) {
  struct Case {
    const char* text;
    const char* message;
  };
  for (const auto& [text, message] : {
           Case{"1 / 0", "1 / 0: division by 0 (error token is \"0\")"},
           {"2 ** -1", "2 ** -1: exponent less than 0 (error token is \"1\")"},
           {"1 +", "1 +: syntax error: operand expected (error token is \"+\")"},
           {"1 = 2", "1 = 2: attempted assignment to non-variable (error token is \"= 2\")"},
           {"09", "09: value too great for base (error token is \"09\")"},
           {"(1", "(1: missing `)' (error token is \"1\")"},
       }) {
    EXPECT_EQ(evaluate(shell_, std::string_view(text)), std::nullopt) << text;
    EXPECT_EQ(take_messages(), "bash: line 1: " + std::string(message) + "\n");
  }
}

TEST_F(Arithmetic, ends_recursion) {
  set("x", "x");
  EXPECT_EQ(evaluate(shell_, "x"), std::nullopt);
  EXPECT_NE(take_messages().find("expression recursion level exceeded"), std::string::npos);
}

}  // namespace
}  // namespace shell
