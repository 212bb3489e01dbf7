#include "kernel/process/signals.h"

#include <algorithm>
#include <bit>

namespace wasmsand {

namespace {
constexpr size_t kQueuedMax = 1024;  // Limits::queued_signals is no more
}

DefaultAction default_action(int signo) {
  switch (signo) {
    case kSigChild:
    case kSigUrgent:
    case kSigWindow:
      return DefaultAction::ignore;
    case kSigContinue:
      return DefaultAction::resume;
    case kSigStop:
    case kSigTerminalStop:
    case kSigTerminalIn:
    case kSigTerminalOut:
      return DefaultAction::stop;
    default:
      return DefaultAction::terminate;
  }
}

void SignalState::set_mask(SignalSet set) {
  mask = set & ~kUnblockableSignals;
  for (SignalSet left = deliverable(); left != 0; left &= left - 1) {
    int signo = std::countr_zero(left) + 1;
    if (ignored(signo)) remove(signal_bit(signo));
  }
}

void SignalState::add(const SignalInfo& info) {
  bool already = pending_ & signal_bit(info.signo);
  pending_ |= signal_bit(info.signo);
  bool queues = info.signo >= kSigRealTimeFirst;
  if ((already && !queues) || queue_.size() >= kQueuedMax) return;
  queue_.push_back(info);
}

void SignalState::remove(SignalSet set) {
  pending_ &= ~set;
  std::erase_if(queue_, [set](const SignalInfo& info) { return set & signal_bit(info.signo); });
}

std::optional<SignalInfo> SignalState::take(SignalSet set) {
  SignalSet ready = pending_ & set;
  if (ready == 0) return std::nullopt;
  int signo = std::countr_zero(ready) + 1;
  auto same = [signo](const SignalInfo& info) { return info.signo == signo; };
  SignalInfo info{signo};
  auto found = std::find_if(queue_.begin(), queue_.end(), same);
  if (found != queue_.end()) {
    info = *found;
    found = queue_.erase(found);
  }
  if (std::none_of(queue_.begin(), queue_.end(), same)) pending_ &= ~signal_bit(signo);
  return info;
}

bool SignalState::ignored(int signo) const {
  if (actions[signo].handler == SignalAction::kIgnore) return true;
  return actions[signo].handler == SignalAction::kDefault && default_action(signo) == DefaultAction::ignore;
}

void SignalState::set_action(int signo, const SignalAction& action) {
  actions[signo] = action;
  if (ignored(signo)) remove(signal_bit(signo));
}

void SignalState::reset_for_exec() {
  for (SignalAction& action : actions) {
    action = {.handler = action.handler == SignalAction::kIgnore ? SignalAction::kIgnore : SignalAction::kDefault};
  }
}

void SignalState::reset_for_fork() {
  pending_ = 0;
  queue_.clear();
}

}  // namespace wasmsand
