// test and [, and the primaries they share with [[.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

#include "../../sys/process.h"
#include "../expand/expand.h"
#include "../files.h"
#include "../syntax/keywords.h"
#include "builtins.h"

namespace shell {

namespace {

int time_order(const timespec& left, const timespec& right) {
  if (left.tv_sec != right.tv_sec) return left.tv_sec < right.tv_sec ? -1 : 1;
  return left.tv_nsec < right.tv_nsec ? -1 : left.tv_nsec > right.tv_nsec ? 1 : 0;
}

// Which is newer; what is not there is older than anything.
int file_order(const std::string& left, const std::string& right) {
  struct stat first{};
  struct stat second{};
  const bool has_first = stat(left.c_str(), &first) == 0;
  const bool has_second = stat(right.c_str(), &second) == 0;
  return has_first && has_second ? time_order(first.st_mtim, second.st_mtim) : has_first - has_second;
}

struct TextTest {
  std::string_view name;
  bool (*holds)(const std::string& left, const std::string& right);
};
constexpr TextTest kTextTests[] = {
    {"=", [](const std::string& left, const std::string& right) { return left == right; }},
    {"==", [](const std::string& left, const std::string& right) { return left == right; }},
    {"!=", [](const std::string& left, const std::string& right) { return left != right; }},
    {"<", [](const std::string& left, const std::string& right) { return left < right; }},
    {">", [](const std::string& left, const std::string& right) { return left > right; }},
    {"-nt", [](const std::string& left, const std::string& right) { return file_order(left, right) > 0; }},
    {"-ot", [](const std::string& left, const std::string& right) { return file_order(left, right) < 0; }},
    {"-ef", is_same_file},
};

struct IntegerTest {
  std::string_view name;
  bool (*holds)(int64_t left, int64_t right);
};
constexpr IntegerTest kIntegerTests[] = {
    {"-eq", [](int64_t left, int64_t right) { return left == right; }},
    {"-ne", [](int64_t left, int64_t right) { return left != right; }},
    {"-lt", [](int64_t left, int64_t right) { return left < right; }},
    {"-le", [](int64_t left, int64_t right) { return left <= right; }},
    {"-gt", [](int64_t left, int64_t right) { return left > right; }},
    {"-ge", [](int64_t left, int64_t right) { return left >= right; }},
};

// Null: it is not in the table.
template <typename Test, size_t kCount>
const Test* find_test(const Test (&tests)[kCount], std::string_view op) {
  const Test* const found = std::ranges::find(tests, op, &Test::name);
  return found == std::end(tests) ? nullptr : found;
}

bool is_binary_test(std::string_view op) {
  return find_test(kTextTests, op) != nullptr || find_test(kIntegerTests, op) != nullptr;
}

Done integer_operand(Shell& shell, const std::string& text, int64_t& value) {
  return parse_integer(text, value) ? Done() : fail(shell, text + ": integer expression expected");
}

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

bool test_unary(Shell& shell, char op, const std::string& operand) {
  const auto accessible = [&](int mode) { return faccessat(AT_FDCWD, operand.c_str(), mode, AT_EACCESS) == 0; };
  if (op == 'n' || op == 'z') return operand.empty() == (op == 'z');
  if (op == 'r') return accessible(R_OK);
  if (op == 'w') return accessible(W_OK);
  if (op == 'x') return accessible(X_OK);
  if (op == 'v') return is_set(shell, operand);
  if (op == 'R') {
    const Symbol* symbol = shell.variables.find(operand);
    return symbol != nullptr && symbol->variable && symbol->variable->has(kNameref) && symbol->variable->is_set();
  }
  if (op == 'o') {
    const SetOption option = find_set_option(std::string_view(operand));
    return option != SetOption::count && shell.options[option];
  }
  if (op == 't') {
    int64_t fd = 0;
    return parse_integer(operand, fd) && fd >= 0 && fd <= INT_MAX && isatty(static_cast<int>(fd)) != 0;
  }
  struct stat info{};
  const bool link = op == 'h' || op == 'L';
  if ((link ? lstat(operand.c_str(), &info) : stat(operand.c_str(), &info)) != 0) return false;
  constexpr struct {
    char op;
    mode_t mask;
    mode_t value;
  } kModes[] = {{'b', S_IFMT, S_IFBLK},  {'c', S_IFMT, S_IFCHR},  {'d', S_IFMT, S_IFDIR}, {'f', S_IFMT, S_IFREG},
                {'h', S_IFMT, S_IFLNK},  {'L', S_IFMT, S_IFLNK},  {'p', S_IFMT, S_IFIFO}, {'S', S_IFMT, S_IFSOCK},
                {'g', S_ISGID, S_ISGID}, {'u', S_ISUID, S_ISUID}, {'k', S_ISVTX, S_ISVTX}};
  for (const auto& mode : kModes) {
    if (mode.op == op) return (info.st_mode & mode.mask) == mode.value;
  }
  if (op == 's') return info.st_size > 0;
  if (op == 'O') return info.st_uid == geteuid();
  if (op == 'G') return info.st_gid == getegid();
  if (op == 'N') return time_order(info.st_atim, info.st_mtim) < 0;
  return true;  // -a and -e
}

bool is_integer_test(std::string_view op) { return find_test(kIntegerTests, op) != nullptr; }

bool compare_integers(std::string_view op, int64_t left, int64_t right) {
  return find_test(kIntegerTests, op)->holds(left, right);
}

int test_binary(Shell& shell, std::string_view op, const std::string& left, const std::string& right) {
  if (const TextTest* const test = find_test(kTextTests, op)) return test->holds(left, right) ? 0 : 1;
  const IntegerTest* const test = find_test(kIntegerTests, op);
  if (test == nullptr) return fail(shell, std::string(op) + ": binary operator expected", 2);
  int64_t first = 0, second = 0;
  if (!integer_operand(shell, left, first) || !integer_operand(shell, right, second)) return 2;
  return test->holds(first, second) ? 0 : 1;
}

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
