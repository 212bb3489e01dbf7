// Who has the next turn on a thread that many share. First come, first served, but for who has had more of the thread
// than others that are waiting: a tenant with a hundred items waits no less than one with a single item. Bookkeeping
// only, without threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "binding/pool/policy.h"
#include "kernel/platform/clock.h"

namespace wasmsand {

template <typename Item>
class TurnQueue {
 public:
  class Tenant;

  // One more that may wait here, for `owner`; the same in the other direction, when it does not wait.
  Tenant& enter(const void* owner) {
    auto found = tenants_.find(owner);
    if (found == tenants_.end() && !spare_.empty()) {
      spare_.key() = owner;
      found = tenants_.insert(std::move(spare_)).position;
    } else if (found == tenants_.end()) {
      found = tenants_.try_emplace(owner).first;
    }
    Tenant& tenant = found->second;
    tenant.owner_ = owner;
    if (tenant.members_++ == 0) tenant.taken_ = 0;
    return tenant;
  }
  void leave(Tenant& tenant) {
    if (--tenant.members_ == 0) spare_ = tenants_.extract(tenant.owner_);
  }

  void push(Tenant& tenant, Item item) {
    // What it has not taken while it had nothing to do is not kept for it.
    if (tenant.items_.empty()) tenant.taken_ = std::max(tenant.taken_, share_ - policy::kTurnStep);
    tenant.items_.push_back({++last_number_, std::move(item)});
    if (tenant.items_.size() == 1) line_up(tenant);
  }

  // There must be one.
  Item pop() {
    Tenant& tenant = *std::get<Tenant*>(*order_.begin());
    step_out(tenant);
    Item item = std::move(tenant.items_.front().item);
    tenant.items_.erase(tenant.items_.begin());
    line_up(tenant);
    return item;
  }

  void remove(Tenant& tenant, const Item& item) {
    step_out(tenant);
    std::erase_if(tenant.items_, [&item](const Waiting& waiting) { return waiting.item == item; });
    line_up(tenant);
  }

  // It has had the thread for so long.
  void charge(Tenant& tenant, Nanoseconds time) {
    step_out(tenant);
    tenant.taken_ += time;
    share_ += time / static_cast<Nanoseconds>(order_.size() + 1);
    line_up(tenant);
  }

  [[nodiscard]] bool empty() const { return order_.empty(); }

 private:
  // Who has had less, then who has waited longer.
  using Key = std::tuple<Nanoseconds, uint64_t, Tenant*>;
  using Order = std::set<Key>;
  struct Waiting {
    uint64_t number;
    Item item;
  };

 public:
  class Tenant {
    friend class TurnQueue;
    const void* owner_ = nullptr;
    uint32_t members_ = 0;
    Nanoseconds taken_ = 0;
    std::vector<Waiting> items_;
    // Its place, while it has any; else what there is to make one of, so that a turn allocates nothing.
    typename Order::iterator place_;
    typename Order::node_type node_;
  };

 private:
  void step_out(Tenant& tenant) {
    if (!tenant.items_.empty()) tenant.node_ = order_.extract(tenant.place_);
  }
  void line_up(Tenant& tenant) {
    if (tenant.items_.empty()) return;
    const Key key{tenant.taken_ / policy::kTurnStep, tenant.items_.front().number, &tenant};
    if (tenant.node_.empty()) {
      tenant.place_ = order_.insert(key).first;
    } else {
      tenant.node_.value() = key;
      tenant.place_ = order_.insert(std::move(tenant.node_)).position;
    }
  }

  std::unordered_map<const void*, Tenant> tenants_;
  typename std::unordered_map<const void*, Tenant>::node_type spare_;  // of who left last
  Order order_;                                                        // of those that wait
  // What one has taken that has always been waiting. Who comes begins there: those that come on and on do not keep it
  // from its turns.
  Nanoseconds share_ = 0;
  uint64_t last_number_ = 0;
};

}  // namespace wasmsand
