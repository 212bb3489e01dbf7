#include "kernel/terminal/line_discipline.h"

#include "kernel/linux_constants.h"

namespace wasmsand {

namespace {

// What of it is not shown until the output goes on again.
constexpr size_t kEchoMost = 4096;
constexpr uint8_t kMarker = 0377;  // PARMRK
constexpr uint8_t kEndOfFileMark = 0;

}  // namespace

void LineDiscipline::set(const Termios& settings) {
  const Termios before = settings_;
  settings_ = settings;
  // A pseudo-terminal has no line whose form could be set.
  settings_.control = (settings.control & ~(Termios::kCSIZE | Termios::kPARENB)) | Termios::kCS8 | Termios::kCREAD;
  if (((before.local ^ settings_.local) & (Termios::kICANON | Termios::kEXTPROC)) != 0) {
    ends_.reset();
    if (!settings_.has_local(Termios::kICANON) || head_ == tail_) {
      line_end_ = tail_;
    } else {
      // What was typed without lines is the first one.
      ends_.set((head_ - 1) % kBuffer);
      line_end_ = head_;
    }
    erasing_ = literal_next_ = false;
  }
  if (!settings_.has_input(Termios::kIXON) && before.has_input(Termios::kIXON)) listener_.start_output();
}

size_t LineDiscipline::receive(std::span<const std::byte> typed) {
  size_t done = 0;
  for (; done < typed.size(); done++) {
    const size_t used = head_ - tail_;
    // The end of a line must always find room, so the last character of one that is too long is replaced.
    size_t room = kBuffer - used;
    if (settings_.has_input(Termios::kPARMRK)) room = (room + 2) / 3;
    if (room <= 1) {
      if (!settings_.has_local(Termios::kICANON) || line_end_ != tail_) break;
      if (room == 0) head_--;
    }
    receive_one(static_cast<uint8_t>(typed[done]));
  }
  return done;
}

// Whether `c` is more than a character.
bool LineDiscipline::is_special(uint8_t c) const {
  using T = Termios;
  const T& s = settings_;
  if (c == '\r' && s.has_input(T::kIGNCR | T::kICRNL)) return true;
  if (c == '\n' && s.has_input(T::kINLCR)) return true;
  if (s.has_local(T::kICANON)) {
    if (c == '\n' || s.is(c, T::kErase) || s.is(c, T::kKill) || s.is(c, T::kEndOfFile) || s.is(c, T::kEndOfLine))
      return true;
    if (s.has_local(T::kIEXTEN) && (s.is(c, T::kWordErase) || s.is(c, T::kLiteralNext) || s.is(c, T::kEndOfLine2) ||
                                    (s.has_local(T::kECHO) && s.is(c, T::kReprint))))
      return true;
  }
  if (s.has_input(T::kIXON) && (s.is(c, T::kStart) || s.is(c, T::kStop))) return true;
  return s.has_local(T::kISIG) && (s.is(c, T::kInterrupt) || s.is(c, T::kQuit) || s.is(c, T::kSuspend));
}

void LineDiscipline::receive_one(uint8_t c) {
  const bool literal = std::exchange(literal_next_, false);
  if (settings_.has_input(Termios::kISTRIP)) c &= 0177;
  if (settings_.has_input(Termios::kIUCLC) && settings_.has_local(Termios::kIEXTEN) && c >= 'A' && c <= 'Z')
    c += 'a' - 'A';
  if (!literal && settings_.has_local(Termios::kEXTPROC)) return keep(c);
  const bool special = !literal && is_special(c);
  if (special && (control_flow(c) || signal_of(c))) return;
  if (listener_.is_stopped() && settings_.has_input(Termios::kIXON) && settings_.has_input(Termios::kIXANY))
    listener_.start_output();
  if (special) {
    if (c == '\r') {
      if (settings_.has_input(Termios::kIGNCR)) return;
      if (settings_.has_input(Termios::kICRNL)) c = '\n';
    } else if (c == '\n' && settings_.has_input(Termios::kINLCR)) {
      c = '\r';
    }
    if (settings_.has_local(Termios::kICANON) && edit_line(c)) return;
  }
  if (settings_.has_local(Termios::kECHO)) {
    end_erasing();
    if (special && c == '\n')
      echo_plain('\n');
    else
      echo_typed(c);
  }
  keep_marked(c);
}

bool LineDiscipline::control_flow(uint8_t c) {
  if (!settings_.has_input(Termios::kIXON)) return false;
  if (settings_.is(c, Termios::kStart)) {
    listener_.start_output();
    return true;
  }
  if (!settings_.is(c, Termios::kStop)) return false;
  listener_.stop_output();
  return true;
}

bool LineDiscipline::signal_of(uint8_t c) {
  if (!settings_.has_local(Termios::kISIG)) return false;
  int signo = 0;
  if (settings_.is(c, Termios::kInterrupt))
    signo = kSigInt;
  else if (settings_.is(c, Termios::kQuit))
    signo = abi::kSIGQUIT;
  else if (settings_.is(c, Termios::kSuspend))
    signo = kSigTerminalStop;
  if (signo == 0) return false;
  if (!settings_.has_local(Termios::kNOFLSH)) {
    echo_.clear();
    listener_.drop_output();
    discard_input();
  }
  if (settings_.has_input(Termios::kIXON)) listener_.start_output();
  if (settings_.has_local(Termios::kECHO)) echo_visible(c);
  listener_.raise(signo);
  return true;
}

// The characters of ICANON. Returns whether `c` is one.
bool LineDiscipline::edit_line(uint8_t c) {
  const bool extended = settings_.has_local(Termios::kIEXTEN), echoes = settings_.has_local(Termios::kECHO);
  if (settings_.is(c, Termios::kErase) || settings_.is(c, Termios::kKill) ||
      (extended && settings_.is(c, Termios::kWordErase))) {
    erase(c);
    return true;
  }
  if (extended && settings_.is(c, Termios::kLiteralNext)) {
    literal_next_ = true;
    if (echoes) {
      end_erasing();
      if (settings_.has_local(Termios::kECHOCTL)) {
        echo_plain('^');
        echo_plain('\b');
      }
    }
    return true;
  }
  if (extended && echoes && settings_.is(c, Termios::kReprint)) {
    end_erasing();
    echo_visible(c);
    echo_plain('\n');
    for (size_t place = line_end_; place != head_; place++) echo_visible(at(place));
    return true;
  }
  if (c == '\n') {
    if (echoes || settings_.has_local(Termios::kECHONL)) echo_plain('\n');
    end_line(c);
    return true;
  }
  if (settings_.is(c, Termios::kEndOfFile)) {
    end_line(kEndOfFileMark);
    return true;
  }
  if (settings_.is(c, Termios::kEndOfLine) || (extended && settings_.is(c, Termios::kEndOfLine2))) {
    if (echoes) echo_typed(c);
    if (settings_.has_input(Termios::kPARMRK) && c == kMarker) keep(c);
    end_line(c);
    return true;
  }
  return false;
}

void LineDiscipline::end_line(uint8_t c) {
  keep(c);
  line_end_ = head_;
  ends_.set((head_ - 1) % kBuffer);
}

void LineDiscipline::erase(uint8_t c) {
  if (head_ == line_end_) return;
  if (settings_.is(c, Termios::kErase)) {
    erase_characters(Termios::kErase);
  } else if (settings_.has_local(Termios::kIEXTEN) && settings_.is(c, Termios::kWordErase)) {
    erase_characters(Termios::kWordErase);
  } else if (settings_.has_local(Termios::kECHO) && settings_.has_local(Termios::kECHOK) &&
             settings_.has_local(Termios::kECHOKE) && settings_.has_local(Termios::kECHOE)) {
    erase_characters(Termios::kKill);
  } else {
    head_ = line_end_;
    if (!settings_.has_local(Termios::kECHO)) return;
    end_erasing();
    echo_visible(c);
    if (settings_.has_local(Termios::kECHOK)) echo_plain('\n');
  }
}

void LineDiscipline::erase_characters(Termios::Place kind) {
  bool in_word = false;
  while (head_ != line_end_) {
    size_t place = head_;
    do {
      place--;
    } while (is_continuation(settings_, at(place)) && place != line_end_);
    const uint8_t c = at(place);
    if (is_continuation(settings_, c)) break;  // a part of a character: leave it
    if (kind == Termios::kWordErase) {
      if (is_word_character(c))
        in_word = true;
      else if (in_word)
        break;
    }
    const size_t count = head_ - place;
    head_ = place;
    if (settings_.has_local(Termios::kECHO)) show_erased(c, place, count, kind);
    if (kind == Termios::kErase) break;
  }
  if (head_ == line_end_ && settings_.has_local(Termios::kECHO)) end_erasing();
}

void LineDiscipline::show_erased(uint8_t c, size_t place, size_t count, Termios::Place kind) {
  if (settings_.has_local(Termios::kECHOPRT)) {
    if (!std::exchange(erasing_, true)) echo_plain('\\');
    echo_visible(c);
    for (size_t next = place + 1; next < place + count; next++) {
      echo_plain(at(next));
      output_.move_back();
    }
    return;
  }
  if (kind == Termios::kErase && !settings_.has_local(Termios::kECHOE)) return echo_visible(settings_.at(kind));
  if (c == '\t') return show_erased_tab();
  const bool has_two = is_control(c) && settings_.has_local(Termios::kECHOCTL);
  const int columns = has_two ? 2 : is_control(c) ? 0 : 1;
  for (int left = columns; left > 0; left--)
    for (const uint8_t back : {'\b', ' ', '\b'}) echo_plain(back);
}

// How wide it was depends on what is before it, back to another tab or the beginning of the line.
void LineDiscipline::show_erased_tab() {
  size_t columns = 0;
  bool after_tab = false;
  for (size_t place = head_; place != line_end_;) {
    const uint8_t c = at(--place);
    if (c == '\t') {
      after_tab = true;
      break;
    }
    if (is_control(c))
      columns += settings_.has_local(Termios::kECHOCTL) ? 2 : 0;
    else if (!is_continuation(settings_, c))
      columns++;
  }
  if (echo_.size() < kEchoMost) output_.erase_tab(columns, after_tab, echo_);
}

size_t LineDiscipline::read(std::span<std::byte> out) {
  const size_t end = is_canonical() ? line_end_ : head_;
  size_t done = 0;
  while (done < out.size() && tail_ != end) {
    const uint8_t c = at(tail_);
    const bool ends = is_canonical() && ends_[tail_ % kBuffer];
    ends_.reset(tail_ % kBuffer);
    tail_++;
    if (ends && c == kEndOfFileMark) return done;
    out[done++] = static_cast<std::byte>(c);
    if (ends) return done;
  }
  // The end of a file after as many bytes as were wanted ends this read, and not the next one.
  if (is_canonical() && done > 0 && tail_ != end && ends_[tail_ % kBuffer] && at(tail_) == kEndOfFileMark) {
    ends_.reset(tail_ % kBuffer);
    tail_++;
  }
  return done;
}

size_t LineDiscipline::readable_bytes() const {
  if (!is_canonical()) return head_ - tail_;
  size_t count = 0;
  for (size_t place = tail_; place != line_end_; place++)
    if (!ends_[place % kBuffer] || buffer_[place % kBuffer] != kEndOfFileMark) count++;
  return count;
}

void LineDiscipline::discard_input() {
  tail_ = line_end_ = head_ = 0;
  ends_.reset();
  erasing_ = literal_next_ = false;
}

// A line that is too long loses its last character for it.
void LineDiscipline::keep(uint8_t c) {
  if (head_ - tail_ == kBuffer) head_--;
  at(head_) = c;
  head_++;
}

void LineDiscipline::keep_marked(uint8_t c) {
  if (settings_.has_input(Termios::kPARMRK) && c == kMarker) keep(c);
  keep(c);
}

void LineDiscipline::echo_plain(uint8_t c) {
  if (echo_.size() < kEchoMost) output_.put(settings_, c, echo_);
}

void LineDiscipline::echo_visible(uint8_t c) {
  if (is_control(c) && c != '\t' && settings_.has_local(Termios::kECHOCTL)) {
    if (echo_.size() < kEchoMost) output_.put_control(c, echo_);
  } else {
    echo_plain(c);
  }
}

void LineDiscipline::echo_typed(uint8_t c) {
  if (head_ == line_end_) output_.begin_line();
  echo_visible(c);
}

void LineDiscipline::end_erasing() {
  if (std::exchange(erasing_, false)) echo_plain('/');
}

}  // namespace wasmsand
