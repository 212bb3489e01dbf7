// The items of a thread that wait until a time, unless something wakes them before. Bookkeeping only, without threads.
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "kernel/platform/clock.h"

namespace wasmsand {

template <typename Item>
class Deadlines {
 public:
  class Place;

 private:
  struct Entry {
    Item item;
    Place* place;
  };
  using Queue = std::multimap<Nanoseconds, Entry>;

 public:
  // Where an item waits, if it does; it stays where it is meanwhile.
  class Place {
    friend class Deadlines;
    typename Queue::iterator at_;
    bool waits_ = false;
  };

  // The place must be empty.
  void add(Place& place, Nanoseconds at, Item item) {
    place.at_ = queue_.emplace(at, Entry{std::move(item), &place});
    place.waits_ = true;
  }
  void remove(Place& place) {
    if (std::exchange(place.waits_, false)) queue_.erase(place.at_);
  }

  // Removes those whose time has come, and calls `take(item)` for each, the earliest first.
  template <typename Take>
  void expire(Nanoseconds now, Take take) {
    while (!queue_.empty() && earliest() <= now) {
      Entry entry = std::move(queue_.begin()->second);
      remove(*entry.place);
      take(std::move(entry.item));
    }
  }

  [[nodiscard]] bool empty() const { return queue_.empty(); }
  // There must be one.
  [[nodiscard]] Nanoseconds earliest() const { return queue_.begin()->first; }

  // When a turn is to end that may last until `end` though others wait: they do so from the earliest time on. 0: nobody
  // waits.
  [[nodiscard]] Nanoseconds end_of_turn(Nanoseconds end) const { return empty() ? 0 : std::max(end, earliest()); }

 private:
  Queue queue_;
};

}  // namespace wasmsand
