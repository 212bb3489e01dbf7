// An executable file's bytes: immutable.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "kernel/platform/shared_pages.h"
#include "kernel/process/memory_image.h"
#include "kernel/ref.h"
#include "kernel/result.h"

namespace wasmsand {

// What somebody has found out, for all that come after; from any thread.
template <typename T>
class Found {
 public:
  Ref<T> get() const {
    std::lock_guard lock(mutex_);
    return found_;
  }
  // What was there first stays.
  void keep(Ref<T> found) {
    std::lock_guard lock(mutex_);
    if (!found_) found_ = std::move(found);
  }

 private:
  mutable std::mutex mutex_;
  Ref<T> found_;
};

class Program : public RefCounted {
 public:
  // Names the content: equal ids mean equal bytes. Unique in this host process, never used again.
  virtual uint64_t id() const = 0;
  virtual uint64_t size() const = 0;
  // The first bytes (up to 256), without loading the rest.
  virtual Result<std::span<const std::byte>> head() = 0;
  // Whether head() reads no host file.
  virtual bool head_loaded() const { return true; }
  // All bytes. Safe from any thread, kernel not locked: it may read a host file, and copies what is a guest's.
  using Bytes = std::shared_ptr<const std::vector<std::byte>>;
  virtual Result<Bytes> bytes() = 0;
  // Whether bytes() reads none.
  virtual bool loaded() const { return true; }
  // Whether it is a sandbox's own, and not of the base image that all share: each call of bytes() makes a copy then,
  // which holes of the file can make larger than what the sandbox paid for.
  virtual bool copies() const = 0;

  // Of one that does not: what the memory of an instance is when it is new, and the pages that it shares with others
  // then.
  Found<MemoryImage> new_memory;
  Found<SharedPages> initial_pages;
  // The image lists it among its shells (/etc/shells): it mostly makes calls, whatever it computes.
  std::atomic<bool> shell = false;
  // Known to make no calls in its loops, whoever waits for its thread.
  std::atomic<bool> unyielding = false;
  // What is charged for the engine's code for it (charged_code in module/module.h); 0: it has not been read yet.
  std::atomic<uint64_t> code_bytes = 0;
  // Known to be able to link modules that a guest brings.
  std::atomic<bool> links = false;
};

}  // namespace wasmsand
