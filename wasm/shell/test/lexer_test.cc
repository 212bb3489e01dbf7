// Text to tokens and words, seen by what the tree prints as, and by the errors.
#include <gtest/gtest.h>

#include "../syntax/parser.h"
#include "../syntax/printer.h"

namespace shell {
namespace {

struct Parsed {
  std::shared_ptr<Program> program;
  SyntaxError error{};
  Outcome outcome;
};

Parsed parse(std::string_view text, const ParserHost& host = {}) {
  Parsed parsed;
  parsed.outcome = parse_all(host, text, 1, parsed.program, parsed.error);
  return parsed;
}

std::string printed(std::string_view text, const ParserHost& host = {}) {
  const Parsed parsed = parse(text, host);
  return parsed.outcome == Outcome::error ? "error" : print_command(*parsed.program->body);
}

TEST(Lexer, divides_words_and_operators) {
  EXPECT_EQ(printed("a b;c&d|e&&f||g"), "a b; c & d | e && f || g");
  EXPECT_EQ(printed("a>b 2>&1<<<c"), "a > b 2>&1 <<< c");
  EXPECT_EQ(printed("a # b"), "a");
  EXPECT_EQ(printed("a#b"), "a#b");
  EXPECT_EQ(printed("a\\\nb"), "ab");
  EXPECT_EQ(printed("a &\\\n& b"), "a && b");
}

TEST(Lexer, keeps_what_is_quoted_together) {
  EXPECT_EQ(printed("'a b' \"c $d\" e\\ f"), "'a b' \"c $d\" e\\ f");
  EXPECT_EQ(printed("$'a\\tb'"), "'a\tb'");
  EXPECT_EQ(printed("${x:-a b} $((1 + 2)) $(c  d) `e f`"), "${x:-a b} $((1 + 2)) $(c d) `e f`");
}

TEST(Lexer, finds_descriptors_assignments_and_literals) {
  EXPECT_EQ(printed("12>a x12>b {fd}<c"), "x12 12> a > b {fd}< c");
  EXPECT_EQ(printed("x=1 y+=2 a[1 + 2]=3 z=(a [2]=b) c"), "x=1 y+=2 a[1 + 2]=3 z=(a [2]=b) c");
}

TEST(Lexer, reads_what_is_nested_once) {
  // Were it twice, each level would double the time.
  constexpr std::pair<const char*, const char*> kNests[] = {
      {"a[", "]=1"},    {"${a[", "]}"},  {"${#a[", "]x}"}, {"${x:-", "}"},      {"$((", "))"},    {"$[", "]"},
      {"$(echo ", ")"}, {"\"$(", ")\""}, {"((", ") )"},    {"$((echo ", ") )"}, {"<(echo ", ")"}, {"${x/", "/y}"}};
  for (const auto& [open, close] : kNests) {
    std::string text = "1";
    for (int depth = 0; depth < 60; ++depth) text.insert(0, open).append(close);
    EXPECT_EQ(parse(text).outcome, Outcome::command) << open;
  }
}

TEST(Lexer, reads_here_documents_behind_the_line) {
  EXPECT_EQ(printed("cat <<A <<-'B'; c\nx\nA\n\ty\nB\n"), "cat <<A <<-'B'\nx\nA\ny\nB\n c");
}

TEST(Lexer, puts_aliases_in_the_place_of_commands) {
  const std::string alias = "echo ";
  ParserHost host;
  host.alias = [&](std::string_view name) { return name == "e" ? &alias : nullptr; };
  EXPECT_EQ(printed("e e x e; 'e'", host), "echo echo x e; 'e'");
}

TEST(Lexer, says_what_is_missed_at_the_end) {
  for (const char* text : {"'a", "\"a", "`a", "${a", "$(a", "a[1", "$((1"}) {
    const Parsed parsed = parse(text);
    ASSERT_EQ(parsed.outcome, Outcome::error) << text;
    EXPECT_TRUE(parsed.error.at_end) << text;
    EXPECT_EQ(parsed.error.messages[0],
              std::string("unexpected EOF while looking for matching `") + parsed.error.wanted + "'");
  }
  EXPECT_EQ(parse("\"a").error.wanted, '"');
  EXPECT_EQ(parse("${a").error.wanted, '}');
  EXPECT_EQ(parse("if a").error.messages[0], "syntax error: unexpected end of file");
}

TEST(Lexer, names_the_token_that_is_wrong_and_its_line) {
  const Parsed parsed = parse("a\nb )\nc");
  EXPECT_EQ(parsed.error.line, 2);
  EXPECT_EQ(parsed.error.messages, (std::vector<std::string>{"syntax error near unexpected token `)'", "`b )'"}));
  EXPECT_EQ(parsed.error.wanted, '\0');
}

}  // namespace
}  // namespace shell
