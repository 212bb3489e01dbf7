#include "primaries.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

#include "../expand/expand.h"
#include "../files.h"
#include "../text/numbers.h"

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

Done integer_operand(Shell& shell, const std::string& text, int64_t& value) {
  if (parse_integer(text, value)) return {};
  shell.builtin_error(text + ": integer expression expected");
  return Failure();
}

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

bool is_binary_test(std::string_view op) {
  return find_test(kTextTests, op) != nullptr || find_test(kIntegerTests, op) != nullptr;
}

bool is_integer_test(std::string_view op) { return find_test(kIntegerTests, op) != nullptr; }

bool compare_integers(std::string_view op, int64_t left, int64_t right) {
  return find_test(kIntegerTests, op)->holds(left, right);
}

int test_binary(Shell& shell, std::string_view op, const std::string& left, const std::string& right) {
  if (const TextTest* const test = find_test(kTextTests, op)) return test->holds(left, right) ? 0 : 1;
  const IntegerTest* const test = find_test(kIntegerTests, op);
  if (test == nullptr) {
    shell.builtin_error(std::string(op) + ": binary operator expected");
    return 2;
  }
  int64_t first = 0, second = 0;
  if (!integer_operand(shell, left, first) || !integer_operand(shell, right, second)) return 2;
  return test->holds(first, second) ? 0 : 1;
}

}  // namespace shell
