// test and [, and the primaries they share with [[.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstring>

#include "../../sys/process.h"
#include "../expand/expand.h"
#include "option_set.h"

namespace shell {

namespace {

enum class Comparison : uint8_t {
  none,
  equal,
  not_equal,
  before,
  after,
  newer,
  older,
  same_file,
  eq,
  ne,
  lt,
  le,
  gt,
  ge
};

Comparison comparison_of(std::string_view op) {
  if (op.size() == 1) {
    return op[0] == '='   ? Comparison::equal
           : op[0] == '<' ? Comparison::before
           : op[0] == '>' ? Comparison::after
                          : Comparison::none;
  }
  if (op == "==") return Comparison::equal;
  if (op == "!=") return Comparison::not_equal;
  if (op.size() != 3 || op[0] != '-') return Comparison::none;
  constexpr struct {
    char name[3];
    Comparison comparison;
  } kNamed[] = {{"eq", Comparison::eq},    {"ne", Comparison::ne},    {"lt", Comparison::lt},
                {"le", Comparison::le},    {"gt", Comparison::gt},    {"ge", Comparison::ge},
                {"nt", Comparison::newer}, {"ot", Comparison::older}, {"ef", Comparison::same_file}};
  for (const auto& named : kNamed) {
    if (op[1] == named.name[0] && op[2] == named.name[1]) return named.comparison;
  }
  return Comparison::none;
}

int time_order(const timespec& left, const timespec& right) {
  if (left.tv_sec != right.tv_sec) return left.tv_sec < right.tv_sec ? -1 : 1;
  return left.tv_nsec < right.tv_nsec ? -1 : left.tv_nsec > right.tv_nsec ? 1 : 0;
}

bool compare_files(Comparison comparison, const std::string& left, const std::string& right) {
  struct stat first{};
  struct stat second{};
  const bool has_first = stat(left.c_str(), &first) == 0;
  const bool has_second = stat(right.c_str(), &second) == 0;
  if (comparison == Comparison::same_file) {
    return has_first && has_second && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
  }
  if (!has_first || !has_second) return comparison == Comparison::newer ? has_first : has_second;
  const int order = time_order(first.st_mtim, second.st_mtim);
  return comparison == Comparison::newer ? order > 0 : order < 0;
}

bool integer_operand(Shell& shell, const std::string& text, int64_t& value) {
  if (parse_integer(text, value)) return true;
  shell.builtin_error(text + ": integer expression expected");
  return false;
}

// The expression of test, by bash's rules for the number of its arguments.
class Expression {
 public:
  Expression(Shell& shell, std::span<const std::string> words, bool bracket)
      : shell_(shell), words_(words), bracket_(bracket) {}

  int run() {
    bool value = false;
    switch (words_.size()) {
      case 0:
        break;
      case 1:
        value = one(0);
        break;
      case 2:
        value = two();
        break;
      case 3:
        value = three();
        break;
      case 4:
        if (words_[0] == "!") {
          position_ = 1;
          value = !three();
          break;
        }
        if (words_[0] == "(" && words_[3] == ")") {
          position_ = 1;
          value = two();
          break;
        }
        [[fallthrough]];
      default:
        value = disjunction();
        if (failed_ || position_ == words_.size()) break;
        if (words_[position_].starts_with('-')) {
          fail("syntax error: `" + words_[position_] + "' unexpected");
        } else {
          fail("too many arguments");
        }
    }
    return failed_ ? 2 : value ? 0 : 1;
  }

 private:
  bool fail(const std::string& message) {
    if (!failed_) shell_.builtin_error(message);
    failed_ = true;
    return false;
  }

  [[nodiscard]] bool one(size_t i) const { return !words_[i].empty(); }

  bool checked(int result) {
    if (result > 1) failed_ = true;
    return result == 0;
  }

  bool unary() {
    const char op = words_[position_++][1];
    if (op == 't' && position_ >= words_.size()) return isatty(1) != 0;
    int64_t number = 0;
    if (op == 't' && !parse_integer(words_[position_], number)) return false;
    return checked(test_unary(shell_, op, words_[position_++]));
  }

