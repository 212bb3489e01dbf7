// The one view of guest memory. Every pointer and length a guest passes is checked here and nowhere else. Values are
// copied in once and used from the copy; spans are handed to the kernel only for bulk data.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include "kernel/result.h"

namespace wasmsand {

class GuestMemory {
 public:
  // Where the memory is now. Asked again when a check fails: growth makes the cached length too small. Where the engine
  // could not reserve all that the memory may become it also moves it, so the implementer binds anew after each growth,
  // before the guest's next call.
  class Source {
   public:
    virtual ~Source() = default;
    virtual std::span<std::byte> current() = 0;
  };
  explicit GuestMemory(Source& source) : source_(source) {}
  void bind(std::span<std::byte> view) { view_ = view; }
  void unbind() { view_ = {}; }
  size_t size() const { return view_.size(); }
  // All of it, as it is now.
  std::span<std::byte> whole() { return view_ = source_.current(); }

  // EFAULT unless all of [address, address + length) is guest memory. A length of 0 is fine anywhere.
  Result<std::span<std::byte>> range(uint32_t address, uint64_t length) {
    if (length == 0) return std::span<std::byte>{};
    if (uint64_t{address} + length > view_.size()) {
      view_ = source_.current();
      if (uint64_t{address} + length > view_.size()) return Errno::fault;
    }
    return view_.subspan(address, length);
  }

  template <typename T>
  Result<T> load(uint32_t address) {
    static_assert(std::is_trivially_copyable_v<T>);
    WS_ASSIGN(bytes, range(address, sizeof(T)));
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }

  template <typename T>
  Result<void> store(uint32_t address, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    WS_ASSIGN(bytes, range(address, sizeof(T)));
    std::memcpy(bytes.data(), &value, sizeof(T));
    return {};
  }

  // A NUL-terminated string of at most `limit` bytes; ENAMETOOLONG past that, EFAULT when memory ends first.
  Result<std::string> string(uint32_t address, size_t limit);

 private:
  Source& source_;
  std::span<std::byte> view_;
};

}  // namespace wasmsand
