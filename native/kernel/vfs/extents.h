// The content of one file: a sparse sequence of reference-counted extents. Copying it shares them; whoever writes to a
// shared extent copies that extent first.
#pragma once

#include <optional>
#include <span>

#include "kernel/result.h"
#include "kernel/vfs/file_system.h"
#include "kernel/vfs/radix_table.h"

namespace wasmsand {

class SpaceLedger;

inline constexpr size_t kExtentSize = 64 * 1024;
inline constexpr size_t kPageSize = 4096;  // the unit of st_blocks

// Up to kExtentSize bytes in one allocation with their header.
class Extent final : public RefCounted {
 public:
  // Null when the host has no memory left. `free_of_charge`: belongs to a base image, counts for nobody.
  static Ref<Extent> make(uint32_t capacity, bool free_of_charge);

  std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
  uint32_t capacity() const { return capacity_; }
  bool free_of_charge() const { return free_of_charge_; }
  uint64_t charge() const { return free_of_charge_ ? 0 : capacity_; }
  // st_blocks counts whole pages.
  uint64_t allocated() const { return (uint64_t{size} + kPageSize - 1) & ~uint64_t{kPageSize - 1}; }

  // The first `size` bytes are stored, the rest reads as zeros. Changed only while unique().
  uint32_t size = 0;

  static void* operator new(size_t header, uint32_t capacity) noexcept;
  // NOLINTNEXTLINE(cert-dcl54-cpp): an extent cannot be made without its capacity
  static void operator delete(void* memory);
  static void operator delete(void* memory, uint32_t) { operator delete(memory); }

 private:
  Extent(uint32_t capacity, bool free_of_charge) : capacity_(capacity), free_of_charge_(free_of_charge) {}
  const uint32_t capacity_;
  const bool free_of_charge_;
};

// `payer` is charged for what is allocated and gets back what is freed; null makes extents that are free of charge.
class FileContent {
 public:
  uint64_t size() const { return size_; }
  uint64_t allocated() const { return allocated_; }
  uint64_t charged() const { return charged_; }

  size_t read(uint64_t offset, std::span<std::byte> out) const;
  BorrowedBytes borrow(uint64_t offset, size_t length) const;
  // Short only when space ran out after the first byte; ENOSPC when it did before. `prepared` holds the first whole
  // extents that the data fills, from prepare() with the same arguments.
  Result<size_t> write(SpaceLedger* payer, uint64_t offset, std::span<const std::byte> data,
                       std::span<const Ref<RefCounted>> prepared = {});
  static std::vector<Ref<RefCounted>> prepare(uint64_t offset, std::span<const std::byte> data);
  // False: so much is to be freed that it is smaller than before, but not yet of that size; call again.
  Result<bool> resize(SpaceLedger* payer, uint64_t size);
  // Allocates what is missing in the range. The size does not change.
  Result<void> reserve(SpaceLedger* payer, uint64_t offset, uint64_t length);
  // How many bytes of the range are done: as many as are quickly freed.
  Result<uint64_t> punch(SpaceLedger* payer, uint64_t offset, uint64_t length);
  void clear(SpaceLedger* payer);
  void set_size_at_least(uint64_t size) { size_ = size > size_ ? size : size_; }

  // The first offset at or after `offset` that is data, or a hole (the end of the file is one); none past the end.
  std::optional<uint64_t> next_data(uint64_t offset) const;
  std::optional<uint64_t> next_hole(uint64_t offset) const;

 private:
  friend class Audit;  // test/audit.h
  // The extent at `index`, own and with room for `end` bytes. What it stored is lost unless `preserve`.
  Result<Extent*> own(SpaceLedger* payer, uint64_t index, uint32_t end, bool preserve);
  Result<void> replace(SpaceLedger* payer, uint64_t index, Ref<Extent> whole);
  Result<void> zero(SpaceLedger* payer, uint64_t index, uint32_t begin, uint32_t end);
  Result<void> cut(SpaceLedger* payer, uint64_t index, uint32_t size);
  void drop(SpaceLedger* payer, uint64_t index);
  void set_stored(Extent& extent, uint32_t size);

  RadixTable<Extent> extents_;
  uint64_t size_ = 0;
  uint64_t allocated_ = 0;
  uint64_t charged_ = 0;
};

}  // namespace wasmsand
