#include "test_shell.h"

namespace shell {
namespace {

using Kind = Place::Kind;

class Places : public ShellTest {
 protected:
  Places() {
    shell_.variables.force_array("a", {"x", "y", "z"});
    shell_.variables.add_attributes("m", kAssociative);
    shell_.variables.force("s", "text");
  }
  std::optional<Place> locate(std::string_view name, std::string_view subscript, bool to_write = false) {
    return shell_.variables.locate(shell_.variables.intern(name), subscript, to_write);
  }
  std::string text_at(std::string_view name, std::string_view subscript) {
    const std::optional<Place> place = locate(name, subscript);
    const std::string* const text = place ? shell_.variables.get(*place) : nullptr;
    return text != nullptr ? *text : "unset";
  }
};

TEST_F(Places, are_what_the_array_makes_of_a_subscript) {
  set("i", "1");
  EXPECT_EQ(locate("a", "i + 1")->index, 2);
  EXPECT_EQ(locate("a", "\"$i\"")->index, 1);
  EXPECT_EQ(locate("a", "-1")->index, 2);
  EXPECT_EQ(locate("a", "-4")->kind, Kind::bad);
  EXPECT_EQ(locate("a", "@")->kind, Kind::whole);
  EXPECT_EQ(locate("m", "i + 1")->key, "i + 1");
  EXPECT_EQ(locate("m", "'i' \"$i\"")->key, "i 1");
  EXPECT_EQ(locate("m", "@")->kind, Kind::keyed);
  EXPECT_EQ(locate("s", "-1")->kind, Kind::bad);
  EXPECT_EQ(locate("s", "-1", true)->index, 0);
  EXPECT_EQ(take_messages(), "");
}

TEST_F(Places, hold_values) {
  EXPECT_EQ(text_at("a", "-2"), "y");
  EXPECT_EQ(text_at("s", "0"), "text");
  EXPECT_EQ(text_at("s", "1"), "unset");
  ASSERT_TRUE(shell_.variables.set(*locate("m", "k", true), "one"));
  ASSERT_TRUE(shell_.variables.set(*locate("m", "k", true), "two", true));
  EXPECT_EQ(text_at("m", "k"), "onetwo");
  ASSERT_TRUE(shell_.variables.set(*locate("s", "2", true), "third"));
  EXPECT_EQ(text_at("s", "0") + text_at("s", "2"), "textthird");
  EXPECT_EQ(shell_.variables.unset(*locate("a", "-1")), Variables::Unset::done);
  EXPECT_EQ(text_at("a", "2"), "unset");
  EXPECT_EQ(shell_.variables.unset(*locate("a", "-9")), Variables::Unset::bad_subscript);
  EXPECT_FALSE(shell_.variables.set(*locate("a", "*", true), "all"));
  EXPECT_EQ(take_messages(), "bash: line 1: a[*]: bad array subscript\n");
}

TEST_F(Places, are_nowhere_when_a_subscript_fails) {
  EXPECT_FALSE(locate("a", "1 +"));
  EXPECT_EQ(shell_.unwind, Unwind::abandon);
  EXPECT_EQ(take_messages(), "bash: line 1: 1 +: syntax error: operand expected (error token is \"+\")\n");
  shell_.unwind = Unwind::none;
  EXPECT_FALSE(locate("m", "\"open"));
  EXPECT_FALSE(shell_.unwinding());
  EXPECT_EQ(take_messages(), "");
}

}  // namespace
}  // namespace shell
