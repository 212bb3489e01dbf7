#include "arrays.h"

#include <algorithm>

namespace shell {

size_t IndexedArray::position(int64_t index) const {
  // Most arrays are dense from 0.
  if (index >= 0 && static_cast<uint64_t>(index) < entries_.size() &&
      entries_[static_cast<size_t>(index)].index == index) {
    return static_cast<size_t>(index);
  }
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), index,
                                      [](const Entry& entry, int64_t wanted) { return entry.index < wanted; });
  return static_cast<size_t>(place - entries_.begin());
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

bool IndexedArray::erase(int64_t index) {
  const size_t at = position(index);
  if (at == entries_.size() || entries_[at].index != index) return false;
  entries_.erase(entries_.begin() + static_cast<ptrdiff_t>(at));
  return true;
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

AssociativeArray& AssociativeArray::operator=(const AssociativeArray& other) {
  if (this != &other) {
    AssociativeArray copy(other);
    std::swap(buckets_, copy.buckets_);
    size_ = copy.size_;
  }
  return *this;
}

const std::string* AssociativeArray::find(std::string_view key) const {
  const uint32_t hash = hash_of(key);
  for (const Entry* entry = buckets_[hash & (buckets_.size() - 1)].get(); entry != nullptr; entry = entry->next.get()) {
    if (entry->hash == hash && entry->key == key) return &entry->value;
  }
  return nullptr;
}

std::string& AssociativeArray::at(std::string_view key) {
  const uint32_t hash = hash_of(key);
  for (Entry* entry = buckets_[hash & (buckets_.size() - 1)].get(); entry != nullptr; entry = entry->next.get()) {
    if (entry->hash == hash && entry->key == key) return entry->value;
  }
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

bool AssociativeArray::erase(std::string_view key) {
  const uint32_t hash = hash_of(key);
  for (std::unique_ptr<Entry>* entry = &buckets_[hash & (buckets_.size() - 1)]; *entry; entry = &(*entry)->next) {
    if ((*entry)->hash != hash || (*entry)->key != key) continue;
    std::unique_ptr<Entry> rest = std::move((*entry)->next);
    *entry = std::move(rest);
    size_--;
    return true;
  }
  return false;
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
