// Results of the WASI door. Its errors are Linux's, translated in one place (the generated wasi_errno), and one that
// Linux does not have: ENOTCAPABLE.
#pragma once

#include <optional>
#include <utility>

#include "kernel/result.h"
#include "syscall/generated/wasi_calls.h"

namespace wasmsand::wasi {

// `blocked` is Errno::blocked, which has no number in WASI either.
enum class Status : uint16_t { success = 0, not_capable = kWasiNotCapable, blocked = 0xffff };

inline Status status_of(Status status) { return status; }
inline Status status_of(Errno error) {
  return error == Errno::blocked ? Status::blocked : static_cast<Status>(wasi_errno(error));
}
template <typename T>
Status status_of(const Result<T>& result) {
  return status_of(result.error());
}

template <typename T>
class [[nodiscard]] Outcome {
 public:
  Outcome(T value) : value_(std::move(value)) {}
  Outcome(Status status) : status_(status) {}
  Outcome(Errno error) : status_(status_of(error)) {}

  Status status() const { return status_; }
  T& operator*() { return *value_; }

 private:
  std::optional<T> value_;
  Status status_ = Status::success;
};

template <typename T>
Status status_of(const Outcome<T>& outcome) {
  return outcome.status();
}

}  // namespace wasmsand::wasi

// As WS_TRY and WS_ASSIGN, for functions that return a Status or an Outcome.
#define WASI_TRY(expression)                                         \
  do {                                                               \
    if (auto wasi_status_ = ::wasmsand::wasi::status_of(expression); \
        wasi_status_ != ::wasmsand::wasi::Status::success)           \
      return wasi_status_;                                           \
  } while (false)

// NOLINTBEGIN(bugprone-macro-parentheses): a declared name takes none.
#define WASI_ASSIGN(name, expression)  \
  auto name##_outcome_ = (expression); \
  WASI_TRY(name##_outcome_);           \
  auto& name = *name##_outcome_
// NOLINTEND(bugprone-macro-parentheses)
