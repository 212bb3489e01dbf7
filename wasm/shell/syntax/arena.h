// Memory of one parsed program: handed out in order, given back all at once.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace shell {

class Arena {
 public:
  template <typename T, typename... Arguments>
  T* make(Arguments&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* place = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(place, text.data(), text.size());
    return {place, text.size()};
  }

  template <typename T>
  std::span<T> copy(const std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    T* place = static_cast<T*>(allocate(items.size() * sizeof(T), alignof(T)));
    std::memcpy(static_cast<void*>(place), items.data(), items.size() * sizeof(T));
    return {place, items.size()};
  }

 private:
  static constexpr size_t kBlockBytes = 4096;

  void* allocate(size_t size, size_t alignment) {
    size_t start = (used_ + alignment - 1) & ~(alignment - 1);
    if (blocks_.empty() || start + size > capacity_) {
      capacity_ = size > kBlockBytes ? size : kBlockBytes;
      blocks_.push_back(std::make_unique<std::byte[]>(capacity_));
      start = 0;
    }
    used_ = start + size;
    return blocks_.back().get() + start;
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
};

}  // namespace shell
