#include "pattern.h"

#include <wctype.h>

#include <algorithm>
#include <string>
#include <utility>

#include "../interrupt.h"
#include "characters.h"
#include "faults.h"
#include "utf8.h"

namespace shell {

namespace {

constexpr size_t kNone = std::string_view::npos;
constexpr int kMaximumDepth = 200;

uint32_t fold(uint32_t code) {
  if (code < 0x80) return code >= 'A' && code <= 'Z' ? code + 32 : code;
  return static_cast<uint32_t>(towlower(static_cast<wint_t>(code)));
}

// The place of the ] that ends the bracket expression whose [ is at `open`; npos: it is no bracket expression.
size_t bracket_end(std::string_view pattern, size_t open) {
  size_t i = open + 1;
  if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) i += 1;
  for (bool first = true; i < pattern.size(); first = false) {
    const char c = pattern[i];
    if (c == ']' && !first) return i;
    const size_t named = named_end(pattern, i);
    i = named != kNone ? named : c == '\\' ? i + 2 : i + 1;
  }
  return kNone;
}

// Where the alternatives of the group end whose ( is at `open`: at each | and the ). None: it does not close.
std::vector<size_t> alternative_ends(std::string_view pattern, size_t open) {
  std::vector<size_t> ends;
  int depth = 0;
  for (size_t i = open; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\') {
      i += 1;
    } else if (const size_t end = c == '[' ? bracket_end(pattern, i) : kNone; end != kNone) {
      i = end;
    } else if (c == '(') {
      depth += 1;
    } else if (c == ')' || (c == '|' && depth == 1)) {
      if (depth == 1) ends.push_back(i);
      if (c == ')' && --depth == 0) return ends;
    }
  }
  return {};
}

bool in_class(std::string_view name, uint32_t code) {
  if (name == "ascii") return code < 0x80;
  if (name == "word") return code == '_' || iswalnum(static_cast<wint_t>(code)) != 0;
  const std::string terminated(name);
  const wctype_t type = wctype(terminated.c_str());
  return type != 0 && iswctype(static_cast<wint_t>(code), type) != 0;
}

// The character that an element's name stands for.
uint32_t element_code(std::string_view element) {
  static constexpr std::pair<std::string_view, char> kNames[] = {
      {"hyphen", '-'}, {"hyphen-minus", '-'}, {"period", '.'},   {"slash", '/'},
      {"space", ' '},  {"tab", '\t'},         {"newline", '\n'}, {"comma", ','},
      {"colon", ':'},  {"underscore", '_'},   {"asterisk", '*'}, {"backslash", '\\'}};
  const auto* const named = std::ranges::find(kNames, element, &std::pair<std::string_view, char>::first);
  if (named != std::end(kNames)) return static_cast<unsigned char>(named->second);
  size_t length;
  const uint32_t code = decode_utf8(element, 0, length);
  return length == element.size() ? code : 0xFFFFFFFF;
}

void sort_unique(std::vector<size_t>& positions) {
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
}

}  // namespace

Pattern::Pattern(std::string_view pattern, PatternFlags flags) : flags_(flags) { parse(pattern, items_, 0); }

void Pattern::parse(std::string_view pattern, Items& items, int depth) {
  size_t start = 0;
  const auto literal_until = [&](size_t end) {
    if (end > start) items.push_back({Kind::literal, 0, pattern.substr(start, end - start), {}});
  };
  for (size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    if (flags_.extglob && opens_extended(c) && i + 1 < pattern.size() && pattern[i + 1] == '(') {
      const size_t before = i;
      Items group;
      if (parse_group(pattern, i, group, depth)) {
        literal_until(before);
        items.push_back(std::move(group.front()));
        start = i;
        continue;
      }
    }
    if (c == '\\' && i + 1 < pattern.size()) {
      literal_until(i);
      start = i + 1;
      i += 2;
    } else if (c == '*') {
      literal_until(i);
      if (items.empty() || items.back().kind != Kind::star) items.push_back({Kind::star, 0, {}, {}});
      start = ++i;
    } else if (c == '?') {
      literal_until(i);
      items.push_back({Kind::any, 0, {}, {}});
      start = ++i;
    } else if (const size_t end = c == '[' ? bracket_end(pattern, i) : kNone; end != kNone) {
      literal_until(i);
      items.push_back({Kind::bracket, 0, pattern.substr(i + 1, end - i - 1), {}});
      start = i = end + 1;
    } else {
      i += 1;
    }
  }
  literal_until(pattern.size());
}

