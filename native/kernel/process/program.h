// An executable file's bytes: immutable.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kernel/ref.h"
#include "kernel/result.h"

namespace wasmsand {

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
};

}  // namespace wasmsand
