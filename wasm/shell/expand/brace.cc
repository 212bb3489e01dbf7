// Brace expansion. A word is a string in which everything but unquoted literal text is one opaque mark of four bytes.
#include "../interrupt.h"
#include "../text/numbers.h"
#include "expander.h"

namespace shell {

namespace {

constexpr char kMark = '\1';
constexpr size_t kMarkSize = 4;
constexpr size_t kMaximumWords = 4'000'000;
constexpr size_t kMaximumBytes = size_t{256} << 20;
constexpr int kMaximumDepth = 500;

class Braces {
 public:
  explicit Braces(Arena& arena) : arena_(arena) {}

  std::string encode(const Word& word) {
    std::string text;
    for (const Part* part : word.parts) {
      if (part->kind != PartKind::literal) {
        mark(text, part);
        continue;
      }
      for (const char c : static_cast<const TextPart*>(part)->text) {
        if (c == kMark) {
          mark(text, arena_.make<TextPart>(Part{PartKind::literal}, std::string_view("\1", 1)));
        } else {
          text += c;
        }
      }
    }
    return text;
  }

  std::vector<const Part*> decode(std::string_view text) {
    std::vector<const Part*> parts;
    while (!text.empty()) {
      if (text[0] == kMark) {
        const auto digit = [&](size_t i) { return static_cast<size_t>(text[i] & 0x7F); };
        parts.push_back(opaque_[digit(1) | digit(2) << 7 | digit(3) << 14]);
        text.remove_prefix(kMarkSize);
      } else {
        const size_t end = std::min(text.find(kMark), text.size());
        const size_t taken = parts.empty() ? 0 : lengthen_name(parts.back(), text.substr(0, end));
        if (taken > 0) {
          text.remove_prefix(taken);
          continue;
        }
        parts.push_back(arena_.make<TextPart>(Part{PartKind::literal}, arena_.copy(text.substr(0, end))));
        text.remove_prefix(end);
      }
    }
    return parts;
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] size_t wanted() const { return wanted_; }

  std::vector<std::string> expand(std::string_view text, int depth = 0) {
    for (size_t i = 0; depth < kMaximumDepth && i < text.size(); i += text[i] == kMark ? kMarkSize : 1) {
      if (text[i] != '{' || (i == 0 && depth == 0 && text.starts_with("{}"))) continue;
      std::vector<std::string_view> pieces;
      const size_t end = find_end(text, i, pieces);
      if (end == std::string_view::npos) continue;
      std::vector<std::string> middle;
      if (pieces.size() > 1) {
        for (const std::string_view piece : pieces) {
          std::vector<std::string> some = expand(piece, depth + 1);
          if (!reserve(middle.size() + some.size(), text.size())) return {};
          std::move(some.begin(), some.end(), std::back_inserter(middle));
        }
      } else if (!sequence(pieces[0], middle)) {
        if (failed_) return {};
        continue;
      }
      return combine(text.substr(0, i), middle, expand(text.substr(end + 1), depth + 1));
    }
    return {std::string(text)};
  }

 private:
  // $x{1,2} is $x1 $x2: braces expand before anything else is read.
  size_t lengthen_name(const Part*& last, std::string_view text) {
    if (last->kind != PartKind::parameter) return 0;
    const auto& before = static_cast<const ParameterPart&>(*last);
    if (before.braced || !is_name(before.name)) return 0;
    size_t length = 0;
    while (length < text.size() && is_name(std::string("_") + text[length])) length += 1;
    if (length == 0) return 0;
    ParameterPart* longer = arena_.make<ParameterPart>(before);
    longer->name = arena_.copy(std::string(before.name).append(text.substr(0, length)));
    longer->symbol = nullptr;
    last = longer;
    return length;
  }

  void mark(std::string& text, const Part* part) {
    const size_t index = opaque_.size();
    opaque_.push_back(part);
    text += kMark;
    for (int shift = 0; shift < 21; shift += 7) text += static_cast<char>(0x80 | (index >> shift & 0x7F));
  }

  // The place of the } that belongs to the { at `open`, and what lies between the commas of that level. A } before any
  // comma or dots is text.
  static size_t find_end(std::string_view text, size_t open, std::vector<std::string_view>& pieces) {
    int depth = 0;
    size_t start = open + 1;
    bool separated = false;
    for (size_t i = start; i < text.size(); i += text[i] == kMark ? kMarkSize : 1) {
      const char c = text[i];
      if (c == '{') {
        depth += 1;
      } else if (c == '}' && depth > 0) {
        depth -= 1;
      } else if (depth == 0 && (c == ',' || (c == '}' && separated))) {
        pieces.push_back(text.substr(start, i - start));
        if (c == '}') return i;
        start = i + 1;
        separated = true;
      } else if (depth == 0 && c == '.') {
        separated = separated || (text.substr(i, 2) == ".." && text.substr(i + 2, 1) != "}");
      }
    }
    return std::string_view::npos;
  }

