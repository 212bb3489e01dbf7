// The stack of a thread. What a guest's calls have touched of it stays the host's memory until it is given back.
#pragma once

#include <cstddef>
#include <span>

namespace wasmsand {

class ThreadStack {
 public:
  static ThreadStack of_this_thread();
  // In bytes; from any thread while that one lives. 0 where the system does not tell.
  size_t touched() const;
  // On the thread itself: frees what lies beyond its calls.
  void give_back() const;

 private:
  std::span<std::byte> range_;
};

}  // namespace wasmsand
