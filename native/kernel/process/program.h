// An executable file's bytes: immutable, shared by all sandboxes that run the same content.
#pragma once

#include <cstddef>
#include <span>

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
  // All bytes; loads them on first use. Safe from any thread, kernel not locked (it may read a host file).
  virtual Result<std::span<const std::byte>> bytes() = 0;
};

}  // namespace wasmsand
