// What lives as long as a scope.
#pragma once

#include <utility>

namespace shell {

struct NonCopyable {
  NonCopyable() = default;
  NonCopyable(const NonCopyable&) = delete;
  NonCopyable& operator=(const NonCopyable&) = delete;
};

// A value that a place has for as long as this lives.
template <typename T>
class [[nodiscard]] Scoped : NonCopyable {
 public:
  Scoped(T& place, T value) : place_(place), before_(std::exchange(place, std::move(value))) {}
  ~Scoped() { place_ = std::move(before_); }

 private:
  T& place_;
  T before_;
};

}  // namespace shell
