// Patterns: * ? [..] with classes, ranges and equivalence, and the extended ones. Characters are UTF-8; bytes that are
// not stand for themselves. A pattern is taken apart once, for matching many times. Matching walks sets of positions:
// no form of pattern is exponential. What matches while the command line is ended (interrupt.h) counts for nothing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace shell {

struct PatternFlags {
  bool extglob = false;
  bool ignore_case = false;
  bool pathname = false;     // / is matched only by /
  bool leading_dot = false;  // a dot at the start is matched only by a dot
};

// The whole of `text`.
bool matches(std::string_view pattern, std::string_view text, PatternFlags flags);
[[nodiscard]] bool has_pattern_characters(std::string_view pattern, bool extglob);
// What is behind the [:class:], [.element.] or [=class=] that begins at `at` in a bracket expression; npos: none does.
[[nodiscard]] size_t named_end(std::string_view pattern, size_t at);

class Pattern {
 public:
  // `pattern` must outlive this.
  Pattern(std::string_view pattern, PatternFlags flags);

  [[nodiscard]] bool full(std::string_view text) const;
  // The length of the shortest or longest prefix (or suffix) of `text` that matches; npos: none.
  [[nodiscard]] size_t prefix(std::string_view text, bool longest) const;
  [[nodiscard]] size_t suffix(std::string_view text, bool longest) const;
  // The first place at or after `from` where it matches, and the longest length there.
  [[nodiscard]] bool search(std::string_view text, size_t from, size_t& position, size_t& length) const;

 private:
  // prefix and suffix of patterns as short as word*, *word, word and *. False: it is none of these.
  [[nodiscard]] bool trivial_affix(std::string_view text, bool longest, bool at_end, size_t& length) const;
  enum class Kind : uint8_t { literal, any, star, bracket, group };
  struct Item {
    Kind kind;
    char letter = 0;        // group: ? * + @ !
    std::string_view text;  // literal: its characters; bracket: what is between [ and ]
    std::vector<std::vector<Item>> alternatives;
  };
  using Items = std::vector<Item>;
  using Positions = std::vector<size_t>;  // ascending, each once

  void parse(std::string_view pattern, Items& items, int depth);
  bool parse_group(std::string_view pattern, size_t& at, Items& items, int depth);
  [[nodiscard]] bool full_simple(std::string_view text) const;
  [[nodiscard]] size_t step(const Item& item, std::string_view text, size_t at) const;  // npos: no match there
  [[nodiscard]] bool bracket_matches(std::string_view set, uint32_t code) const;
  [[nodiscard]] Positions run(const Items& items, std::string_view text, Positions positions) const;
  [[nodiscard]] Positions group_ends(const Item& group, std::string_view text, const Positions& positions) const;
  [[nodiscard]] bool dot_refused(std::string_view text) const;
  [[nodiscard]] bool same(std::string_view a, std::string_view b) const;

  PatternFlags flags_;
  Items items_;
  bool simple_ = true;  // no groups
};

}  // namespace shell
