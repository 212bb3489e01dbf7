#include "traps.h"

#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ranges>
#include <utility>

#include "../../sys/process.h"
#include "../interrupt.h"
#include "../shell.h"
#include "../text/characters.h"
#include "../text/numbers.h"
#include "executor.h"
#include "jobs.h"

namespace shell {

namespace {

volatile sig_atomic_t any_pending = 0;
volatile sig_atomic_t pending_signals[Traps::kSignals];

// The host's way to end a command line; 0: there is none. And what is to happen when somebody else sends it: by default
// nothing.
int interrupt_signal = 0;
void (*volatile interrupt_handler)(int) = SIG_DFL;

void mark(int number) {
  pending_signals[number] = 1;
  any_pending = 1;
}

void take_interrupt(int number, siginfo_t* information, void*) {
  if (information->si_code == SI_KERNEL) {
    host_interrupt = 1;
    any_pending = 1;
  } else if (interrupt_handler != SIG_DFL && interrupt_handler != SIG_IGN) {
    interrupt_handler(number);
  }
}

void handle(int number, void (*handler)(int), int flags = 0) {
  if (number == interrupt_signal) {
    interrupt_handler = handler;
    return;
  }
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

struct SignalName {
  int number;
  const char* name;
};
constexpr SignalName kNames[] = {
    {SIGHUP, "HUP"},       {SIGINT, "INT"},   {SIGQUIT, "QUIT"},   {SIGILL, "ILL"},   {SIGTRAP, "TRAP"},
    {SIGABRT, "ABRT"},     {SIGBUS, "BUS"},   {SIGFPE, "FPE"},     {SIGKILL, "KILL"}, {SIGUSR1, "USR1"},
    {SIGSEGV, "SEGV"},     {SIGUSR2, "USR2"}, {SIGPIPE, "PIPE"},   {SIGALRM, "ALRM"}, {SIGTERM, "TERM"},
    {16, "STKFLT"},        {SIGCHLD, "CHLD"}, {SIGCONT, "CONT"},   {SIGSTOP, "STOP"}, {SIGTSTP, "TSTP"},
    {SIGTTIN, "TTIN"},     {SIGTTOU, "TTOU"}, {SIGURG, "URG"},     {SIGXCPU, "XCPU"}, {SIGXFSZ, "XFSZ"},
    {SIGVTALRM, "VTALRM"}, {SIGPROF, "PROF"}, {SIGWINCH, "WINCH"}, {SIGIO, "IO"},     {SIGPWR, "PWR"},
    {SIGSYS, "SYS"},       {SIGIO, "POLL"},   {SIGABRT, "IOT"},    {SIGCHLD, "CLD"}};
constexpr SignalName kPseudoNames[] = {
    {Traps::kExit, "EXIT"}, {Traps::kDebug, "DEBUG"}, {Traps::kErr, "ERR"}, {Traps::kReturn, "RETURN"}};
constexpr int kFirstRealtime = 34, kLastRealtime = 64;

// Those that end the shell: its EXIT trap still runs.
constexpr int kFatal[] = {SIGHUP,  SIGINT,  SIGILL,  SIGTRAP, SIGTERM,  SIGXCPU,
                          SIGXFSZ, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM};
// How a syntax error in the commands is introduced.
constexpr std::string_view place_of(int number) {
  return number == Traps::kExit     ? "exit trap"
         : number == Traps::kDebug  ? "debug trap"
         : number == Traps::kErr    ? "error trap"
         : number == Traps::kReturn ? "return trap"
                                    : "trap";
}

constexpr int kPseudo[] = {Traps::kDebug, Traps::kErr, Traps::kReturn};

}  // namespace

int Traps::number_of(std::string_view name) {
  if (name.empty()) return -1;
  if (is_number(name)) {
    int64_t number;
    return parse_integer(name, number) && number < kSignals ? static_cast<int>(number) : -1;
  }
  const std::string text(name);
  for (const SignalName& pseudo : kPseudoNames) {
    if (strcasecmp(text.c_str(), pseudo.name) == 0) return pseudo.number;
  }
  const char* bare = strncasecmp(text.c_str(), "SIG", 3) == 0 ? text.c_str() + 3 : text.c_str();
  for (const SignalName& signal : kNames) {
    if (strcasecmp(bare, signal.name) == 0) return signal.number;
  }
  for (int number = kFirstRealtime; number <= kLastRealtime; number++) {
    if (strcasecmp(bare, name_of(number, false).c_str()) == 0) return number;
  }
  return -1;
}

std::string Traps::name_of(int number, bool with_prefix) {
  for (const SignalName& pseudo : kPseudoNames) {
    if (pseudo.number == number) return pseudo.name;
  }
  const std::string prefix = with_prefix ? "SIG" : "";
  for (const SignalName& signal : kNames) {
    if (signal.number == number) return prefix + signal.name;
  }
  if (number == kFirstRealtime) return prefix + "RTMIN";
  if (number == kLastRealtime) return prefix + "RTMAX";
  if (number < kFirstRealtime || number > kLastRealtime) return prefix + std::to_string(number);
  const bool low = number < 50;
  return prefix + (low ? "RTMIN+" : "RTMAX-") + std::to_string(low ? number - kFirstRealtime : kLastRealtime - number);
}

void Traps::refresh_pseudo() {
  pseudo_ = false;
  for (const int number : kPseudo) pseudo_ |= active(number);
}

void Traps::forget_stale() {
  for (int number = 0; number < kCount; number++) {
    if (stale_[number]) commands_[number].reset();
  }
  stale_.fill(false);
  inherited_listing = false;
}

void Traps::install_fatal_handlers() {
  fatal_handlers_ = true;
  for (const int number : kFatal) {
    if (!active(number) && !hard_ignored_[number] && !own_ignored_[number]) handle(number, mark);
  }
}

void Traps::set(int number, std::string commands) {
  forget_stale();
  if (number < kSignals && number != kExit) {
    if (hard_ignored_[number]) return;
    own_ignored_[number] = false;
    // The kernel would keep the status of no child whose signal is ignored.
    const bool ignored = commands.empty() && number != SIGCHLD;
    if (number != SIGKILL && number != SIGSTOP)
      handle(number, ignored ? SIG_IGN : mark, number == SIGCHLD ? SA_RESTART : 0);
  }
  commands_[number] = std::move(commands);
  refresh_pseudo();
  if (number == kExit && !fatal_handlers_) install_fatal_handlers();
}

void Traps::restore_disposition(int number) {
  if (number == SIGCHLD && watching_) {
    handle(number, mark, SA_RESTART);
    return;
  }
  handle(number, fatal_handlers_ && std::ranges::count(kFatal, number) > 0 ? mark : SIG_DFL);
}

void Traps::reset(int number) {
  forget_stale();
  if (!commands_[number]) return;
  commands_[number].reset();
  if (number < kSignals && number != kExit) restore_disposition(number);
  refresh_pseudo();
}

bool Traps::any_active() const {
  return std::ranges::any_of(std::views::iota(0, static_cast<int>(kCount)),
                             [this](int number) { return active(number); });
}

bool Traps::pending() {
  constexpr uint32_t kCallsBetweenLooks = 1024;
  static uint32_t calls = 0;
  if (++calls % kCallsBetweenLooks == 0) sys::take_signals();
  return any_pending != 0;
}

void Traps::watch_interrupt(int signal) {
  interrupt_signal = signal;
  struct sigaction action{};
  action.sa_sigaction = take_interrupt;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

int Traps::pending_signal() const {
  if (any_pending == 0) return 0;
  if (interrupted()) return interrupt_signal;
  for (int number = 1; number < kSignals; number++) {
    if (pending_signals[number] == 0) continue;
    const bool children = active(SIGCHLD) && !commands_[SIGCHLD]->empty() && shell_.options[SetOption::posix];
    if (number == SIGCHLD && !children) continue;
    return number;
  }
  return 0;
}

void Traps::watch_children() {
  if (watching_) return;
  watching_ = true;
  if (!active(SIGCHLD)) handle(SIGCHLD, mark, SA_RESTART);
}

void Traps::child_ended() {
  // The trap does not run for the children of its own commands: it would never end.
  if (!active(SIGCHLD) || running_[SIGCHLD] || commands_[SIGCHLD]->empty()) return;
  children_++;
  any_pending = 1;
}

int Traps::run(int number) {
  const std::string commands = *commands_[number];
  if (commands.empty()) return 0;
  const int status = shell_.status;
  const int line = shell_.line;
  const std::vector<int> pipe_status = shell_.execution.pipe_status;
  const std::string last_argument = shell_.last_argument;
  const Scoped in_trap(shell_.in_trap, true);
  const Scoped nameless(shell_.command_name, std::string_view());
  // What the shell or a substitution ran has been left; a sub-shell is within its parent's still.
  int& depth = shell_.execution.evaluation_depth;
  const int steps = number == kExit && (depth > 0 || shell_.subshell_level == 0) ? 1 : 0;
  const Scoped outside(depth, depth - steps);
  const Scoped runs(runs_, true);
  const Scoped before(status_before_, status);
  running_[number] = true;
  // What a signal or the end runs has lines of its own.
  const bool pseudo = number == kDebug || number == kErr || number == kReturn;
  const int result = execute_text(shell_, commands, place_of(number), pseudo ? line : 1);
  running_[number] = false;
  shell_.line = line;
  if (!shell_.unwinding()) {
    shell_.status = status;
    shell_.last_argument = last_argument;
    shell_.execution.pipe_status = pipe_status;
  }
  return result;
}

void Traps::run_pending() {
  if (interrupted()) {
    shell_.exit_shell(128 + SIGKILL);
    return;
  }
  any_pending = 0;
  for (int number = 1; number < kSignals; number++) {
    if (pending_signals[number] == 0) continue;
    pending_signals[number] = 0;
    if (number == SIGCHLD) {
      shell_.jobs->reap();
    } else if (active(number)) {
      run(number);
    } else if (own_ignored_[number]) {
      if (number == SIGINT) end_command_line();
    } else if (fatal_handlers_) {
      run_exit();
      (void)shell_.output.flush();
      handle(number, SIG_DFL);
      kill(getpid(), number);
      _exit(128 + number);
    }
    if (shell_.unwinding()) {
      any_pending = 1;
      return;
    }
  }
  while (children_ > 0 && !shell_.unwinding() && !running_[SIGCHLD] && active(SIGCHLD)) {
    children_--;
    run(SIGCHLD);
  }
}

void Traps::run_exit() {
  if (exit_ran_ || !active(kExit)) return;
  exit_ran_ = true;
  status_at_exit_ = shell_.status;
  shell_.unwind = Unwind::none;
  run(kExit);
  if (shell_.unwind != Unwind::exit) shell_.status = status_at_exit_;
  shell_.unwind = Unwind::exit;
}

const int* Traps::status_at_exit() const { return running_[kExit] && of_this_shell() ? &status_at_exit_ : nullptr; }

void Traps::run_error() {
  if (active(kErr) && !running_[kErr]) run(kErr);
}

int Traps::run_debug() {
  if (!active(kDebug) || running_[kDebug]) return 0;
  return run(kDebug);
}

void Traps::run_return() {
  if (active(kReturn) && !running_[kReturn] && !running_[kDebug]) run(kReturn);
}

Traps::Sleeping Traps::enter_function(bool traced) {
  Sleeping sleeping;
  const bool inherits[] = {traced || shell_.options[SetOption::functrace], shell_.options[SetOption::errtrace],
                           traced || shell_.options[SetOption::functrace]};
  for (size_t i = 0; i < sleeping.size(); i++) {
    if (active(kPseudo[i]) && !inherits[i]) sleeping[i] = std::exchange(commands_[kPseudo[i]], std::nullopt);
  }
  refresh_pseudo();
  return sleeping;
}

Traps::Sleeping Traps::enter_file() {
  Sleeping sleeping;
  sleeping[0] = std::exchange(commands_[kDebug], std::nullopt);
  refresh_pseudo();
  return sleeping;
}

void Traps::leave_function(Sleeping sleeping) {
  for (size_t i = 0; i < sleeping.size(); i++) {
    if (sleeping[i] && !commands_[kPseudo[i]]) commands_[kPseudo[i]] = std::move(sleeping[i]);
  }
  refresh_pseudo();
}

bool Traps::of_this_shell() const { return shell_.subshell_level == level_; }

bool Traps::exit_meets_stage() const { return active(kExit) && shell_.subshell_level == level_ + 1; }

void Traps::enter_subshell(bool within_trap) {
  level_ = shell_.subshell_level + 1;
  const bool had_fatal_handlers = std::exchange(fatal_handlers_, false);
  exit_ran_ = false;
  parent_had_exit_ = commands_[kExit] && !stale_[kExit];
  for (int number = 0; number < kCount; number++) {
    const bool pseudo = std::ranges::find(kPseudo, number) != std::end(kPseudo);
    if (!within_trap || !pseudo) running_[number] = false;
  }
  children_ = 0;
  any_pending = 0;
  for (int number = 0; number < kCount; number++) {
    const bool signal = number != kExit && number < kSignals;
    if (signal) {
      const bool came = std::exchange(pending_signals[number], 0) != 0;
      if (own_ignored_[number]) {
        own_ignored_[number] = false;
        handle(number, SIG_DFL);
        // Ctrl-C came while the subshell was made: it is a part of the line.
        if (came && number == SIGINT) kill(getpid(), number);
      }
    }
    if (!commands_[number]) continue;
    if (signal && commands_[number]->empty()) continue;
    if (number == kErr && shell_.options[SetOption::errtrace]) continue;
    if ((number == kDebug || number == kReturn) && shell_.options[SetOption::functrace]) continue;
    if (signal && !stale_[number]) handle(number, SIG_DFL);
    stale_[number] = true;
    inherited_listing = true;
  }
  for (const int number : kFatal) {
    if (had_fatal_handlers && !commands_[number] && !hard_ignored_[number]) handle(number, SIG_DFL);
  }
  if (watching_ && !active(SIGCHLD)) handle(SIGCHLD, mark, SA_RESTART);
  refresh_pseudo();
}

void Traps::remember_initially_ignored() {
  for (int number = 1; number < kSignals; number++) {
    struct sigaction action{};
    if (sigaction(number, nullptr, &action) == 0) hard_ignored_[number] = action.sa_handler == SIG_IGN;
  }
  // The kernel would keep the status of no child.
  if (hard_ignored_[SIGCHLD]) handle(SIGCHLD, SIG_DFL);
}

void Traps::ignore_as_interactive() {
  for (const int number : {SIGTERM, SIGQUIT, SIGTTIN, SIGTTOU, SIGTSTP}) {
    const bool job_control = number != SIGTERM && number != SIGQUIT;
    if (hard_ignored_[number] || active(number) || (job_control && !shell_.options[SetOption::monitor])) continue;
    own_ignored_[number] = true;
    // Those that keys send are noted, for forward_keys().
    const bool from_key = number == SIGQUIT || number == SIGTSTP;
    handle(number, from_key ? mark : SIG_IGN, SA_RESTART);
  }
  if (hard_ignored_[SIGINT] || active(SIGINT)) return;
  own_ignored_[SIGINT] = true;
  handle(SIGINT, mark);
}

void Traps::end_command_line() {
  shell_.output.write('\n');
  (void)shell_.output.flush();
  if (!own_ignored_[SIGINT]) return;
  shell_.status = 128 + SIGINT;
  shell_.unwind = Unwind::discard;
}

void Traps::forward_keys(pid_t group) {
  for (const int number : {SIGINT, SIGQUIT, SIGTSTP})
    if (std::exchange(pending_signals[number], 0) != 0) kill(-group, number);
}

bool Traps::take_keyboard_interrupt() {
  if (!own_ignored_[SIGINT] || pending_signals[SIGINT] == 0) return false;
  pending_signals[SIGINT] = 0;
  shell_.status = 128 + SIGINT;
  return true;
}

sigset_t Traps::signals_to_default() const {
  sigset_t signals;
  sigemptyset(&signals);
  for (int number = 1; number < kSignals; number++) {
    if (own_ignored_[number]) sigaddset(&signals, number);
  }
  return signals;
}

}  // namespace shell
