// The two kinds of arrays. Both walk in bash's order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shell {

// Sparse, sorted by index; appending and walking cost what they cost in a vector.
class IndexedArray {
 public:
  struct Entry {
    int64_t index;
    std::string value;
  };

  [[nodiscard]] const std::string* find(int64_t index) const;
  std::string& at(int64_t index);  // makes the element if there is none
  void erase(int64_t index);
  void clear() { entries_.clear(); }
  [[nodiscard]] size_t size() const { return entries_.size(); }
  [[nodiscard]] int64_t next_index() const {
    return entries_.empty() ? 0 : static_cast<int64_t>(static_cast<uint64_t>(entries_.back().index) + 1);
  }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  void append(std::string value) { entries_.push_back({next_index(), std::move(value)}); }
  void assign(std::vector<std::string> values) {
    clear();
    for (std::string& value : values) append(std::move(value));
  }

 private:
  [[nodiscard]] size_t position(int64_t index) const;
  std::vector<Entry> entries_;
};

// A chained hash table with bash's hash function, growth and order, so that "${!map[@]}" gives keys as bash does.
class AssociativeArray {
 public:
  struct Entry {
    std::string key;
    std::string value;
    uint32_t hash;
    std::unique_ptr<Entry> next;
    Entry(std::string_view key, std::string_view value, uint32_t hash, std::unique_ptr<Entry> next)
        : key(key), value(value), hash(hash), next(std::move(next)) {}
    ~Entry();
  };

  explicit AssociativeArray(size_t buckets = 1024) : buckets_(buckets) {}
  AssociativeArray(const AssociativeArray& other);
  AssociativeArray& operator=(AssociativeArray other);
  ~AssociativeArray() = default;

  [[nodiscard]] const std::string* find(std::string_view key) const;
  std::string& at(std::string_view key);
  void erase(std::string_view key);
  void clear();
  [[nodiscard]] size_t size() const { return size_; }

  // In walking order.
  [[nodiscard]] std::vector<const Entry*> entries() const;

 private:
  static auto& link_to(auto& buckets, uint32_t hash, std::string_view key);
  void grow();
  std::vector<std::unique_ptr<Entry>> buckets_;
  size_t size_ = 0;
};

}  // namespace shell
