// The guest memory of the process that a worker has: a process has one at a time, and each image another.
#pragma once

#include <napi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "binding/worker/memory_probe.h"
#include "syscall/door.h"

namespace wasmsand {

class BoundMemory final : public GuestMemory::Source {
 public:
  explicit BoundMemory(Napi::Env env) : env_(env) {}
  BoundMemory(const BoundMemory&) = delete;
  BoundMemory& operator=(const BoundMemory&) = delete;

  // As the door sees it.
  GuestMemory& guest() { return memory_; }
  // GuestMemory::Source: asks the engine again.
  std::span<std::byte> current() override;

  // `memory`, which is all zero and has no instance yet, is that of `process` from now on.
  void bind(Process& process, Napi::Object memory);
  // The guest has grown its memory by itself, which may have moved it.
  void changed(Process& process);
  // No instance can reach it any more: makes it new and gives it back to the sandbox.
  void release(Process& process);
  // The same, but for the sandbox's account. What a dead process wrote stays resident until a garbage collection that
  // an idle worker never does: it is given back here.
  void clear();
  // Whether what was bound last is all zero again, so that another process may have it.
  [[nodiscard]] bool clean() const { return clean_; }
  // From the ticker, with the kernel of `process` locked: how large it is now.
  void measure(Process& process, MemoryProbe& probe);

  // From now on the guest looks at a word of its memory (module/yield_points.h). It is clear, whatever the memory was
  // made from.
  void begin_yielding();
  // From any thread: the guest is to make a call soon, also in a loop that makes none. For programs that yield.
  void ask_for_call();

 private:
  const Napi::Env env_;
  Napi::ObjectReference reference_;
  std::atomic<std::byte*> base_ = nullptr;
  size_t length_ = 0;
  bool length_known_ = false;  // by the last question; an environment that is torn down gives no answer
  bool clean_ = false;
  std::mutex yield_word_mutex_;  // a leaf: nobody writes to a memory that is not bound any more
  uint32_t* yield_word_ = nullptr;
  GuestMemory memory_{*this};
};

}  // namespace wasmsand
