// What a terminal makes of the characters that are written to it (OPOST), and where its cursor is then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "kernel/terminal/termios.h"

namespace wasmsand {

// As the kernel of Linux classifies Latin-1.
bool is_control(uint8_t c);
bool is_word_character(uint8_t c);
// A byte of a UTF-8 character that is not its first one.
bool is_continuation(const Termios& settings, uint8_t c);

class OutputProcessing {
 public:
  // Appends what `c` becomes: 8 bytes at most.
  void put(const Termios& settings, uint8_t c, std::string& out);
  // Appends ^X for a control character, whatever the settings say.
  void put_control(uint8_t c, std::string& out);
  // Moves the cursor back over a tab that began after `characters` characters, of the line or (`after_tab`) of a tab.
  void erase_tab(size_t characters, bool after_tab, std::string& out);
  void move_back() {
    if (column_ > 0) column_--;
  }
  // The line that is typed begins here.
  void begin_line() { line_column_ = column_; }

 private:
  uint32_t column_ = 0, line_column_ = 0;
};

}  // namespace wasmsand
