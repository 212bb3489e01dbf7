#include "arrays.h"

#include <algorithm>

namespace shell {

size_t IndexedArray::position(int64_t index) const {
  // Most arrays are dense from 0.
  if (index >= 0 && static_cast<uint64_t>(index) < entries_.size() &&
      entries_[static_cast<size_t>(index)].index == index) {
    return static_cast<size_t>(index);
  }
  return static_cast<size_t>(std::ranges::lower_bound(entries_, index, {}, &Entry::index) - entries_.begin());
}

const std::string* IndexedArray::find(int64_t index) const {
  const size_t at = position(index);
  return at < entries_.size() && entries_[at].index == index ? &entries_[at].value : nullptr;
}

std::string& IndexedArray::at(int64_t index) {
  if (index >= next_index()) return entries_.emplace_back(Entry{index, {}}).value;
  const size_t at = position(index);
  if (at == entries_.size() || entries_[at].index != index) {
    entries_.insert(entries_.begin() + static_cast<ptrdiff_t>(at), Entry{index, {}});
  }
  return entries_[at].value;
}

void IndexedArray::erase(int64_t index) {
  const size_t at = position(index);
  if (at < entries_.size() && entries_[at].index == index) {
    entries_.erase(entries_.begin() + static_cast<ptrdiff_t>(at));
  }
}

namespace {

uint32_t hash_of(std::string_view key) {
  uint32_t hash = 2166136261U;
  for (const char c : key) {
    hash *= 16777619U;
    hash ^= static_cast<uint32_t>(static_cast<int32_t>(static_cast<signed char>(c)));
  }
  return hash;
}

}  // namespace

// Long chains are taken down in a loop: a destructor that recurses could end the stack.
AssociativeArray::Entry::~Entry() {
  while (next) next = std::move(next->next);
}

AssociativeArray::AssociativeArray(const AssociativeArray& other)
    : buckets_(other.buckets_.size()), size_(other.size_) {
  for (size_t i = 0; i < buckets_.size(); i++) {
    std::unique_ptr<Entry>* end = &buckets_[i];
    for (const Entry* entry = other.buckets_[i].get(); entry != nullptr; entry = entry->next.get()) {
      *end = std::make_unique<Entry>(entry->key, entry->value, entry->hash, nullptr);
      end = &(*end)->next;
    }
  }
}

AssociativeArray& AssociativeArray::operator=(AssociativeArray other) {
  std::swap(buckets_, other.buckets_);
  std::swap(size_, other.size_);
  return *this;
}

// The link of a chain that leads to the entry of that key, or the one at its end. `buckets`: perhaps constant.
auto& AssociativeArray::link_to(auto& buckets, uint32_t hash, std::string_view key) {
  auto* link = &buckets[hash & (buckets.size() - 1)];
  while (*link && ((*link)->hash != hash || (*link)->key != key)) link = &(*link)->next;
  return *link;
}

const std::string* AssociativeArray::find(std::string_view key) const {
  const Entry* const entry = link_to(buckets_, hash_of(key), key).get();
  return entry == nullptr ? nullptr : &entry->value;
}

std::string& AssociativeArray::at(std::string_view key) {
  const uint32_t hash = hash_of(key);
  if (Entry* const entry = link_to(buckets_, hash, key).get()) return entry->value;
  if (size_ >= buckets_.size() * 2) grow();
  std::unique_ptr<Entry>& bucket = buckets_[hash & (buckets_.size() - 1)];
  bucket = std::make_unique<Entry>(key, std::string_view(), hash, std::move(bucket));
  size_++;
  return bucket->value;
}

void AssociativeArray::grow() {
  std::vector<std::unique_ptr<Entry>> grown(buckets_.size() * 4);
  for (std::unique_ptr<Entry>& bucket : buckets_) {
    while (bucket) {
      std::unique_ptr<Entry> rest = std::move(bucket->next);
      std::unique_ptr<Entry>& place = grown[bucket->hash & (grown.size() - 1)];
      bucket->next = std::move(place);
      place = std::move(bucket);
      bucket = std::move(rest);
    }
  }
  buckets_ = std::move(grown);
}

void AssociativeArray::erase(std::string_view key) {
  std::unique_ptr<Entry>& link = link_to(buckets_, hash_of(key), key);
  if (!link) return;
  std::unique_ptr<Entry> rest = std::move(link->next);
  link = std::move(rest);
  size_--;
}

void AssociativeArray::clear() { *this = AssociativeArray(); }

std::vector<const AssociativeArray::Entry*> AssociativeArray::entries() const {
  std::vector<const Entry*> all;
  all.reserve(size_);
  for (const std::unique_ptr<Entry>& bucket : buckets_) {
    for (const Entry* entry = bucket.get(); entry != nullptr; entry = entry->next.get()) all.push_back(entry);
  }
  return all;
}

}  // namespace shell
