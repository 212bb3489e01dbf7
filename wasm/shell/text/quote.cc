#include "quote.h"

#include <cstdio>

#include "utf8.h"

namespace shell {

namespace {

constexpr std::string_view kMeta = " \t\n'\"\\|&;()<>!{}*[?]^$`";

// A ~ that would expand, a # that would begin a comment.
bool special_at(std::string_view text, size_t i) {
  if (text[i] == '#') return i == 0;
  return text[i] == '~' && (i == 0 || text[i - 1] == ':' || text[i - 1] == '=');
}

bool has_meta(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (kMeta.find(text[i]) != std::string_view::npos || special_at(text, i)) return true;
  }
  return false;
}

// Not printable: control characters and bytes that are not UTF-8.
bool is_unprintable(uint32_t code, size_t length) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (length == 1 && code >= 0x80);
}

}  // namespace

void append_escaped(std::string& out, std::string_view text, std::string_view special) {
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
}

bool needs_ansi_quoting(std::string_view text) {
  for (size_t i = 0, length = 1; i < text.size(); i += length) {
    if (is_unprintable(decode_utf8(text, i, length), length)) return true;
  }
  return false;
}

std::string printable(std::string_view text) { return needs_ansi_quoting(text) ? quote_ansi(text) : std::string(text); }

std::string in_single_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out += '\'';
}

std::string quote_single(std::string_view text) { return text == "'" ? "\\'" : in_single_quotes(text); }

std::string quote_ansi(std::string_view text) {
  static constexpr std::string_view kCharacters = "\a\b\t\n\v\f\r\033\\'";
  static constexpr std::string_view kLetters = "abtnvfrE\\'";
  std::string out = "$'";
  for (size_t i = 0, length = 1; i < text.size(); i += length) {
    const uint32_t code = decode_utf8(text, i, length);
    const size_t named = length == 1 ? kCharacters.find(text[i]) : std::string_view::npos;
    if (named != std::string_view::npos) {
      out += '\\';
      out += kLetters[named];
    } else if (is_unprintable(code, length)) {
      for (const char c : text.substr(i, length)) {
        char octal[8];
        snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned char>(c));
        out += octal;
      }
    } else {
      out += text.substr(i, length);
    }
  }
  return out += '\'';
}

std::string quote_reusable(std::string_view text) {
  if (needs_ansi_quoting(text)) return quote_ansi(text);
  return has_meta(text) ? quote_single(text) : std::string(text);
}

std::string quote_traced(std::string_view text) { return has_meta(text) ? quote_single(text) : printable(text); }

std::string quote_value(std::string_view text) {
  if (needs_ansi_quoting(text)) return quote_ansi(text);
  std::string out = "\"";
  append_escaped(out, text, "\"\\$`");
  return out += '"';
}

std::string quote_backslash(std::string_view text) {
  if (text.empty()) return "''";
  if (needs_ansi_quoting(text)) return quote_ansi(text);
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',' || kMeta.find(text[i]) != std::string_view::npos || special_at(text, i)) out += '\\';
    out += text[i];
  }
  return out;
}

std::string quote_transform(std::string_view text) {
  return needs_ansi_quoting(text) ? quote_ansi(text) : quote_single(text);
}

}  // namespace shell