  bool reserve(size_t words, size_t bytes_each) {
    if (!interrupted() && words <= kMaximumWords && words * std::max<size_t>(bytes_each, 1) <= kMaximumBytes)
      return true;
    failed_ = true;
    wanted_ = std::max(wanted_, words);
    return false;
  }

  std::vector<std::string> combine(std::string_view before, const std::vector<std::string>& middle,
                                   const std::vector<std::string>& after) {
    std::vector<std::string> all;
    if (middle.empty() || after.empty()) return all;
    if (!reserve(middle.size() * after.size(), before.size() + middle.back().size() + after.back().size())) return all;
    all.reserve(middle.size() * after.size());
    for (const std::string& inner : middle) {
      if (interrupted()) break;
      for (const std::string& last : after) {
        std::string& word = all.emplace_back();
        word.reserve(before.size() + inner.size() + last.size());
        word.append(before).append(inner).append(last);
      }
    }
    return all;
  }

  static bool is_letter(std::string_view text) {
    return text.size() == 1 && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
  }

  // x..y or x..y..step
  bool sequence(std::string_view text, std::vector<std::string>& out) {
    const size_t dots = text.find("..");
    if (dots == std::string_view::npos) return false;
    const std::string_view from = text.substr(0, dots);
    std::string_view to = text.substr(dots + 2);
    int64_t step = 1;
    if (const size_t more = to.find(".."); more != std::string_view::npos) {
      if (!parse_integer(to.substr(more + 2), step)) return false;
      to = to.substr(0, more);
    }
    int64_t first = 0, last = 0;
    const bool letters = is_letter(from) && is_letter(to);
    if (letters) {
      first = static_cast<unsigned char>(from[0]);
      last = static_cast<unsigned char>(to[0]);
    } else if (!parse_integer(from, first) || !parse_integer(to, last)) {
      return false;
    }
    const uint64_t stride = step == 0 ? 1 : step < 0 ? -static_cast<uint64_t>(step) : static_cast<uint64_t>(step);
    const bool up = first <= last;
    const uint64_t low = static_cast<uint64_t>(first), high = static_cast<uint64_t>(last);
    const uint64_t count = (up ? high - low : low - high) / stride;
    if (!reserve(count >= kMaximumWords ? count : count + 1, 1)) return false;
    const auto padded = [](std::string_view number) {
      const size_t sign = number.starts_with('-') ? 1 : 0;
      return number.size() > sign + 1 && number[sign] == '0';
    };
    const int width = !letters && (padded(from) || padded(to)) ? static_cast<int>(std::max(from.size(), to.size())) : 0;
    if (width > 1000) return false;
    out.reserve(count + 1);
    for (uint64_t i = 0; i <= count && !interrupted(); ++i) {
      const auto value = static_cast<int64_t>(up ? low + i * stride : low - i * stride);
      if (letters) {
        std::string& word = out.emplace_back(1, static_cast<char>(value));
        if (word[0] == '\\' || word[0] == '[' || word[0] == '`') {  // as if it were quoted; a backslash quotes nothing
          word.clear();
          mark(word, arena_.make<TextPart>(
                         Part{PartKind::quoted},
                         value == '\\' ? std::string_view() : arena_.copy(std::string(1, static_cast<char>(value)))));
        }
        continue;
      }
      char digits[1024];
      const int length = snprintf(digits, sizeof digits, "%0*lld", width, static_cast<long long>(value));
      out.emplace_back(digits, static_cast<size_t>(length));
    }
    return true;
  }

  Arena& arena_;
  std::vector<const Part*> opaque_;
  bool failed_ = false;
  size_t wanted_ = 0;
};

}  // namespace

Done expand_braces(Shell& shell, const Word& word, std::vector<std::vector<const Part*>>& words, Arena& arena) {
  Braces braces(arena);
  const std::string text = braces.encode(word);
  const std::vector<std::string> results = braces.expand(text);
  if (interrupted()) return Failure();
  if (braces.failed()) {
    return shell.fail("brace expansion: failed to allocate memory for " + std::to_string(braces.wanted()) + " elements",
                      Reach::line);
  }
  if (results.size() == 1 && results[0] == text) return {};
  words.reserve(results.size());
  for (const std::string& result : results) {
    if (interrupted()) return Failure();
    words.push_back(braces.decode(result));
  }
  return {};
}

}  // namespace shell
