// A pseudo-terminal: the master's end, at which somebody types and looks, the line discipline, and the terminal that
// processes have open. Semantics of pty(7), tty_ioctl(4) and of the job control of POSIX, as Linux has them.
//
// What belongs here knows processes, whom it signals, and the files that they open; of the kernel it knows no more than
// the table of its processes.
//
// Bytes wait in three places, each bounded: typed ones that the line discipline has no room for, its own, and output
// for the master. Echo waits with the line discipline while the output is stopped or full.
#pragma once

#include "kernel/io/byte_queue.h"
#include "kernel/io/open_file.h"
#include "kernel/process/process_table.h"
#include "kernel/terminal/line_discipline.h"

namespace wasmsand {

class PtyFileSystem;

struct WindowSize {
  uint16_t rows = 0, columns = 0, pixels_x = 0, pixels_y = 0;
  friend bool operator==(const WindowSize&, const WindowSize&) = default;
};

// What the host has at the master's end, where no process has it.
class HostEnd : public RefCounted {
 public:
  // There is output, or room for what is typed.
  virtual void changed() = 0;
  // The session of the terminal has ended.
  virtual void session_ended() = 0;
};

class Terminal final : public RefCounted, private LineDiscipline::Listener {
 public:
  // Of these bytes no process ever waits for more than it reads or writes; they are charged when a terminal is made.
  static constexpr size_t kTypedMost = 8192, kOutputMost = 12 * 1024;
  static constexpr size_t kCharged = LineDiscipline::kBuffer * 2 + kTypedMost + kOutputMost;

  // Of a table that has room for it: its place there. Owner: that of the process that has opened the master's end.
  Terminal(Ref<PtyFileSystem> files, uint32_t number, uint32_t uid);
  ~Terminal() override;

  [[nodiscard]] uint32_t number() const { return number_; }
  [[nodiscard]] const PtyFileSystem& files() const { return *files_; }
  Attributes& attributes() { return attributes_; }
  [[nodiscard]] const Termios& settings() const { return discipline_.settings(); }
  void set(const Termios& settings, bool discards_input);
  [[nodiscard]] const WindowSize& window_size() const { return window_size_; }
  // SIGWINCH to the foreground, if it is another one.
  void resize(const WindowSize& size);

  // The master's end.
  size_t type(std::span<const std::byte> typed);  // as many as there is room for
  size_t take_output(std::span<std::byte> out);
  [[nodiscard]] size_t output_bytes() const { return output_.size(); }
  [[nodiscard]] size_t typing_room() const { return kTypedMost - typed_.size(); }
  void set_host_end(Ref<HostEnd> host);
  // The master's end has gone: its files read nothing more and write with EIO, and its session gets SIGHUP and SIGCONT.
  void hang_up();
  [[nodiscard]] bool is_hung_up() const { return hung_up_; }
  bool is_locked = true;  // unlockpt(3): until then nobody can open it by its name

  // The other end.
  LineDiscipline& discipline() { return discipline_; }
  size_t read(std::span<std::byte> out);
  // With all that it takes or nothing, character by character. 0: no room.
  size_t write(std::span<const std::byte> data);
  [[nodiscard]] bool has_room() const { return !stopped_ && output_.size() < kOutputMost; }
  [[nodiscard]] Nanoseconds last_typed() const { return last_typed_; }
  void opened();
  void closed();
  [[nodiscard]] bool is_open() const { return open_ > 0; }
  [[nodiscard]] bool was_opened() const { return was_opened_; }
  // tcflow(3), tcflush(3).
  void hold_output(bool held);
  void send_plain(uint8_t c);
  void discard_input();
  void discard_output();  // what the master has not read
  void discard_typed();   // what no process has been given yet

  // Job control. A terminal of no session has 0.
  [[nodiscard]] int session() const { return session_; }
  [[nodiscard]] int foreground() const { return foreground_; }
  void set_foreground(int group) { foreground_ = group; }
  // It becomes the controlling terminal of the session that `leader` leads.
  void control(Process& leader);
  // The session has it no longer; nor has any of its processes.
  void leave_session();
  void signal_foreground(int signo);
  // Whether `process` may read (SIGTTIN) or change or write (SIGTTOU) now. Errno::blocked: it is in the background and
  // its group was sent `signo`. EIO: that would stop it for good, or is ignored.
  Result<void> check_foreground(Process& process, int signo);

  WaitQueue& changes() { return changed_; }

 private:
  void raise(int signo) override { signal_foreground(signo); }
  void drop_output() override;
  void stop_output() override { stopped_ = true; }
  void start_output() override;
  [[nodiscard]] bool is_stopped() const override { return stopped_; }
  void take_typed();
  void show_echo();
  void tell();

  const Ref<PtyFileSystem> files_;
  const uint32_t number_;
  Attributes attributes_;
  LineDiscipline discipline_{*this};
  WindowSize window_size_;
  ByteQueue typed_, output_;
  Ref<HostEnd> host_;
  size_t open_ = 0;
  bool was_opened_ = false, hung_up_ = false;
  bool stopped_ = false, held_ = false;
  Nanoseconds last_typed_ = 0;
  int session_ = 0, foreground_ = 0;
  WaitQueue changed_;
};

}  // namespace wasmsand
