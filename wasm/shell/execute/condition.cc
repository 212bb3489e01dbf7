// [[ ]].
#include <regex.h>

#include <cerrno>
#include <cstdlib>
#include <cwchar>
#include <memory>

#include "../expand/expand.h"
#include "../interrupt.h"
#include "internal.h"
#include "primaries.h"

#ifdef __wasm__
// In the place of the C library's, whose regexec reads its text with it. That may go on for ever, and ends, without a
// match, at bytes that are no character.
extern "C" int mbtowc(wchar_t* wide, const char* bytes, size_t length) {
  if (bytes == nullptr) return 0;
  if (shell::interrupted()) {
    errno = EILSEQ;
    return -1;
  }
  mbstate_t state{};
  const size_t count = std::mbrtowc(wide, bytes, length, &state);
  return count > length ? -1 : static_cast<int>(count);
}
#endif

namespace shell {

struct CompiledRegex : NonCopyable {
  std::string text;
  bool ignore_case = false;
  regex_t compiled{};
  ~CompiledRegex() { regfree(&compiled); }
};

namespace {

// Null: it does not compile.
std::shared_ptr<CompiledRegex> compile(Shell& shell, const std::string& text) {
  constexpr size_t kKept = 8;
  std::vector<std::shared_ptr<CompiledRegex>>& cache = shell.execution.regexes;
  const bool ignore_case = shell.options[Shopt::nocasematch];
  for (const auto& regex : cache) {
    if (regex->text == text && regex->ignore_case == ignore_case) return regex;
  }
  regex_t compiled;
  if (regcomp(&compiled, text.c_str(), REG_EXTENDED | (ignore_case ? REG_ICASE : 0)) != 0) return nullptr;
  auto regex = std::make_shared<CompiledRegex>();
  regex->text = text;
  regex->ignore_case = ignore_case;
  regex->compiled = compiled;
  if (cache.size() >= kKept) cache.erase(cache.begin());
  cache.push_back(regex);
  return regex;
}

std::string traced(const std::string& operand) { return operand.empty() ? "''" : operand; }

int match_regex(Shell& shell, const std::string& text, const std::string& pattern) {
  const std::shared_ptr<CompiledRegex> regex = compile(shell, pattern);
  if (regex == nullptr) return 2;
  std::vector<regmatch_t> groups(regex->compiled.re_nsub + 1);
  const bool found = regexec(&regex->compiled, text.c_str(), groups.size(), groups.data(), 0) == 0;
  if (interrupted()) return 1;
  std::vector<std::string> matched;
  if (found) {
    for (const regmatch_t& group : groups) {
      matched.push_back(group.rm_so < 0 ? std::string()
                                        : text.substr(static_cast<size_t>(group.rm_so),
                                                      static_cast<size_t>(group.rm_eo - group.rm_so)));
    }
  }
  shell.variables.force_array("BASH_REMATCH", std::move(matched));
  return found ? 0 : 1;
}

// "a[$i]" with its brackets and its name as written: what the subscript expands to is not expanded once more.
bool is_element(const Word& word) {
  if (word.parts.empty() || word.parts[0]->kind != PartKind::literal || !word.text.ends_with(']')) return false;
  const std::string_view first = static_cast<const TextPart*>(word.parts[0])->text;
  const size_t open = first.find('[');
  return open != std::string_view::npos && is_name(first.substr(0, open)) &&
         word.parts.back()->kind == PartKind::literal;
}

int evaluate_unary(Shell& shell, std::string_view op, const Word& word) {
  std::string operand;
  if (!expand_to_string(shell, word, operand)) return 2;
  if (traces(shell)) {
    const std::string negation(shell.execution.negated ? "! " : "");
    trace_line(shell, "[[ " + negation + std::string(op) + " " + traced(operand) + " ]]");
  }
  const bool holds = op == "-v" ? is_set(shell, operand, is_element(word)) : test_unary(shell, op[1], operand);
  return holds ? 0 : 1;
}

int compare_numbers(Shell& shell, std::string_view op, const std::string& left, const std::string& right) {
  const Scoped named(shell.command_name, std::string_view("[["));
  const std::optional<int64_t> a = evaluate(shell, std::string_view(left));
  const std::optional<int64_t> b = a ? evaluate(shell, std::string_view(right)) : std::nullopt;
  if (!a || !b) {
    if (shell.unwind == Unwind::discard) shell.unwind = Unwind::none;
    return 1;
  }
  return compare_integers(op, *a, *b) ? 0 : 1;
}

// A quoted pattern as set -x shows it: a backslash before each character.
std::string escape_all(std::string_view pattern) {
  std::string text;
  for (size_t i = 0; i < pattern.size(); i++) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) i++;
    (text += '\\') += pattern[i];
  }
  return text;
}

int evaluate_binary(Shell& shell, const Condition& condition) {
  const std::string_view op = condition.op;
  std::string left, right;
  if (!expand_to_string(shell, *condition.left, left)) return 2;
  const bool is_pattern = op == "==" || op == "=" || op == "!=";
  const bool is_regex = op == "=~";
  const Done good = is_pattern ? expand_to_pattern(shell, *condition.right, right)
                    : is_regex ? expand_to_regex(shell, *condition.right, right)
                               : expand_to_string(shell, *condition.right, right);
  if (!good) return 2;
  if (traces(shell)) {
    const auto& parts = condition.right->parts;
    const bool quoted =
        parts.size() == 1 && (parts[0]->kind == PartKind::quoted || parts[0]->kind == PartKind::double_quoted);
    const std::string shown = is_pattern && quoted ? escape_all(right) : right;
    trace_line(shell, "[[ " + traced(left) + " " + std::string(op) + " " + traced(shown) + " ]]");
  }
  if (is_regex) return match_regex(shell, left, right);
  if (is_pattern) {
    PatternFlags flags = pattern_flags(shell);
    flags.extglob = true;
    return matches(right, left, flags) == (op != "!=") ? 0 : 1;
  }
  if (is_integer_test(op)) return compare_numbers(shell, op, left, right);
  return test_binary(shell, op, left, right);
}

}  // namespace

int evaluate_condition(Shell& shell, const Condition& condition) {
  using Kind = Condition::Kind;
  if (condition.kind == Kind::word) return evaluate_unary(shell, "-n", *condition.left);
  if (condition.kind == Kind::unary) return evaluate_unary(shell, condition.op, *condition.left);
  if (condition.kind == Kind::binary) return evaluate_binary(shell, condition);
  const bool negates = condition.kind == Kind::not_;
  if (negates) shell.execution.negated = !condition.first->parenthesized;
  const int status = evaluate_condition(shell, *condition.first);
  if (negates) shell.execution.negated = false;
  if (negates) return status > 1 ? status : 1 - status;
  const bool decided = (status == 0) == (condition.kind == Kind::or_);
  return decided || shell.unwinding() ? status : evaluate_condition(shell, *condition.second);
}

}  // namespace shell
