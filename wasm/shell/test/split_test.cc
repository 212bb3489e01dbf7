// Words to fields: splitting by IFS, quotes, lists.
#include "../expand/expand.h"
#include "test_shell.h"

namespace shell {
namespace {

using Fields = std::vector<std::string>;

class Split : public ShellTest {
 protected:
  Split() { shell_.options[SetOption::noglob] = true; }
  Fields fields(std::string_view source) {
    Arena arena;
    SyntaxError error{};
    const Word* word = parse_word_text(shell_.parser_host(), arena, source, 1, error);
    Fields out;
    EXPECT_TRUE(word != nullptr && expand_word(shell_, *word, out)) << source;
    return out;
  }
};

TEST_F(Split, divides_at_blanks_of_ifs_and_drops_those_around) {
  set("x", "  a  b\tc\n");
  EXPECT_EQ(fields("$x"), (Fields{"a", "b", "c"}));
  EXPECT_EQ(fields("[$x]"), (Fields{"[", "a", "b", "c", "]"}));
  EXPECT_EQ(fields("\"$x\""), (Fields{"  a  b\tc\n"}));
}

TEST_F(Split, keeps_empty_fields_between_other_separators) {
  set("IFS", ": ");
  set("x", "a::b : c:");
  EXPECT_EQ(fields("$x"), (Fields{"a", "", "b", "c"}));
  set("x", ":");
  EXPECT_EQ(fields("$x"), (Fields{""}));
  set("IFS", "ä");
  set("x", "1ä2");
  EXPECT_EQ(fields("$x"), (Fields{"1", "2"}));
}

TEST_F(Split, divides_nothing_where_ifs_is_null) {
  set("IFS", "");
  set("x", "a b");
  EXPECT_EQ(fields("$x"), (Fields{"a b"}));
}

TEST_F(Split, makes_no_field_of_nothing_but_one_of_quotes) {
  EXPECT_EQ(fields("$unset"), Fields());
  EXPECT_EQ(fields("''"), (Fields{""}));
  EXPECT_EQ(fields("$unset''"), (Fields{""}));
}

TEST_F(Split, gives_lists_their_elements) {
  shell_.positional = std::make_shared<Fields>(Fields{"a b", "", "c"});
  EXPECT_EQ(fields("\"$@\""), (Fields{"a b", "", "c"}));
  EXPECT_EQ(fields("x\"$@\"y"), (Fields{"xa b", "", "cy"}));
  EXPECT_EQ(fields("$@"), (Fields{"a", "b", "c"}));
  set("IFS", ",");
  EXPECT_EQ(fields("\"$*\""), (Fields{"a b,,c"}));
  shell_.positional = std::make_shared<Fields>();
  EXPECT_EQ(fields("\"$@\""), Fields());
  EXPECT_EQ(fields("x\"$@\""), (Fields{"x"}));
}

TEST_F(Split, expands_braces_before_all_else) {
  set("x", "1 2");
  EXPECT_EQ(fields("{a,b}$x"), (Fields{"a1", "2", "b1", "2"}));
  EXPECT_EQ(fields("{1..3}"), (Fields{"1", "2", "3"}));
  EXPECT_EQ(fields("'{a,b}'"), (Fields{"{a,b}"}));
}

}  // namespace
}  // namespace shell
