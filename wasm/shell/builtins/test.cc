// test and [.
#include <unistd.h>

#include "../../sys/process.h"
#include "../execute/primaries.h"
#include "../syntax/keywords.h"
#include "builtins.h"

namespace shell {

namespace {

// The expression of test, by bash's rules for the number of its arguments.
class Expression {
 public:
  Expression(Shell& shell, std::span<const std::string> words, bool bracket)
      : shell_(shell), words_(words), bracket_(bracket) {}

  int run() {
    const size_t count = words_.size();
    const bool negated = count == 4 && words_[0] == "!", grouped = count == 4 && words_[0] == "(" && words_[3] == ")";
    position_ = negated || grouped ? 1 : 0;
    const bool value = count == 0   ? false
                       : count == 1 ? one(0)
                       : count == 2 ? two()
                       : count == 3 ? three()
                       : negated    ? !three()
                       : grouped    ? two()
                                    : whole();
    return failed_ ? 2 : value ? 0 : 1;
  }

 private:
  bool fail(const std::string& message) {
    if (!failed_) shell_.builtin_error(message);
    failed_ = true;
    return false;
  }

  [[nodiscard]] bool one(size_t i) const { return !words_[i].empty(); }

  bool unary() {
    const char op = words_[position_++][1];
    if (op == 't' && position_ >= words_.size()) return isatty(1) != 0;
    int64_t number = 0;
    if (op == 't' && !parse_integer(words_[position_], number)) return false;
    return test_unary(shell_, op, words_[position_++]);
  }

  bool binary() {
    const int result = test_binary(shell_, words_[position_ + 1], words_[position_], words_[position_ + 2]);
    failed_ = failed_ || result > 1;
    position_ += 3;
    return result == 0;
  }

  bool two() {
    if (words_[position_] == "!") return words_[position_ + 1].empty();
    if (is_unary_test(words_[position_])) return unary();
    return fail(words_[position_] + ": unary operator expected");
  }

  bool three() {
    const std::string& first = words_[position_];
    const std::string& middle = words_[position_ + 1];
    if (is_binary_test(middle)) return binary();
    if (middle == "-a") return one(position_) && one(position_ + 2);
    if (middle == "-o") return one(position_) || one(position_ + 2);
    if (first == "!") {
      ++position_;
      return !two();
    }
    if (first == "(" && words_[position_ + 2] == ")") return one(position_ + 1);
    return fail(middle + ": binary operator expected");
  }

  [[nodiscard]] bool at(std::string_view word) const { return position_ < words_.size() && words_[position_] == word; }
  bool expected() { return fail("argument expected"); }

  bool whole() {
    const bool value = disjunction();
    if (failed_ || position_ == words_.size()) return value;
    const std::string& word = words_[position_];
    return fail(word.starts_with('-') ? "syntax error: `" + word + "' unexpected" : "too many arguments");
  }

  bool disjunction() {
    bool value = false;
    for (;;) {
      value = conjunction() || value;
      if (failed_ || !at("-o")) return value;
      ++position_;
    }
  }

  bool conjunction() {
    bool value = true;
    for (;;) {
      value = term() && value;
      if (failed_ || !at("-a")) return value;
      ++position_;
    }
  }

  bool term() {
    bool negated = false;
    for (; at("!"); ++position_) negated = !negated;
    return primary() != negated;
  }

  bool primary() {
    if (position_ >= words_.size()) return expected();
    if (at("(")) {
      ++position_;
      if (sys::stack_is_short()) return fail("expression too deeply nested");
      const bool value = disjunction();
      if (failed_) return false;
      if (position_ >= words_.size()) return fail(bracket_ ? "`)' expected, found ]" : "`)' expected");
      if (!at(")")) return fail("`)' expected, found " + words_[position_]);
      ++position_;
      return value;
    }
    const size_t left = words_.size() - position_;
    if (left >= 3 && is_binary_test(words_[position_ + 1])) return binary();
    if (left >= 2 && is_unary_test(words_[position_])) return unary();
    return one(position_++);
  }

  Shell& shell_;
  std::span<const std::string> words_;
  bool bracket_;
  size_t position_ = 0;
  bool failed_ = false;
};

}  // namespace

int builtin_test(Shell& shell, BuiltinCall& call) {
  std::span<const std::string> words = std::span<const std::string>(call.words).subspan(1);
  const bool bracket = call.words[0] == "[";
  if (bracket) {
    if (words.empty() || words.back() != "]") return fail(shell, "missing `]'", 2);
    words = words.first(words.size() - 1);
  }
  return Expression(shell, words, bracket).run();
}

}  // namespace shell
