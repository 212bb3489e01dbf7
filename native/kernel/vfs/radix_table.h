// A persistent table of Ref<T> keyed by dense 64-bit numbers. A copy copies one pointer. An edit changes nodes in place
// if no other table shares them, and otherwise copies the path to the key.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "kernel/ref.h"

namespace wasmsand {

template <typename T>
class RadixTable {
 public:
  struct Entry {
    uint64_t key = 0;
    T* value = nullptr;
    explicit operator bool() const { return value != nullptr; }
  };

  bool empty() const { return !root_; }
  // Whether neither has changed since one was copied from the other.
  bool same_as(const RadixTable& other) const { return root_ == other.root_ && height_ == other.height_; }

  T* find(uint64_t key) const {
    if (!root_ || !covers(height_, key)) return nullptr;
    RefCounted* at = root_.get();
    for (int level = height_; level > 0 && at; level--) at = static_cast<Node*>(at)->children[digit(key, level)].get();
    return static_cast<T*>(at);
  }

  // The entry with the smallest key that is at least `from`.
  Entry first_from(uint64_t from) const {
    if (!root_ || !covers(height_, from)) return {};
    return first_from(root_.get(), height_, 0, from);
  }

  // The entry with the greatest key.
  Entry last() const {
    if (!root_) return {};
    RefCounted* at = root_.get();
    uint64_t key = 0;
    for (int level = height_; level > 0; level--) {
      const auto& children = static_cast<Node*>(at)->children;
      size_t i = children.size() - 1;
      while (!children[i]) i--;
      key |= uint64_t{i} << ((level - 1) * kBits);
      at = children[i].get();
    }
    return {key, static_cast<T*>(at)};
  }

  // The value of an existing key, for editing: if another table shares it, it is first replaced by `copy(value)`.
  template <typename Copy>
  T* edit(uint64_t key, Copy copy) {
    if (!find(key)) return nullptr;
    Ref<RefCounted>* slot = &root_;
    for (int level = height_; level > 0; level--) slot = &own_node(*slot)->children[digit(key, level)];
    if (!(*slot)->unique()) *slot = copy(*static_cast<T*>(slot->get()));
    return static_cast<T*>(slot->get());
  }

  void set(uint64_t key, Ref<T> value) { set(key, std::move(value), 0); }

  void erase(uint64_t key) {
    if (!find(key)) return;
    erase(root_, height_, key);
    if (!root_) height_ = 0;
    while (height_ > 0) {
      Node* top = static_cast<Node*>(root_.get());
      if (top->count != 1 || !top->children[0]) break;
      Ref<RefCounted> child = top->children[0];
      root_ = std::move(child);
      height_--;
    }
  }

  // The number of keys below a node of that height.
  static constexpr uint64_t range(int height) { return uint64_t{1} << (height * kBits); }

  // Adds the values of `other` for range(height) keys from `first` on, a multiple of that. This table must have none
  // there.
  void share_range(const RadixTable& other, uint64_t first, int height) {
    if (!other.covers(other.height_, first) || other.height_ < height) return;
    RefCounted* at = other.root_.get();
    for (int level = other.height_; level > height && at; level--)
      at = static_cast<Node*>(at)->children[digit(first, level)].get();
    if (at) set(first, Ref<RefCounted>(at), height);
  }

  // Calls `visit(key, before, after)` for each key whose values differ, null where there is none, in the order of keys.
  // Skips shared nodes.
  template <typename Visit>
  static void for_each_difference(const RadixTable& before, const RadixTable& after, Visit visit) {
    const int height = std::max(before.height_, after.height_);
    compare({before.root_.get(), before.height_}, {after.root_.get(), after.height_}, height, 0, visit);
  }

  // Empties the table and returns its old content.
  Ref<RefCounted> take() {
    height_ = 0;
    return std::exchange(root_, {});
  }

 private:
  static constexpr int kBits = 5;

  struct Node final : RefCounted {
    std::array<Ref<RefCounted>, 1 << kBits> children;
    uint32_t count = 0;  // children that are not null
  };

  static bool covers(int height, uint64_t key) { return height * kBits >= 64 || key >> (height * kBits) == 0; }
  static size_t digit(uint64_t key, int level) { return key >> ((level - 1) * kBits) & ((1 << kBits) - 1); }

  // Puts a node of that height at its place; a value has height 0.
  void set(uint64_t key, Ref<RefCounted> node, int height) {
    while (!covers(height_, key) || height_ < height) {
      if (root_) {
        auto above = make_ref<Node>();
        above->children[0] = std::move(root_);
        above->count = 1;
        root_ = std::move(above);
      }
      height_++;
    }
    Ref<RefCounted>* slot = &root_;
    uint32_t* parent_count = nullptr;
    for (int level = height_; level > height; level--) {
      if (!*slot) {
        *slot = make_ref<Node>();
        if (parent_count) ++*parent_count;
      }
      Node* node_above = own_node(*slot);
      parent_count = &node_above->count;
      slot = &node_above->children[digit(key, level)];
    }
    if (!*slot && parent_count) ++*parent_count;
    *slot = std::move(node);
  }

  static Node* own_node(Ref<RefCounted>& slot) {
    Node* node = static_cast<Node*>(slot.get());
    if (node->unique()) return node;
    auto copy = make_ref<Node>();
    copy->children = node->children;
    copy->count = node->count;
    node = copy.get();
    slot = std::move(copy);
    return node;
  }

  static void erase(Ref<RefCounted>& slot, int level, uint64_t key) {
    if (level > 0) {
      Node* node = own_node(slot);
      auto& child = node->children[digit(key, level)];
      erase(child, level - 1, key);
      if (child || --node->count > 0) return;
    }
    slot.reset();
  }

  static Entry first_from(RefCounted* at, int level, uint64_t base, uint64_t from) {
    if (level == 0) return {base, static_cast<T*>(at)};
    Node* node = static_cast<Node*>(at);
    int shift = (level - 1) * kBits;
    for (uint64_t i = from > base ? (from - base) >> shift : 0; i < node->children.size(); i++) {
      if (!node->children[i]) continue;
      if (Entry found = first_from(node->children[i].get(), level - 1, base + (i << shift), from)) return found;
    }
    return {};
  }

  // The node of a table at some level, or the whole table if it is lower than that.
  struct Place {
    RefCounted* at = nullptr;
    int height = 0;
    Place child(int level, size_t digit) const {
      if (height < level) return digit == 0 ? *this : Place{};
      return {at ? static_cast<Node*>(at)->children[digit].get() : nullptr, height - 1};
    }
  };
  template <typename Visit>
  static void compare(Place before, Place after, int level, uint64_t base, Visit& visit) {
    if (before.at == after.at && (!before.at || before.height == after.height)) return;
    if (level == 0) return visit(base, static_cast<const T*>(before.at), static_cast<const T*>(after.at));
    for (size_t i = 0; i < size_t{1} << kBits; i++)
      compare(before.child(level, i), after.child(level, i), level - 1, base + (uint64_t{i} << ((level - 1) * kBits)),
              visit);
  }

  Ref<RefCounted> root_;  // height 0: the value of key 0 itself
  int height_ = 0;        // the table can hold keys below 32 to this power
};

}  // namespace wasmsand