  bool binary() {
    const bool value = checked(test_binary(shell_, words_[position_ + 1], words_[position_], words_[position_ + 2]));
    position_ += 3;
    return value;
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

bool is_unary_test(std::string_view op) {
  return op.size() == 2 && op[0] == '-' && std::strchr("abcdefghknoprstuvwxzGLNORS", op[1]) != nullptr;
}

bool is_binary_test(std::string_view op) { return comparison_of(op) != Comparison::none; }

int test_unary(Shell& shell, char op, const std::string& operand) {
  const auto status = [](bool value) { return value ? 0 : 1; };
  const auto accessible = [&](int mode) { return status(faccessat(AT_FDCWD, operand.c_str(), mode, AT_EACCESS) == 0); };
  switch (op) {
    case 'n':
      return status(!operand.empty());
    case 'z':
      return status(operand.empty());
    case 'r':
      return accessible(R_OK);
    case 'w':
      return accessible(W_OK);
    case 'x':
      return accessible(X_OK);
    case 'v':
      return status(is_set(shell, operand));
    case 'R': {
      const Symbol* symbol = shell.variables.find(operand);
      return status(symbol != nullptr && symbol->variable != nullptr && symbol->variable->has(kNameref) &&
                    symbol->variable->is_set());
    }
    case 'o': {
      const SetOption option = find_set_option(std::string_view(operand));
      return status(option != SetOption::count && shell.options[option]);
    }
    case 't': {
      int64_t fd = 0;
      return status(parse_integer(operand, fd) && fd >= 0 && fd <= INT_MAX && isatty(static_cast<int>(fd)) != 0);
    }
    default:
      break;
  }
  struct stat info{};
  const bool link = op == 'h' || op == 'L';
  if ((link ? lstat(operand.c_str(), &info) : stat(operand.c_str(), &info)) != 0) return 1;
  constexpr struct {
    char op;
    mode_t mask;
    mode_t value;
  } kModes[] = {{'b', S_IFMT, S_IFBLK},  {'c', S_IFMT, S_IFCHR},  {'d', S_IFMT, S_IFDIR}, {'f', S_IFMT, S_IFREG},
                {'h', S_IFMT, S_IFLNK},  {'L', S_IFMT, S_IFLNK},  {'p', S_IFMT, S_IFIFO}, {'S', S_IFMT, S_IFSOCK},
                {'g', S_ISGID, S_ISGID}, {'u', S_ISUID, S_ISUID}, {'k', S_ISVTX, S_ISVTX}};
  for (const auto& mode : kModes) {
    if (mode.op == op) return status((info.st_mode & mode.mask) == mode.value);
  }
  if (op == 's') return status(info.st_size > 0);
  if (op == 'O') return status(info.st_uid == geteuid());
  if (op == 'G') return status(info.st_gid == getegid());
  if (op == 'N') return status(time_order(info.st_atim, info.st_mtim) < 0);
  return 0;  // -a and -e
}

bool is_integer_test(std::string_view op) { return comparison_of(op) >= Comparison::eq; }

bool compare_integers(std::string_view op, int64_t left, int64_t right) {
  switch (comparison_of(op)) {
    case Comparison::eq:
      return left == right;
    case Comparison::ne:
      return left != right;
    case Comparison::lt:
      return left < right;
    case Comparison::le:
      return left <= right;
    case Comparison::gt:
      return left > right;
    default:
      return left >= right;
  }
}

int test_binary(Shell& shell, std::string_view op, const std::string& left, const std::string& right) {
  const Comparison comparison = comparison_of(op);
  const auto status = [](bool value) { return value ? 0 : 1; };
  switch (comparison) {
    case Comparison::none:
      return fail(shell, std::string(op) + ": binary operator expected", 2);
    case Comparison::equal:
      return status(left == right);
    case Comparison::not_equal:
      return status(left != right);
    case Comparison::before:
      return status(left < right);
    case Comparison::after:
      return status(left > right);
    case Comparison::newer:
    case Comparison::older:
    case Comparison::same_file:
      return status(compare_files(comparison, left, right));
    default:
      break;
  }
  int64_t first = 0, second = 0;
  if (!integer_operand(shell, left, first) || !integer_operand(shell, right, second)) return 2;
  return status(compare_integers(op, first, second));
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
