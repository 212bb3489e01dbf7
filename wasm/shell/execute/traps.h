// trap: signals, EXIT, ERR, DEBUG, RETURN. Handlers only mark a signal; commands run between commands.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace shell {

class Shell;

class Traps {
 public:
  static constexpr int kSignals = 65;
  enum Pseudo : int { kExit = 0, kDebug = kSignals, kErr, kReturn, kCount };

  explicit Traps(Shell& shell) : shell_(shell) {}

  // "INT", "SIGINT", "2", "EXIT", "ERR"… in any case. -1: no such signal.
  static int number_of(std::string_view name);
  static std::string name_of(int number, bool with_prefix = true);  // "SIGINT", "EXIT"

  void set(int number, std::string commands);  // empty: ignore
  void reset(int number);
  // Null: default.
  [[nodiscard]] const std::string* get(int number) const { return commands_[number] ? &*commands_[number] : nullptr; }
  [[nodiscard]] bool ignored_at_start(int number) const { return number < kSignals && hard_ignored_[number]; }

  // A signal has come and its commands have not run. Cheap: one load.
  [[nodiscard]] static bool pending();
  // The pending signal that interrupts `wait`: 128 + n is its status; 0: none.
  [[nodiscard]] int pending_signal() const;
  void run_pending();
  void run_exit();  // once
  void run_error();
  void run_debug();
  void run_return();

  // In a sub-shell that is a process of its own (or runs as if it were): traps that are not ignored go back to default.
  void enter_subshell();
  // Remembered for `trap -p` in $(trap): bash shows the parent's until the first change.
  bool inherited_listing = false;
  void remember_initially_ignored();
  // Dispositions a child gets: everything that is trapped goes back to default; the shell's own ignores go away.
  [[nodiscard]] std::string signals_to_default() const;

 private:
  void run(int number, bool keep_status);
  Shell& shell_;
  std::array<std::optional<std::string>, kCount> commands_;
  std::array<bool, kSignals> hard_ignored_{};
  bool exit_ran_ = false;
  int running_ = -1;
};

}  // namespace shell
