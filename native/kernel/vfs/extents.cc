#include "kernel/vfs/extents.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

namespace wasmsand {

namespace {

constexpr size_t kDroppedAtOnce = 256;
constexpr uint32_t kSmallest = 64;  // capacities of small files are multiples of this

struct Part {
  uint64_t index;
  uint32_t begin, length;
};

// What is stored of one that may be missing. Beyond it are zeros.
std::span<const std::byte> stored_of(const Extent* extent) {
  return extent != nullptr ? std::span(extent->data(), extent->size) : std::span<const std::byte>();
}

bool reads_the_same(std::span<const std::byte> shorter, std::span<const std::byte> longer) {
  if (shorter.size() > longer.size()) std::swap(shorter, longer);
  if (!shorter.empty() && std::memcmp(shorter.data(), longer.data(), shorter.size()) != 0) return false;
  return std::ranges::all_of(longer.subspan(shorter.size()), [](std::byte byte) { return byte == std::byte{0}; });
}

Part part_at(uint64_t offset, uint64_t length) {
  uint32_t begin = offset % kExtentSize;
  return {offset / kExtentSize, begin, static_cast<uint32_t>(std::min<uint64_t>(kExtentSize - begin, length))};
}

}  // namespace

uint32_t Extent::usual_capacity(uint64_t index, uint32_t end) {
  // A file's first extent is as small as its content; one that has come to a second extent is not small.
  return index == 0 ? (end + kSmallest - 1) & ~(kSmallest - 1) : kExtentSize;
}

Ref<Extent> Extent::make(uint32_t capacity, Epoch born) { return Ref<Extent>(new (capacity) Extent(capacity, born)); }

void* Extent::operator new(size_t header, uint32_t capacity) noexcept { return std::malloc(header + capacity); }

// NOLINTNEXTLINE(cert-dcl54-cpp): see the header
void Extent::operator delete(void* memory) { std::free(memory); }

uint64_t ChargesByEpoch::total() const {
  uint64_t total = 0;
  for (const Part& part : parts_) total += part.bytes;
  return total;
}

void ChargesByEpoch::add(const SpaceLedger& ledger, uint64_t bytes) {
  if (bytes == 0) return;
  if (!parts_.empty() && ledger.alike(parts_.back().born, ledger.now())) {
    parts_.back() = {ledger.now(), parts_.back().bytes + bytes};
    return;
  }
  parts_.push_back({ledger.now(), bytes});
  if (parts_.size() <= ledger.versions() + 1) return;
  // Snapshots that kept them apart are gone.
  size_t kept = 0;
  for (const Part& part : std::span(parts_).subspan(1)) {
    Part& before = parts_[kept];
    if (ledger.alike(before.born, part.born))
      before = {part.born, before.bytes + part.bytes};
    else
      parts_[++kept] = part;
  }
  parts_.resize(kept + 1);
}

void ChargesByEpoch::add(Epoch born, uint64_t bytes) {
  if (parts_.empty() || parts_.back().born < born)
    parts_.push_back({born, bytes});
  else
    parts_.back().bytes += bytes;
}

void ChargesByEpoch::take(Epoch born, uint64_t bytes) {
  if (bytes == 0) return;
  const auto part = std::ranges::lower_bound(parts_, born, {}, &Part::born);
  part->bytes -= bytes;
  if (part->bytes == 0) parts_.erase(part);
}

Result<FileContent> FileContent::share(SpaceLedger* payer) const {
  FileContent copy = *this;
  copy.charges_.clear();
  if (payer == nullptr) return copy;
  WS_TRY(payer->charge_bytes(charged()));
  copy.copied_ = payer->now();
  copy.charges_.add(*payer, charged());
  return copy;
}

bool FileContent::equals(const FileContent& other) const {
  if (size_ != other.size_) return false;
  bool same = true;
  RadixTable<Extent>::for_each_difference(extents_, other.extents_, [&](uint64_t, const Extent* a, const Extent* b) {
    same = same && reads_the_same(stored_of(a), stored_of(b));
  });
  return same;
}

size_t FileContent::read(uint64_t offset, std::span<std::byte> out) const {
  BorrowedBytes bytes = borrow(offset, out.size());
  bytes.copy_to(out);
  return bytes.length;
}

BorrowedBytes FileContent::borrow(uint64_t offset, size_t length) const {
  BorrowedBytes bytes;
  if (offset >= size_) return bytes;
  uint64_t left = std::min<uint64_t>(length, size_ - offset);
  while (left > 0) {
    Part part = part_at(offset, left);
    Extent* extent = extents_.find(part.index);
    uint32_t stored = extent && extent->size > part.begin ? std::min(part.length, extent->size - part.begin) : 0;
    if (stored > 0) bytes.add(Ref<Extent>(extent), extent->data() + part.begin, stored);
    if (stored < part.length) bytes.add(nullptr, nullptr, part.length - stored);
    offset += part.length;
    left -= part.length;
  }
  return bytes;
}

std::vector<Ref<RefCounted>> FileContent::prepare(uint64_t offset, std::span<const std::byte> data) {
  std::vector<Ref<RefCounted>> pieces;
  for (size_t done = 0; done < data.size();) {
    Part part = part_at(offset + done, data.size() - done);
    if (part.length == kExtentSize) {
      Ref<Extent> extent = Extent::make(kExtentSize, kBaseEpoch);  // it is born when it is put in place
      if (!extent) break;
      std::memcpy(extent->data(), data.data() + done, kExtentSize);
      extent->size = kExtentSize;
      pieces.push_back(std::move(extent));
    }
    done += part.length;
  }
  return pieces;
}

Result<size_t> FileContent::write(SpaceLedger* payer, uint64_t offset, std::span<const std::byte> data,
                                  std::span<const Ref<RefCounted>> prepared) {
  size_t done = 0;
  while (done < data.size()) {
    Part part = part_at(offset + done, data.size() - done);
    if (part.length == kExtentSize && !prepared.empty()) {
      auto replaced = replace(payer, part.index, Ref<Extent>(static_cast<Extent*>(prepared[0].get())));
      if (!replaced) {
        if (done > 0) return done;
        return replaced.error();
      }
      prepared = prepared.subspan(1);
      done += part.length;
      set_size_at_least(offset + done);
      continue;
    }
    uint32_t end = part.begin + part.length;
    auto owned = own(payer, part.index, end, part.length < kExtentSize);
    if (!owned) {
      if (done > 0) return done;
      return owned.error();
    }
    Extent* extent = *owned;
    if (extent->size < part.begin) std::memset(extent->data() + extent->size, 0, part.begin - extent->size);
    std::memcpy(extent->data() + part.begin, data.data() + done, part.length);
    set_stored(*extent, std::max(extent->size, end));
    done += part.length;
    set_size_at_least(offset + done);
  }
  return done;
}

Result<void> FileContent::exchange_charge(SpaceLedger* payer, const Extent& fresh, const Extent* old) {
  if (payer == nullptr) return {};
  const uint64_t before = old != nullptr ? old->charge() : 0;
  const Epoch born_before = old != nullptr ? born(*old) : payer->now();
  WS_TRY(payer->exchange_bytes(fresh.charge(), before, born_before));
  charges_.take(born_before, before);
  charges_.add(*payer, fresh.charge());
  return {};
}

Result<void> FileContent::replace(SpaceLedger* payer, uint64_t index, Ref<Extent> whole) {
  Extent* old = extents_.find(index);
  if (payer) whole->born = payer->now();
  WS_TRY(exchange_charge(payer, *whole, old));
  allocated_ += whole->allocated() - (old ? old->allocated() : 0);
  Ref<Extent> gone(old);
  extents_.set(index, std::move(whole));
  if (payer) payer->discard(std::move(gone));
  return {};
}

Result<Extent*> FileContent::own(SpaceLedger* payer, uint64_t index, uint32_t end, bool preserve) {
  Extent* old = extents_.find(index);
  if (old && old->capacity() >= end && !(payer && old->free_of_charge())) {
    // Walking to it makes the path ours; only then does unique() tell whether somebody else sees the extent.
    bool shared = false;
    Extent* extent = extents_.edit(index, [&](Extent& value) {
      shared = true;
      return Ref<RefCounted>(&value);
    });
    if (!shared) return extent;
  }
  uint32_t capacity = old ? old->capacity() : Extent::usual_capacity(index, end);
  if (capacity < end) capacity = std::min<uint32_t>(std::bit_ceil(end), kExtentSize);
  Ref<Extent> fresh = Extent::make(capacity, payer ? payer->now() : kBaseEpoch);
  if (!fresh) return Errno::nomem;
  WS_TRY(exchange_charge(payer, *fresh, old));
  if (old) {
    fresh->size = old->size;
    if (preserve) std::memcpy(fresh->data(), old->data(), old->size);
  }
  extents_.set(index, fresh);
  return fresh.get();
}

void FileContent::set_stored(Extent& extent, uint32_t size) {
  allocated_ -= extent.allocated();
  extent.size = size;
  allocated_ += extent.allocated();
}

Result<bool> FileContent::resize(SpaceLedger* payer, uint64_t size) {
  if (size == 0) {
    clear(payer);
    return true;
  }
  if (size < size_) {
    const uint64_t last = (size - 1) / kExtentSize;
    const uint32_t end = static_cast<uint32_t>((size - 1) % kExtentSize) + 1;
    // What may fail comes first.
    if (Extent* extent = extents_.find(last); extent && extent->size > end) WS_TRY(own(payer, last, end, true));
    size_t dropped = 0;
    for (auto entry = extents_.last(); entry && entry.key > last; entry = extents_.last()) {
      if (dropped++ == kDroppedAtOnce) {
        size_ = std::min(size_, (entry.key + 1) * kExtentSize);
        return false;
      }
      drop(payer, entry.key);
    }
    WS_TRY(cut(payer, last, end));
  }
  size_ = size;
  return true;
}

Result<void> FileContent::cut(SpaceLedger* payer, uint64_t index, uint32_t size) {
  Extent* extent = extents_.find(index);
  if (!extent || extent->size <= size) return {};
  WS_ASSIGN(owned, own(payer, index, size, true));
  set_stored(*owned, size);
  return {};
}

Result<void> FileContent::reserve(SpaceLedger* payer, uint64_t offset, uint64_t length) {
  while (length > 0) {
    Part part = part_at(offset, length);
    uint32_t end = part.begin + part.length;
    WS_ASSIGN(extent, own(payer, part.index, end, true));
    if (extent->size < end) {
      std::memset(extent->data() + extent->size, 0, end - extent->size);
      set_stored(*extent, end);
    }
    offset += part.length;
    length -= part.length;
  }
  return {};
}

Result<uint64_t> FileContent::punch(SpaceLedger* payer, uint64_t offset, uint64_t length) {
  if (length == 0) return uint64_t{0};
  size_t visited = 0;
  uint64_t end = length > UINT64_MAX - offset ? UINT64_MAX : offset + length;
  uint64_t first = offset / kExtentSize, last = (end - 1) / kExtentSize;
  for (auto entry = extents_.first_from(first); entry && entry.key <= last;
       entry = extents_.first_from(entry.key + 1)) {
    if (visited++ == kDroppedAtOnce) return entry.key * kExtentSize - offset;
    uint32_t begin = entry.key == first ? offset % kExtentSize : 0;
    uint32_t stop = entry.key == last ? (end - 1) % kExtentSize + 1 : kExtentSize;
    if (begin == 0 && stop >= entry.value->size)
      drop(payer, entry.key);
    else if (stop >= entry.value->size)
      WS_TRY(cut(payer, entry.key, begin));
    else
      WS_TRY(zero(payer, entry.key, begin, stop));
  }
  return length;
}

Result<void> FileContent::zero(SpaceLedger* payer, uint64_t index, uint32_t begin, uint32_t end) {
  WS_ASSIGN(extent, own(payer, index, end, true));
  std::memset(extent->data() + begin, 0, end - begin);
  return {};
}

void FileContent::drop(SpaceLedger* payer, uint64_t index) {
  Ref<Extent> extent(extents_.find(index));
  if (!extent) return;
  allocated_ -= extent->allocated();
  if (payer) payer->release_bytes(extent->charge(), born(*extent));
  charges_.take(born(*extent), extent->charge());
  extents_.erase(index);
  if (payer) payer->discard(std::move(extent));
}

void FileContent::adopt(uint64_t index, Ref<Extent> extent, Epoch born) {
  allocated_ += extent->allocated();
  charges_.add(born, extent->charge());
  extents_.set(index, std::move(extent));
}

void FileContent::clear(SpaceLedger* payer) {
  Ref<RefCounted> gone = extents_.take();
  if (payer) {
    for (const auto& [born, bytes] : charges_.parts()) payer->release_bytes(bytes, born);
    payer->discard(std::move(gone));
  }
  size_ = allocated_ = 0;
  charges_.clear();
}

std::optional<uint64_t> FileContent::next_data(uint64_t offset) const {
  if (offset >= size_) return std::nullopt;
  for (auto entry = extents_.first_from(offset / kExtentSize); entry; entry = extents_.first_from(entry.key + 1)) {
    uint64_t begin = entry.key * kExtentSize, end = begin + entry.value->allocated();
    if (begin >= size_) break;
    if (offset < end) return std::max(offset, begin);
  }
  return std::nullopt;
}

std::optional<uint64_t> FileContent::next_hole(uint64_t offset) const {
  if (offset >= size_) return std::nullopt;
  for (uint64_t index = offset / kExtentSize;; index++) {
    Extent* extent = extents_.find(index);
    uint64_t begin = index * kExtentSize, end = begin + (extent ? extent->allocated() : 0);
    if (offset >= end) break;
    offset = end;
    if (end < begin + kExtentSize) break;
  }
  return std::min(offset, size_);
}

}  // namespace wasmsand
