#include "../history/history.h"

#include "test_shell.h"

namespace shell {
namespace {

class HistoryExpansionTest : public ShellTest {
 protected:
  HistoryExpansionTest() {
    for (const char* line : {"make all", "cp a.c /tmp/b.c", "echo 'x y' z"}) shell_.history->add(line);
  }
  std::string expanded(std::string_view line, HistoryExpansion outcome = HistoryExpansion::changed) {
    std::string out, error;
    EXPECT_EQ(expand_history(shell_, line, out, error), outcome) << line << ": " << error;
    return outcome == HistoryExpansion::failed ? error : out;
  }
};

TEST_F(HistoryExpansionTest, finds_events) {
  EXPECT_EQ(expanded("!!"), "echo 'x y' z");
  EXPECT_EQ(expanded("!1; !-2"), "make all; cp a.c /tmp/b.c");
  EXPECT_EQ(expanded("!ma"), "make all");
  EXPECT_EQ(expanded("!?tmp?"), "cp a.c /tmp/b.c");
  EXPECT_EQ(expanded("a !#"), "a a ");
  EXPECT_EQ(expanded("!nosuch", HistoryExpansion::failed), "!nosuch: event not found");
}

TEST_F(HistoryExpansionTest, takes_words) {
  EXPECT_EQ(expanded("!$ !^ !:0 !*"), "z 'x y' echo 'x y' z");
  EXPECT_EQ(expanded("!cp:1-2"), "a.c /tmp/b.c");
  EXPECT_EQ(expanded("!cp:-"), "cp a.c");
  EXPECT_EQ(expanded("!!:7", HistoryExpansion::failed), ":7: bad word specifier");
}

TEST_F(HistoryExpansionTest, modifies) {
  EXPECT_EQ(expanded("!cp:$:h !cp:$:t !cp:$:r !cp:$:e"), "/tmp b.c /tmp/b .c");
  EXPECT_EQ(expanded("!cp:gs/c/o/"), "op a.o /tmp/b.o");
  EXPECT_EQ(expanded("^x^q^"), "echo 'q y' z");
  EXPECT_EQ(expanded("!!:q"), "'echo '\\''x y'\\'' z'");
  EXPECT_EQ(expanded("!!:p", HistoryExpansion::shown), "echo 'x y' z");
}

TEST_F(HistoryExpansionTest, leaves_what_only_looks_like_it) {
  for (const char* line : {"a ! b", "'!!'", "\\!!", "x != y", "$!", "a #!!"}) {
    EXPECT_EQ(expanded(line, HistoryExpansion::none), line);
  }
}

}  // namespace
}  // namespace shell
