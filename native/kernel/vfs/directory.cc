#include "kernel/vfs/directory.h"

#include <algorithm>
#include <bit>

#include "kernel/seeded_hash.h"

namespace wasmsand {

namespace {

uint32_t digit_bit(uint64_t hash, int shift) { return uint32_t{1} << (hash >> shift & 31); }

}  // namespace

const Directory::Entry* Directory::find(std::string_view name) const {
  if (trie_) return find_hashed(name, seeded_hash(name));
  for (auto at = by_cookie_.first_from(0); at; at = by_cookie_.first_from(at.key + 1))
    if (at.value->name == name) return at.value;
  return nullptr;
}

const Directory::Entry* Directory::find_hashed(std::string_view name, uint64_t hash) const {
  auto* node = static_cast<TrieNode*>(trie_.get());
  for (int shift = 0; shift < kMaxShift; shift += kBits) {
    uint32_t bit = digit_bit(hash, shift);
    if (!(node->used & bit)) return nullptr;
    RefCounted* slot = node->slots[std::popcount(node->used & (bit - 1))].get();
    if (!(node->inner & bit)) {
      auto* entry = static_cast<Entry*>(slot);
      return entry->name == name ? entry : nullptr;
    }
    node = static_cast<TrieNode*>(slot);
  }
  for (auto& slot : node->slots)
    if (auto* entry = static_cast<Entry*>(slot.get()); entry->name == name) return entry;
  return nullptr;
}

const Directory::Entry* Directory::after(uint64_t cookie) const {
  if (cookie == UINT64_MAX) return nullptr;
  return by_cookie_.first_from(cookie + 1).value;
}

uint64_t Directory::add(std::string_view name, Ino ino, FileType type) {
  auto entry = make_ref<Entry>();
  entry->name = name;
  entry->hash = seeded_hash(name);
  entry->cookie = next_cookie_++;
  entry->ino = ino;
  entry->type = type;
  const uint64_t cookie = entry->cookie;
  by_cookie_.set(cookie, entry);
  count_++;
  if (trie_)
    index(trie_, 0, std::move(entry));
  else if (count_ > kScanned)
    index_all();
  return cookie;
}

uint64_t Directory::replace(std::string_view name, Ino ino, FileType type) {
  const Entry* old = find(name);
  auto entry = make_ref<Entry>();
  entry->name = old->name;
  entry->hash = old->hash;
  entry->cookie = old->cookie;
  entry->ino = ino;
  entry->type = type;
  if (trie_) {
    unindex(trie_, 0, *old);
    index(trie_, 0, entry);
  }
  const uint64_t cookie = entry->cookie;
  by_cookie_.set(cookie, std::move(entry));
  return cookie;
}

void Directory::remove(std::string_view name) {
  const Entry* entry = find(name);
  if (!entry) return;
  uint64_t cookie = entry->cookie;
  if (trie_) unindex(trie_, 0, *entry);
  by_cookie_.erase(cookie);
  // The root stays a TrieNode while it is empty; without entries a scan is as good.
  if (--count_ <= kScanned / 2) trie_.reset();
}

void Directory::index_all() {
  trie_ = make_ref<TrieNode>();
  for (auto at = by_cookie_.first_from(0); at; at = by_cookie_.first_from(at.key + 1))
    index(trie_, 0, Ref<Entry>(at.value));
}

Directory::TrieNode* Directory::own(Ref<RefCounted>& slot) {
  auto* node = static_cast<TrieNode*>(slot.get());
  if (node->unique()) return node;
  auto copy = make_ref<TrieNode>();
  copy->used = node->used;
  copy->inner = node->inner;
  copy->slots = node->slots;
  node = copy.get();
  slot = std::move(copy);
  return node;
}

// Puts `entry` below the node in `slot`, whose digit begins at bit `shift` of the hash.
void Directory::index(Ref<RefCounted>& slot, int shift, Ref<Entry> entry) {
  TrieNode* node = own(slot);
  if (shift >= kMaxShift) {
    node->slots.push_back(std::move(entry));
    return;
  }
  uint32_t bit = digit_bit(entry->hash, shift);
  auto position = static_cast<std::ptrdiff_t>(std::popcount(node->used & (bit - 1)));
  if (!(node->used & bit)) {
    node->used |= bit;
    node->slots.insert(node->slots.begin() + position, std::move(entry));
    return;
  }
  Ref<RefCounted>& child = node->slots[static_cast<size_t>(position)];
  if (!(node->inner & bit)) {
    Ref<Entry> other(static_cast<Entry*>(child.get()));
    child = make_ref<TrieNode>();
    node->inner |= bit;
    index(child, shift + kBits, std::move(other));
  }
  index(child, shift + kBits, std::move(entry));
}

// True when the node in `slot` became empty.
bool Directory::unindex(Ref<RefCounted>& slot, int shift, const Entry& entry) {
  TrieNode* node = own(slot);
  if (shift >= kMaxShift) {
    std::erase_if(node->slots, [&](const Ref<RefCounted>& at) { return at.get() == &entry; });
    return node->slots.empty();
  }
  uint32_t bit = digit_bit(entry.hash, shift);
  auto position = static_cast<std::ptrdiff_t>(std::popcount(node->used & (bit - 1)));
  if (node->inner & bit && !unindex(node->slots[static_cast<size_t>(position)], shift + kBits, entry)) return false;
  node->used &= ~bit;
  node->inner &= ~bit;
  node->slots.erase(node->slots.begin() + position);
  return node->slots.empty();
}

}  // namespace wasmsand