bool Pattern::parse_group(std::string_view pattern, size_t& at, Items& items, int depth) {
  const std::vector<size_t> ends = depth > kMaximumDepth ? std::vector<size_t>() : alternative_ends(pattern, at + 1);
  if (ends.empty()) return false;
  Item group{Kind::group, pattern[at], {}, {}};
  at += 2;
  for (const size_t end : ends) {
    parse(pattern.substr(at, end - at), group.alternatives.emplace_back(), depth + 1);
    at = end + 1;
  }
  simple_ = false;
  items.push_back(std::move(group));
  return true;
}

bool Pattern::same(std::string_view a, std::string_view b) const {
  if (!flags_.ignore_case) return a == b;
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size();) {
    size_t length_a, length_b;
    if (fold(decode_utf8(a, i, length_a)) != fold(decode_utf8(b, i, length_b)) || length_a != length_b) return false;
    i += length_a;
  }
  return true;
}

bool Pattern::bracket_matches(std::string_view set, uint32_t code) const {
  const bool negated = !set.empty() && (set[0] == '!' || set[0] == '^');
  size_t i = negated ? 1 : 0;
  const uint32_t folded = flags_.ignore_case ? fold(code) : code;
  // One character of the set: \c, [.c.], [=c=] or itself.
  const auto next = [&]() -> uint32_t {
    const size_t end = named_end(set, i);
    if (end != kNone && set[i + 1] != ':' && end > i + 4) {
      const std::string_view element = set.substr(i + 2, end - i - 4);
      i = end;
      return element_code(element);
    }
    if (set[i] == '\\' && i + 1 < set.size()) i += 1;
    size_t length;
    const uint32_t found = decode_utf8(set, i, length);
    i += length;
    return found;
  };
  const auto between = [](uint32_t low, uint32_t c, uint32_t high) { return low <= c && c <= high; };
  while (i < set.size()) {
    if (const size_t end = named_end(set, i); end != kNone && set[i + 1] == ':') {
      if (in_class(set.substr(i + 2, end - i - 4), code)) return !negated;
      i = end;
      continue;
    }
    const uint32_t low = next();
    uint32_t high = low;
    if (i + 1 < set.size() && set[i] == '-') {
      i += 1;
      high = next();
    }
    if (between(low, code, high)) return !negated;
    if (flags_.ignore_case && (between(fold(low), folded, fold(high)) ||
                               between(low, static_cast<uint32_t>(towupper(static_cast<wint_t>(code))), high))) {
      return !negated;
    }
  }
  return negated;
}

size_t Pattern::step(const Item& item, std::string_view text, size_t at) const {
  if (item.kind == Kind::literal) {
    const size_t end = at + item.text.size();
    return end <= text.size() && same(item.text, text.substr(at, item.text.size())) ? end : kNone;
  }
  if (at >= text.size() || (flags_.pathname && text[at] == '/')) return kNone;
  size_t length;
  const uint32_t code = decode_utf8(text, at, length);
  if (item.kind == Kind::bracket && !bracket_matches(item.text, code)) return kNone;
  return at + length;
}

bool Pattern::full_simple(std::string_view text) const {
  size_t item = 0;
  size_t at = 0;
  size_t star_item = kNone;
  size_t star_at = 0;
  while (true) {
    if (item < items_.size() && items_[item].kind == Kind::star) {
      star_item = item++;
      star_at = at;
      if (item == items_.size() && !flags_.pathname) return true;
      continue;
    }
    if (item == items_.size() && at == text.size()) return true;
    if (const size_t next = item < items_.size() ? step(items_[item], text, at) : kNone; next != kNone) {
      at = next;
      item += 1;
      continue;
    }
    if (star_item == kNone || star_at >= text.size() || interrupted() || (flags_.pathname && text[star_at] == '/'))
      return false;
    star_at += character_length(text, star_at);
    // A literal after the star: go to where it is next.
    const Item& after = star_item + 1 < items_.size() ? items_[star_item + 1] : items_[star_item];
    if (after.kind == Kind::literal && !flags_.ignore_case && !flags_.pathname) {
      star_at = text.find(after.text, star_at);
      if (star_at == kNone) return false;
    }
    at = star_at;
    item = star_item + 1;
  }
}

