#include "letter_case.h"

#include <wctype.h>

#include "../interrupt.h"
#include "utf8.h"

namespace shell {

namespace {

wint_t changed(wint_t character, CaseChange change) {
  const bool up = change == CaseChange::upper || (change == CaseChange::toggle && iswupper(character) == 0);
  return up ? towupper(character) : towlower(character);
}

std::string change_matching(std::string_view text, CaseChange change, CaseReach reach, const Pattern* pattern) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size() && !interrupted();) {
    size_t length;
    const uint32_t code = decode_utf8(text, at, length);
    const std::string_view character = text.substr(at, length);
    at += length;
    const bool valid = length > 1 || code < 0x80;
    if (!valid || (pattern != nullptr && !pattern->full(character))) {
      out += character;
    } else {
      append_utf8(out, static_cast<uint32_t>(changed(static_cast<wint_t>(code), change)));
    }
    if (reach == CaseReach::first) {
      out += text.substr(at);
      break;
    }
  }
  return out;
}

}  // namespace

std::string change_case(std::string_view text, CaseChange change, CaseReach reach) {
  return change_matching(text, change, reach, nullptr);
}

std::string change_case(std::string_view text, CaseChange change, CaseReach reach, const Pattern& pattern) {
  return change_matching(text, change, reach, &pattern);
}

}  // namespace shell
