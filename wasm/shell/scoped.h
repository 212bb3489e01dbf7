// A value that a place has for as long as this lives.
#pragma once

#include <utility>

namespace shell {

template <typename T>
class [[nodiscard]] Scoped {
 public:
  Scoped(T& place, T value) : place_(place), before_(std::exchange(place, std::move(value))) {}
  ~Scoped() { place_ = std::move(before_); }
  Scoped(const Scoped&) = delete;
  Scoped& operator=(const Scoped&) = delete;

 private:
  T& place_;
  T before_;
};

}  // namespace shell
