#include "kernel/terminal/output_processing.h"

namespace wasmsand {

namespace {

constexpr uint32_t kTab = 8;
constexpr uint8_t kDelete = 0177, kControlBit = 0100;

bool is_letter(uint8_t c) {
  const uint8_t lower = c | 0x20;
  return (lower >= 'a' && lower <= 'z') || (c >= 0xc0 && c != 0xd7 && c != 0xf7);
}

}  // namespace

bool is_control(uint8_t c) { return c < 0x20 || c == kDelete; }
bool is_word_character(uint8_t c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }
bool is_continuation(const Termios& settings, uint8_t c) {
  return settings.has_input(Termios::kIUTF8) && (c & 0xc0) == 0x80;
}

void OutputProcessing::put(const Termios& settings, uint8_t c, std::string& out) {
  if (!settings.has_output(Termios::kOPOST)) {
    out += static_cast<char>(c);
    return;
  }
  switch (c) {
    case '\n':
      if (settings.has_output(Termios::kONLRET)) column_ = 0;
      if (settings.has_output(Termios::kONLCR)) {
        column_ = 0;
        out += '\r';
      }
      line_column_ = column_;
      break;
    case '\r':
      if (settings.has_output(Termios::kONOCR) && column_ == 0) return;
      if (settings.has_output(Termios::kOCRNL)) {
        c = '\n';
        if (settings.has_output(Termios::kONLRET)) line_column_ = column_ = 0;
        break;
      }
      line_column_ = column_ = 0;
      break;
    case '\t': {
      const uint32_t spaces = kTab - column_ % kTab;
      column_ += spaces;
      if ((settings.output & Termios::kTabDelay) == Termios::kXTABS) {
        out.append(spaces, ' ');
        return;
      }
      break;
    }
    case '\b':
      move_back();
      break;
    default:
      if (!is_control(c)) {
        if (settings.has_output(Termios::kOLCUC) && c >= 'a' && c <= 'z') c -= 'a' - 'A';
        if (!is_continuation(settings, c)) column_++;
      }
  }
  out += static_cast<char>(c);
}

void OutputProcessing::put_control(uint8_t c, std::string& out) {
  out += '^';
  out += static_cast<char>(c ^ kControlBit);
  column_ += 2;
}

void OutputProcessing::erase_tab(size_t characters, bool after_tab, std::string& out) {
  const size_t before = characters + (after_tab ? 0 : line_column_);
  for (size_t left = kTab - before % kTab; left > 0; left--) {
    out += '\b';
    move_back();
  }
}

}  // namespace wasmsand