Pattern::Positions Pattern::group_ends(const Item& group, std::string_view text, const Positions& positions) const {
  Positions ends;
  for (const Items& alternative : group.alternatives) {
    const Positions some = run(alternative, text, positions);
    ends.insert(ends.end(), some.begin(), some.end());
  }
  sort_unique(ends);
  return ends;
}

Pattern::Positions Pattern::run(const Items& items, std::string_view text, Positions positions) const {
  Positions next;
  for (const Item& item : items) {
    if (positions.empty()) break;
    if (interrupted()) return {};
    next.clear();
    if (item.kind == Kind::star) {
      const Item* const after = &item == &items.back() ? nullptr : &item + 1;
      const char group = after != nullptr && after->kind == Kind::group ? after->letter : '\0';
      size_t reached = 0;
      for (const size_t start : positions) {
        for (size_t at = std::max(start, reached); at <= text.size();) {
          if (at < text.size() || !faults::misses_the_end(group, start < at)) {
            next.push_back(at);
            reached = at + 1;
          }
          if (at == text.size() || (flags_.pathname && text[at] == '/')) break;
          at += character_length(text, at);
        }
      }
    } else if (item.kind != Kind::group) {
      for (const size_t start : positions) {
        const size_t end = step(item, text, start);
        if (end != kNone) next.push_back(end);
      }
    } else if (item.letter == '!') {
      for (const size_t start : positions) {
        if (interrupted()) return {};
        const Positions ends = group_ends(item, text, {start});
        for (size_t at = start; at <= text.size();) {
          if (!std::binary_search(ends.begin(), ends.end(), at)) next.push_back(at);
          if (at == text.size() || (flags_.pathname && text[at] == '/')) break;
          at += character_length(text, at);
        }
      }
      sort_unique(next);
    } else {
      const bool repeats = item.letter == '*' || item.letter == '+';
      if (item.letter == '*' || item.letter == '?') next = positions;
      for (Positions frontier = std::exchange(positions, {}); !frontier.empty();) {
        Positions fresh;
        for (const size_t end : group_ends(item, text, frontier)) {
          if (!std::binary_search(next.begin(), next.end(), end)) fresh.push_back(end);
        }
        next.insert(next.end(), fresh.begin(), fresh.end());
        sort_unique(next);
        if (!repeats || interrupted()) break;
        frontier = std::move(fresh);
      }
    }
    positions.swap(next);
  }
  return positions;
}

bool Pattern::dot_refused(std::string_view text) const {
  if (!flags_.leading_dot || text.empty() || text[0] != '.' || items_.empty()) return false;
  const auto begins_with_dot = [](const Items& items) {
    return !items.empty() && items[0].kind == Kind::literal && items[0].text[0] == '.';
  };
  if (items_[0].kind != Kind::group) return !begins_with_dot(items_);
  // *(x).y may match no x at all.
  const bool optional = items_[0].letter == '*' || items_[0].letter == '?';
  if (optional && items_.size() > 1 && items_[1].kind == Kind::literal && items_[1].text[0] == '.') return false;
  return items_[0].letter == '!' ||
         std::none_of(items_[0].alternatives.begin(), items_[0].alternatives.end(), begins_with_dot);
}

bool Pattern::full(std::string_view text) const {
  if (dot_refused(text)) return false;
  if (simple_) return full_simple(text);
  const Positions ends = run(items_, text, {0});
  return !ends.empty() && ends.back() == text.size();
}

