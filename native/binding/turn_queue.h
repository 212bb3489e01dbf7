// Who has the next turn on a thread that many share. First come, first served, but for who has had more of the thread
// than others that are waiting: a tenant with a hundred items waits no less than one with a single item. Bookkeeping
// only, without threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "kernel/platform/clock.h"

namespace wasmsand {

template <typename Item>
class TurnQueue {
 public:
  // Less than that is no difference: whose turns are short keep the order in which they came.
  static constexpr Nanoseconds kStep = 4 * kMillisecond;

  class Tenant {
   private:
    friend class TurnQueue;
    const void* owner_ = nullptr;
    uint32_t members_ = 0;
    Nanoseconds taken_ = 0;
    std::deque<std::pair<uint64_t, Item>> items_;  // each with its number
  };

  // One more that may wait here, for `owner`; the same in the other direction, when it does not wait.
  Tenant& enter(const void* owner) {
    Tenant& tenant = tenants_[owner];
    tenant.owner_ = owner;
    tenant.members_++;
    return tenant;
  }
  void leave(Tenant& tenant) {
    if (--tenant.members_ == 0) tenants_.erase(tenant.owner_);
  }

  void push(Tenant& tenant, Item item) {
    // What it has not taken while it had nothing to do is not kept for it.
    if (tenant.items_.empty()) tenant.taken_ = std::max(tenant.taken_, reached_ - kStep);
    change(tenant, [&] { tenant.items_.emplace_back(++last_number_, std::move(item)); });
  }

  // There must be one.
  Item pop() {
    Tenant& tenant = *std::get<Tenant*>(*order_.begin());
    reached_ = std::max(reached_, tenant.taken_);
    Item item = std::move(tenant.items_.front().second);
    change(tenant, [&] { tenant.items_.pop_front(); });
    return item;
  }

  void remove(Tenant& tenant, const Item& item) {
    const auto is_it = [&item](const auto& entry) { return entry.second == item; };
    change(tenant, [&] { std::erase_if(tenant.items_, is_it); });
  }

  // It has had the thread for so long.
  void charge(Tenant& tenant, Nanoseconds time) {
    change(tenant, [&] { tenant.taken_ += time; });
  }

  [[nodiscard]] bool empty() const { return order_.empty(); }

 private:
  // Who has had less, then who has waited longer.
  using Key = std::tuple<Nanoseconds, uint64_t, Tenant*>;
  static Key key_of(Tenant& tenant) { return {tenant.taken_ / kStep, tenant.items_.front().first, &tenant}; }

  template <typename Change>
  void change(Tenant& tenant, Change make) {
    if (!tenant.items_.empty()) order_.erase(key_of(tenant));
    make();
    if (!tenant.items_.empty()) order_.insert(key_of(tenant));
  }

  std::unordered_map<const void*, Tenant> tenants_;
  std::set<Key> order_;  // of those that wait
  // The most that anybody had taken who got a turn.
  Nanoseconds reached_ = 0;
  uint64_t last_number_ = 0;
};

}  // namespace wasmsand
