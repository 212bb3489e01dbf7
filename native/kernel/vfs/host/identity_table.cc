#include "kernel/vfs/host/identity_table.h"

#include "kernel/platform/clock.h"

namespace wasmsand {

namespace {

constexpr size_t kLeast = 64;

// The finalizer of SplitMix64.
uint64_t mixed(uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9U;
  value = (value ^ value >> 27) * 0x94d049bb133111ebU;
  return value ^ value >> 31;
}

}  // namespace

IdentityTable::IdentityTable() : entries_(kLeast) { (void)random_bytes(std::as_writable_bytes(std::span(&seed_, 1))); }

// Eight neighbours stay together.
size_t IdentityTable::home_of(const host::Identity& identity) const {
  const uint64_t group = mixed(mixed(identity.device ^ seed_) ^ identity.ino >> 3);
  return (group << 3 | (identity.ino & 7)) & mask();
}

// Of the one that has it, or of the one to put it.
size_t IdentityTable::place_of(const host::Identity& identity) const {
  size_t at = home_of(identity);
  while (entries_[at].number != 0 && !(entries_[at].identity == identity)) at = (at + 1) & mask();
  return at;
}

void IdentityTable::insert(const host::Identity& identity, Ino number) {
  if (2 * (size_ + 1) > entries_.size()) {
    std::vector<Entry> before(2 * entries_.size());
    before.swap(entries_);
    for (const Entry& entry : before)
      if (entry.number != 0) entries_[place_of(entry.identity)] = entry;
  }
  entries_[place_of(identity)] = {identity, number};
  size_++;
}

void IdentityTable::erase(const host::Identity& identity) {
  size_t hole = place_of(identity);
  if (entries_[hole].number == 0) return;
  size_--;
  // What was put behind it for want of room moves up.
  for (size_t at = (hole + 1) & mask(); entries_[at].number != 0; at = (at + 1) & mask()) {
    const size_t home = home_of(entries_[at].identity);
    if (((at - home) & mask()) < ((at - hole) & mask())) continue;
    entries_[hole] = entries_[at];
    hole = at;
  }
  entries_[hole] = {};
}

}  // namespace wasmsand
