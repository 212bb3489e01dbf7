// The content of one file: a sparse sequence of reference-counted extents. A copy shares them. Writing to a shared
// extent copies that extent first.
#pragma once

#include <optional>
#include <span>

#include "kernel/result.h"
#include "kernel/vfs/file_system.h"
#include "kernel/vfs/radix_table.h"
#include "kernel/vfs/space_ledger.h"

namespace wasmsand {

inline constexpr size_t kExtentSize = 64 * 1024;
inline constexpr size_t kPageSize = 4096;  // the unit of st_blocks

// Up to kExtentSize bytes, in one allocation with their header.
class Extent final : public RefCounted {
 public:
  // Null when the host has no memory left. An extent of kBaseEpoch counts for no sandbox.
  static Ref<Extent> make(uint32_t capacity, Epoch born);
  // The capacity of the extent at `index` in a file that will store its first `end` bytes.
  static uint32_t usual_capacity(uint64_t index, uint32_t end);

  std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
  const std::byte* data() const { return reinterpret_cast<const std::byte*>(this + 1); }
  uint32_t capacity() const { return capacity_; }
  bool free_of_charge() const { return born == kBaseEpoch; }
  uint64_t charge() const { return free_of_charge() ? 0 : capacity_; }
  // st_blocks counts whole pages.
  uint64_t allocated() const { return (uint64_t{size} + kPageSize - 1) & ~uint64_t{kPageSize - 1}; }

  // The first `size` bytes are stored; the rest reads as zeros. Both change only while unique().
  uint32_t size = 0;
  Epoch born;

  static void* operator new(size_t header, uint32_t capacity) noexcept;
  // NOLINTNEXTLINE(cert-dcl54-cpp): an extent cannot be made without its capacity
  static void operator delete(void* memory);
  static void operator delete(void* memory, uint32_t) { operator delete(memory); }

 private:
  Extent(uint32_t capacity, Epoch epoch) : born(epoch), capacity_(capacity) {}
  const uint32_t capacity_;
};

// The bytes that a file is charged for, by the epoch in which they were born.
class ChargesByEpoch {
 public:
  struct Part {
    Epoch born;
    uint64_t bytes;
  };
  uint64_t total() const;
  // Sorted by epoch. A part also covers the epochs between it and the part before.
  std::span<const Part> parts() const { return parts_; }
  void add(const SpaceLedger& ledger, uint64_t bytes);
  // The epoch must not be earlier than the existing ones.
  void add(Epoch born, uint64_t bytes);
  void take(Epoch born, uint64_t bytes);
  void clear() { parts_ = {}; }

 private:
  std::vector<Part> parts_;
};

// `payer` is charged for allocated bytes and credited for freed ones; null: the extents are free of charge.
class FileContent {
 public:
  uint64_t size() const { return size_; }
  uint64_t allocated() const { return allocated_; }
  uint64_t charged() const { return charges_.total(); }
  std::span<const ChargesByEpoch::Part> charges() const { return charges_.parts(); }
  // Whether both are, or were copied from, the same bytes, and neither was written to since.
  bool same_as(const FileContent& other) const { return size_ == other.size_ && extents_.same_as(other.extents_); }
  // Whether both read as the same bytes. Skips shared extents.
  bool equals(const FileContent& other) const;
  // A copy for another file, which is charged as if all of it were made now.
  Result<FileContent> share(SpaceLedger* payer) const;

  size_t read(uint64_t offset, std::span<std::byte> out) const;
  BorrowedBytes borrow(uint64_t offset, size_t length) const;
  // Writes less only when space runs out after the first byte; ENOSPC when it runs out before. `prepared` holds the
  // first whole extents of the data, from prepare() with the same arguments.
  Result<size_t> write(SpaceLedger* payer, uint64_t offset, std::span<const std::byte> data,
                       std::span<const Ref<RefCounted>> prepared = {});
  static std::vector<Ref<RefCounted>> prepare(uint64_t offset, std::span<const std::byte> data);
  // False: there is too much to free in one turn. The file is smaller than before, but call again for the given size.
  Result<bool> resize(SpaceLedger* payer, uint64_t size);
  // Allocates what is missing in the range. The size does not change.
  Result<void> reserve(SpaceLedger* payer, uint64_t offset, uint64_t length);
  // Returns how many bytes of the range are done: as many as can be freed quickly.
  Result<uint64_t> punch(SpaceLedger* payer, uint64_t offset, uint64_t length);
  void clear(SpaceLedger* payer);
  // Calls `visit(index, extent)` for each extent, in order.
  template <typename Visit>
  void for_each_extent(Visit visit) const {
    for (auto entry = extents_.first_from(0); entry; entry = extents_.first_from(entry.key + 1))
      visit(entry.key, *entry.value);
  }
  // Puts an extent into a hole of a file that is read from an exported state. The extent was born in `born`. Several
  // files may share one.
  void adopt(uint64_t index, Ref<Extent> extent, Epoch born);
  void set_size_at_least(uint64_t size) { size_ = size > size_ ? size : size_; }

  // The first offset at or after `offset` that is data, or a hole (the end of the file counts as one); none past the
  // end.
  std::optional<uint64_t> next_data(uint64_t offset) const;
  std::optional<uint64_t> next_hole(uint64_t offset) const;

 private:
  friend class Audit;  // test/audit.h
  // The extent at `index`, unshared and with room for `end` bytes. Its old content is lost unless `preserve`.
  Result<Extent*> own(SpaceLedger* payer, uint64_t index, uint32_t end, bool preserve);
  Result<void> replace(SpaceLedger* payer, uint64_t index, Ref<Extent> whole);
  Result<void> zero(SpaceLedger* payer, uint64_t index, uint32_t begin, uint32_t end);
  Result<void> cut(SpaceLedger* payer, uint64_t index, uint32_t size);
  void drop(SpaceLedger* payer, uint64_t index);
  void set_stored(Extent& extent, uint32_t size);
  Epoch born(const Extent& extent) const { return extent.born > copied_ ? extent.born : copied_; }
  // Replaces `old` (null: nothing) by `fresh` in the accounts.
  Result<void> exchange_charge(SpaceLedger* payer, const Extent& fresh, const Extent* old);

  RadixTable<Extent> extents_;
  uint64_t size_ = 0;
  uint64_t allocated_ = 0;
  ChargesByEpoch charges_;
  Epoch copied_ = 0;  // from another file: what is older counts as born then
};

}  // namespace wasmsand
