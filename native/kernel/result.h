// Errors as values. Every kernel function that can fail returns Result<T>: a value or an errno. No exceptions.
#pragma once

#include <cassert>
#include <optional>
#include <utility>

#include "kernel/errno.h"

namespace wasmsand {

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Errno error) : error_(error) { assert(error != Errno::success); }

  bool ok() const { return error_ == Errno::success; }
  explicit operator bool() const { return ok(); }
  Errno error() const { return error_; }

  T& value() & { return *value_; }
  const T& value() const& { return *value_; }
  T&& value() && { return std::move(*value_); }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return std::move(*value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  std::optional<T> value_;
  Errno error_ = Errno::success;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Errno error) : error_(error) {}

  bool ok() const { return error_ == Errno::success; }
  explicit operator bool() const { return ok(); }
  Errno error() const { return error_; }

 private:
  Errno error_ = Errno::success;
};

}  // namespace wasmsand

// Leaves the calling function with the error of `expression`, a Result of any type.
#define WS_TRY(expression)                                                           \
  do {                                                                               \
    if (auto ws_result_ = (expression); !ws_result_.ok()) return ws_result_.error(); \
  } while (false)

// NOLINTBEGIN(bugprone-macro-parentheses): a declared name takes none.
// Defines `name` as the value of `expression`, or leaves the calling function with its error.
#define WS_ASSIGN(name, expression)                        \
  auto name##_result_ = (expression);                      \
  if (!name##_result_.ok()) return name##_result_.error(); \
  auto& name = *name##_result_
// NOLINTEND(bugprone-macro-parentheses)
