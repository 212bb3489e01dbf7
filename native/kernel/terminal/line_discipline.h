// What a terminal does with what is typed: lines are edited and echoed, control characters become signals. As N_TTY of
// Linux. It knows no process and never waits: what it says it wants done (`Listener`) its owner does.
#pragma once

#include <bitset>

#include "kernel/process/signals.h"
#include "kernel/terminal/output_processing.h"

namespace wasmsand {

class LineDiscipline {
 public:
  // Of what was typed and not read. A line has one byte less at most, and its end.
  static constexpr size_t kBuffer = 4096;

  class Listener {
   public:
    // For the foreground process group.
    virtual void raise(int signo) = 0;
    // Output that waits for its reader is not wanted any more.
    virtual void drop_output() = 0;
    virtual void stop_output() = 0;
    virtual void start_output() = 0;
    [[nodiscard]] virtual bool is_stopped() const = 0;

   protected:
    ~Listener() = default;
  };

  explicit LineDiscipline(Listener& listener) : listener_(listener) {}

  [[nodiscard]] const Termios& settings() const { return settings_; }
  void set(const Termios& settings);

  // Takes what was typed, and says how much of it. Less than all: there is no room until something was read.
  size_t receive(std::span<const std::byte> typed);
  // Moves out a line, or a part of it, or without ICANON what there is. Nothing, and readable(): the end of a file.
  size_t read(std::span<std::byte> out);
  // Whether a read has something to say: a line, or with its end typed an empty one; without ICANON, any byte.
  [[nodiscard]] bool readable() const { return is_canonical() ? line_end_ != tail_ : head_ != tail_; }
  // How many bytes a read would find.
  [[nodiscard]] size_t readable_bytes() const;
  void discard_input();

  // Appends what a character that is written becomes.
  void write(uint8_t c, std::string& out) { output_.put(settings_, c, out); }
  // What is to be shown of what was typed: whoever takes it empties it.
  std::string& echo() { return echo_; }
  [[nodiscard]] bool is_canonical() const {
    return settings_.has_local(Termios::kICANON) && !settings_.has_local(Termios::kEXTPROC);
  }

 private:
  void receive_one(uint8_t c);
  bool control_flow(uint8_t c);
  bool signal_of(uint8_t c);
  bool edit_line(uint8_t c);
  void end_line(uint8_t c);
  void erase(uint8_t c);
  void erase_characters(Termios::Place kind);
  void show_erased(uint8_t c, size_t place, size_t count, Termios::Place kind);
  void show_erased_tab();
  void keep(uint8_t c);
  void keep_marked(uint8_t c);
  void echo_plain(uint8_t c);
  void echo_visible(uint8_t c);
  void echo_typed(uint8_t c);
  void end_erasing();
  [[nodiscard]] bool is_special(uint8_t c) const;
  uint8_t& at(size_t place) { return buffer_[place % kBuffer]; }

  Listener& listener_;
  Termios settings_;
  OutputProcessing output_;
  std::string echo_;
  std::array<uint8_t, kBuffer> buffer_{};
  std::bitset<kBuffer> ends_;  // a line ends here; where the byte is 0, with the end of a file
  // Counts of bytes: what was read, the end of the last whole line, what was typed.
  size_t tail_ = 0, line_end_ = 0, head_ = 0;
  bool literal_next_ = false, erasing_ = false;
};

}  // namespace wasmsand
