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

struct SignalInfo {
  int signo = 0;
  int code = 0;  // SI_USER 0, SI_KERNEL 128, CLD_EXITED 1 …
  int pid = 0;
  uint32_t uid = 0;
  int32_t value = 0;  // si_status or si_value
};

struct SignalAction {
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

  SignalSet pending() const { return pending_; }
  // Adds to the pending set (real-time signals queue, bounded; standard ones merge).
  void add(const SignalInfo& info);
  void remove(SignalSet set);
  // Takes the lowest pending signal in `set`.
  std::optional<SignalInfo> take(SignalSet set);
  bool ignored(int signo) const;
  // What exec keeps: ignored stay ignored, handlers go back to default; mask and pending stay.
  void reset_for_exec();
  // What fork keeps: everything but the pending set.
  void reset_for_fork();

 private:
  SignalSet pending_ = 0;
  std::deque<SignalInfo> queue_;
};

}  // namespace wasmsand
