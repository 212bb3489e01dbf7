// trap: signals, EXIT, ERR, DEBUG, RETURN. Handlers only mark a signal; commands run between commands.
#pragma once

#include <signal.h>

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
  [[nodiscard]] bool active(int number) const { return commands_[number].has_value() && !stale_[number]; }
  [[nodiscard]] bool running(int number) const { return running_[number]; }
  [[nodiscard]] bool any_active() const;
  [[nodiscard]] const std::string* get(int number) const { return commands_[number] ? &*commands_[number] : nullptr; }
  [[nodiscard]] bool ignored_at_start(int number) const { return number < kSignals && hard_ignored_[number]; }

  // A signal has come and its commands have not run. Cheap.
  [[nodiscard]] static bool pending();
  // The pending signal that interrupts `wait`: 128 + n is its status; 0: none.
  [[nodiscard]] int pending_signal() const;
  void run_pending();
  // From now on `signal`, sent by the kernel, means that the session's host wants the command line to end
  // (interrupt.h). From anybody else it may be trapped as others may.
  static void watch_interrupt(int signal);
  void run_exit();  // once
  // Within the EXIT trap, and no sub-shell of it: the status before, which `exit` gives.
  [[nodiscard]] const int* status_at_exit() const;
  // Within the commands of a trap, but for DEBUG's: the status before, which `return` gives.
  [[nodiscard]] const int* status_before() const { return runs_ && !running_[kDebug] ? &status_before_ : nullptr; }
  void run_error();
  int run_debug();  // the status of the commands: under extdebug it decides whether the command runs
  void run_return();

  // In a sub-shell that is a process of its own (or runs as if it were): traps that are not ignored go back to default.
  // `within_trap`: of the trap that runs it is a part still.
  void enter_subshell(bool within_trap);
  // There is an EXIT trap, and it is not that of a shell around the one that runs in this process, but for a stage of a
  // pipeline.
  [[nodiscard]] bool exit_meets_stage() const;
  // Not a sub-shell that runs in this process.
  [[nodiscard]] bool of_this_shell() const;
  // This sub-shell runs its parent's, if that had one of its own.
  void revive_exit() { stale_[kExit] = stale_[kExit] && !parent_had_exit_; }
  // Remembered for `trap -p` in $(trap): bash shows the parent's until the first change.
  bool inherited_listing = false;
  void forget_stale();  // those of the parent
  void remember_initially_ignored();
  // The signals that a child takes by default again: those the shell itself ignores. (exec does that to handlers.)
  [[nodiscard]] sigset_t signals_to_default() const;
  // An interactive shell survives SIGTERM, SIGQUIT and, with job control, SIGTTIN, SIGTTOU, SIGTSTP.
  // SIGINT ends no more than the command line.
  void ignore_as_interactive();
  // What SIGINT does to such a shell that runs a command line, or has ended its job: the rest is not run. Not where it
  // is trapped.
  void end_command_line();
  // The job has the terminal now. Keys that sent a signal before that were meant for it.
  void forward_keys(pid_t group);
  // Whether SIGINT has come while that shell was reading. $? tells of it then.
  bool take_keyboard_interrupt();

  void watch_children();  // SIGCHLD makes pending(), so that children are collected between two commands
  void child_ended();     // the CHLD trap runs once for each

  // DEBUG, ERR and RETURN traps as a function finds them: asleep unless functrace or errtrace let them in. `leave`
  // gives them back where the function has set none of its own.
  [[nodiscard]] bool any_pseudo() const { return pseudo_; }
  using Sleeping = std::array<std::optional<std::string>, 3>;
  Sleeping enter_function(bool traced);
  Sleeping enter_file();  // only DEBUG sleeps
  void leave_function(Sleeping sleeping);

 private:
  int run(int number);
  void refresh_pseudo();
  void restore_disposition(int number);
  void install_fatal_handlers();
  Shell& shell_;
  std::array<std::optional<std::string>, kCount> commands_;
  std::array<bool, kSignals> hard_ignored_{};
  bool exit_ran_ = false;
  bool parent_had_exit_ = false;
  std::array<bool, kSignals> own_ignored_{};
  std::array<bool, kCount> stale_{};  // the parent's, only to be listed
  bool fatal_handlers_ = false;
  int status_at_exit_ = 0;
  bool runs_ = false;      // any of them
  int status_before_ = 0;  // the innermost of those that run
  int level_ = 0;          // subshell_level of this process at its start
  bool watching_ = false;
  int children_ = 0;
  bool pseudo_ = false;  // DEBUG, ERR or RETURN is set
  std::array<bool, kCount> running_{};
};

}  // namespace shell
