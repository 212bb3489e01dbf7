// When the engine collects for the sake of memories. It counts each from the day it is made, and looks at its whole
// heap whenever they have grown by 64 MiB: where a thread has thousands of guests, that was half of all processor time,
// for memories that live. Only one that nothing refers to any more is worth a collection; and that is worth more than
// the engine knows, for it reserves some gigabytes of addresses, of which a process has room for some thousands.
#pragma once

#include <napi.h>

#include <cstdint>

namespace wasmsand {

// Of one thread, on which all of it is called.
class MemoryPressure {
 public:
  static MemoryPressure& of_thread(Napi::Env env);

  // From now on what is made() weighs nothing. Costs a collection.
  void weigh_nothing();
  void made(uint64_t bytes);
  // One that nothing refers to any more, with so many bytes that could not be given back.
  void dropped(uint64_t bytes);

 private:
  explicit MemoryPressure(Napi::Env env) : env_(env) {}
  [[nodiscard]] bool is_counted() const;
  void adjust(int64_t bytes) const;

  const Napi::Env env_;
  bool weighs_nothing_ = false;
  int64_t taken_ = 0;  // from the engine's sum
  int64_t added_ = 0;  // to it, for what was dropped
};

}  // namespace wasmsand
