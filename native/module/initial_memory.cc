#include "module/initial_memory.h"

#include <algorithm>

#include "module/byte_reader.h"

namespace wasmsand {
namespace {

constexpr uint8_t kI32Const = 0x41, kEnd = 0x0b;
constexpr uint64_t kPageBytes = 65536;

struct Segment {
  uint32_t address = 0;
  std::span<const std::byte> contents;
};

// The bits of a signed LEB128 of 32.
uint32_t read_i32(ByteReader& reader) {
  uint32_t value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    const uint8_t next = reader.byte();
    value |= shift < 32 ? uint32_t{next & 0x7fu} << shift : 0;
    if ((next & 0x80) != 0) continue;
    if (shift + 7 < 32 && (next & 0x40) != 0) value |= UINT32_MAX << (shift + 7);
    return value;
  }
  reader.fail("integer too long");
  return 0;
}

Segment read_segment(ByteReader& reader) {
  constexpr uint32_t kActive = 0;
  if (reader.u32() != kActive || reader.byte() != kI32Const) reader.fail("another kind of segment");
  const uint32_t address = read_i32(reader);
  if (reader.byte() != kEnd) reader.fail("another kind of address");
  return {address, reader.take(reader.u32())};
}

}  // namespace

std::vector<std::byte> take_initial_memory(std::span<const std::byte> module, ModuleInfo& info, size_t least) {
  if (!info.data_section || info.counts_data || !info.memory || info.data_section->size() < least) return {};
  ByteReader reader(module.subspan(info.data_section->begin, info.data_section->size()));
  reader.byte();
  reader.u32();
  std::vector<Segment> segments;
  uint64_t end = 0;
  for (uint32_t left = reader.u32(); left > 0 && reader.ok(); --left) {
    segments.push_back(read_segment(reader));
    end = std::max<uint64_t>(end, uint64_t{segments.back().address} + segments.back().contents.size());
  }
  if (!reader.ok() || !reader.at_end() || end > info.memory->minimum_pages * kPageBytes) return {};
  std::vector<std::byte> memory(end);
  for (const Segment& segment : segments) std::ranges::copy(segment.contents, memory.begin() + segment.address);
  info.left_out.push_back(*info.data_section);
  info.data_section.reset();
  return memory;
}

}  // namespace wasmsand