bool Pattern::trivial_affix(std::string_view text, bool longest, bool at_end, size_t& length) const {
  const size_t count = items_.size();
  if (!simple_ || flags_.ignore_case || count > 2) return false;
  const Item& outer = at_end ? items_.back() : items_.front();
  const Item& inner = at_end ? items_.front() : items_.back();
  if (outer.kind == Kind::star && count == 1) {
    length = longest ? text.size() : 0;
  } else if (outer.kind == Kind::literal && (count == 1 || inner.kind == Kind::star)) {
    const bool matches = at_end ? text.ends_with(outer.text) : text.starts_with(outer.text);
    length = !matches ? kNone : count == 2 && longest ? text.size() : outer.text.size();
  } else if (outer.kind == Kind::star && inner.kind == Kind::literal) {
    const size_t found = longest == at_end ? text.find(inner.text) : text.rfind(inner.text);
    length = found == kNone ? kNone : at_end ? text.size() - found : found + inner.text.size();
  } else {
    return false;
  }
  return true;
}

size_t Pattern::prefix(std::string_view text, bool longest) const {
  size_t length = 0;
  if (items_.empty() || trivial_affix(text, longest, false, length)) return length;
  const Positions ends = run(items_, text, {0});
  return ends.empty() ? kNone : longest ? ends.back() : ends.front();
}

size_t Pattern::suffix(std::string_view text, bool longest) const {
  size_t length = 0;
  if (items_.empty() || trivial_affix(text, longest, true, length)) return length;
  if (simple_ && !longest &&
      items_[0].kind == Kind::star) {  // one walk would do, but a star in front matches nothing best
    Pattern rest = *this;
    rest.items_.erase(rest.items_.begin());
    return rest.suffix(text, false);
  }
  if (longest) {
    for (size_t start = 0; start <= text.size() && !interrupted();
         start += start < text.size() ? character_length(text, start) : 1) {
      if (full(text.substr(start))) return text.size() - start;
    }
    return kNone;
  }
  for (size_t start = text.size() + 1; start-- > 0 && !interrupted();) {
    const bool inside = start < text.size() && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80;
    if (!inside && full(text.substr(start))) return text.size() - start;
  }
  return kNone;
}

bool Pattern::search(std::string_view text, size_t from, size_t& position, size_t& length) const {
  if (items_.empty()) return false;
  const Item& first = items_[0];
  if (items_.size() == 1 && first.kind == Kind::literal && !flags_.ignore_case) {
    position = text.find(first.text, from);
    length = first.text.size();
    return position != kNone;
  }
  for (size_t start = from; start <= text.size() && !interrupted();) {
    if (first.kind == Kind::literal && !flags_.ignore_case) {
      start = text.find(first.text, start);
      if (start == kNone) return false;
    }
    size_t end = kNone;
    if (simple_ && items_.size() == 1 && first.kind != Kind::star) {
      end = step(first, text, start);
    } else if (const Positions ends = run(items_, text, {start}); !ends.empty()) {
      end = ends.back();
    }
    if (end != kNone) {
      position = start;
      length = end - start;
      return true;
    }
    if (start == text.size()) break;
    start += character_length(text, start);
  }
  return false;
}

bool matches(std::string_view pattern, std::string_view text, PatternFlags flags) {
  if (!flags.ignore_case && !flags.extglob && pattern.find_first_of("*?[\\") == kNone) return pattern == text;
  return Pattern(pattern, flags).full(text);
}

size_t named_end(std::string_view pattern, size_t at) {
  if (pattern[at] != '[' || at + 1 >= pattern.size() || !is_one_of(pattern[at + 1], ":.=")) return kNone;
  const char closing[] = {pattern[at + 1], ']'};
  const size_t end = pattern.find(std::string_view(closing, 2), at + 2);
  return end == kNone ? kNone : end + 2;
}

bool has_pattern_characters(std::string_view pattern, bool extglob) {
  bool open = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\') {
      i += 1;
    } else if (c == '*' || c == '?') {
      return true;
    } else if (c == '[' || c == '/') {
      open = c == '[';
    } else if (c == ']' && open) {  // as bash: perhaps no bracket expression, but taken for a pattern
      return true;
    } else if (extglob && opens_extended(c) && i + 1 < pattern.size() && pattern[i + 1] == '(' &&
               !alternative_ends(pattern, i + 1).empty()) {
      return true;
    }
  }
  return false;
}

}  // namespace shell
