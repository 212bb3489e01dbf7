// A process's signals: dispositions, mask, pending set. Numbers and meanings are Linux's (generic).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>

#include "kernel/result.h"

namespace wasmsand {

inline constexpr int kSignalCount = 64;  // signals are 1 … 64
using SignalSet = uint64_t;              // bit (signo - 1)
inline constexpr SignalSet signal_bit(int signo) { return SignalSet{1} << (signo - 1); }

inline constexpr int kSigHup = 1, kSigInt = 2, kSigAbort = 6, kSigKill = 9, kSigPipe = 13, kSigAlarm = 14,
                     kSigTerm = 15, kSigChild = 17, kSigContinue = 18, kSigStop = 19, kSigTerminalStop = 20,
                     kSigTerminalIn = 21, kSigTerminalOut = 22, kSigUrgent = 23, kSigCpuLimit = 24,
                     kSigFileSizeLimit = 25, kSigVirtualAlarm = 26, kSigProfile = 27, kSigWindow = 28,
                     kSigRealTimeFirst = 32;
// What a session shell gets when its run is to end: SIGRTMAX.
inline constexpr int kSessionInterrupt = 64;
inline constexpr SignalSet kUnblockableSignals = signal_bit(kSigKill) | signal_bit(kSigStop);

struct SignalInfo {
  static constexpr int kFromUser = 0, kFromKernel = 128, kFromTimer = -2;  // SI_USER, SI_KERNEL, SI_TIMER
  int signo = 0;
  int code = 0;  // SI_USER 0, SI_KERNEL 128, CLD_EXITED 1 …
  int pid = 0;
  uint32_t uid = 0;
  int32_t value = 0;  // si_status or si_value
};

struct SignalAction {
  static constexpr uint32_t kNoChildStop = 1, kNoChildWait = 2, kSigInfo = 4, kRestart = 0x10000000,
                            kNoDefer = 0x40000000, kResetHand = 0x80000000;  // SA_*
  static constexpr uint32_t kDefault = 0, kIgnore = 1;
  uint32_t handler = kDefault;  // a function index of the guest's table otherwise
  uint32_t flags = 0;           // SA_RESTART, SA_SIGINFO, SA_NODEFER, SA_RESETHAND, SA_NOCLDSTOP, SA_NOCLDWAIT
  uint32_t restorer = 0;
  SignalSet mask = 0;
};

enum class DefaultAction : uint8_t { terminate, ignore, stop, resume };
DefaultAction default_action(int signo);

class SignalState {
 public:
  SignalSet mask = 0;
  std::array<SignalAction, kSignalCount + 1> actions{};

  // Signals that are let through and ignored are forgotten: a handler set later must not see them.
  void set_mask(SignalSet set);
  SignalSet pending() const { return pending_; }
  size_t queued() const { return queue_.size(); }
  SignalSet deliverable() const { return pending_ & ~mask; }
  // Adds to the pending set (real-time signals queue, bounded; standard ones merge).
  void add(const SignalInfo& info);
  void remove(SignalSet set);
  // Takes the lowest pending signal in `set`.
  std::optional<SignalInfo> take(SignalSet set);
  // Set to SIG_IGN, or at a default that does nothing.
  bool ignored(int signo) const;
  bool has_handler(int signo) const { return actions[signo].handler > SignalAction::kIgnore; }
  // sigaction. A signal that is ignored from now on is forgotten where it was pending.
  void set_action(int signo, const SignalAction& action);
  // What exec keeps: ignored stay ignored, handlers go back to default; mask and pending stay.
  void reset_for_exec();
  // What fork keeps: everything but the pending set.
  void reset_for_fork();

 private:
  SignalSet pending_ = 0;
  std::deque<SignalInfo> queue_;
};

}  // namespace wasmsand
