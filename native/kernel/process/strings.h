// The strings of an argument list or an environment: one block, for there can be hundreds of thousands of them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace wasmsand {

class Strings {
 public:
  Strings() = default;
  Strings(std::initializer_list<std::string_view> list) {
    for (const std::string_view text : list) add(text);
  }
  Strings(const std::vector<std::string>& list) {
    for (const std::string& text : list) add(text);
  }

  // `text` has no NUL in it.
  void add(std::string_view text) {
    bytes_.append(text).push_back('\0');
    count_++;
  }
  void add(const Strings& more) {
    bytes_ += more.bytes_;
    count_ += more.count_;
  }

  size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  // All of them, each with its NUL.
  std::string_view bytes() const { return bytes_; }
  // As the limit on what exec takes counts them: with a pointer to each, so that empty ones cost too.
  uint64_t cost() const { return bytes_.size() + uint64_t{count_} * sizeof(uint64_t); }

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    using pointer = const std::string_view*;
    using reference = std::string_view;
    explicit Iterator(const char* at = nullptr) : at_(at) {}
    std::string_view operator*() const { return at_; }
    Iterator& operator++() {
      at_ += std::string_view(at_).size() + 1;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const char* at_;
  };
  Iterator begin() const { return Iterator(bytes_.data()); }
  Iterator end() const { return Iterator(bytes_.data() + bytes_.size()); }
  // Looks at all before it.
  std::string_view operator[](size_t index) const { return *std::next(begin(), static_cast<std::ptrdiff_t>(index)); }
  friend bool operator==(const Strings&, const Strings&) = default;

 private:
  std::string bytes_;
  uint32_t count_ = 0;
};

}  // namespace wasmsand
