#include "keywords.h"

#include <algorithm>
#include <iterator>

namespace shell {

namespace {

constexpr std::string_view kKeywords[] = {"if",     "then",  "else",  "elif", "fi",   "case",  "esac",     "for",
                                          "select", "while", "until", "do",   "done", "in",    "function", "time",
                                          "{",      "}",     "!",     "[[",   "]]",   "coproc"};
static_assert(std::size(kKeywords) == static_cast<size_t>(Reserved::none));

}  // namespace

Reserved reserved_word(std::string_view text) {
  return static_cast<Reserved>(std::ranges::find(kKeywords, text) - std::begin(kKeywords));
}

std::span<const std::string_view> keywords() { return kKeywords; }

bool is_unary_test(std::string_view op) {
  return op.size() == 2 && op[0] == '-' && std::string_view("abcdefghknoprstuvwxzGLNORS").find(op[1]) != op.npos;
}

}  // namespace shell
