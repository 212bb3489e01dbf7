// Mutations that know what a module is: sections keep their frames while what is in them changes, and the sections that
// matter to the reader come in from a list. scripts/fuzz/modules.mjs makes the whole modules the corpus starts with.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "module/byte_reader.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

struct Section {
  uint8_t id;
  std::string content;
};

constexpr char kHeader[] = {0, 'a', 's', 'm', 1, 0, 0, 0};

// Sections in which the reader, the rewriter and the engine's limits are interested.
const Section kSections[] = {
    {1, {"\x03\x60\x01\x7f\x01\x7f\x60\x00\x00\x60\x02\x7f\x7f\x01\x7f", 15}},
    {1, {"\x01\x5f\x01\x7f\x01", 5}},
    {1, {"\x01\x5e\x7f\x01", 4}},
    {1, {"\x01\x4e\x02\x50\x00\x60\x00\x00\x4f\x01\x00\x60\x00\x00", 14}},
    {2,
     {"\x01\x03"
      "env\x06"
      "memory\x02\x00\x01",
      14}},
    {2,
     {"\x01\x05"
      "linux\x05"
      "spawn\x00\x00",
      15}},
    {2,
     {"\x01\x05"
      "linux\x04"
      "fork\x00\x01",
      14}},
    {2,
     {"\x01\x03"
      "env\x01t\x01\x70\x00\x01",
      10}},
    {2,
     {"\x01\x03"
      "env\x01g\x03\x7f\x00",
      9}},
    {2,
     {"\x01\x03"
      "env\x01x\x04\x00\x01",
      9}},
    {3, {"\x02\x00\x01", 3}},
    {4, {"\x01\x70\x00\x01", 4}},
    {4, {"\x01\x6f\x01\x01\x80\xad\xe2\x04", 8}},
    {4, {"\x02\x70\x00\x0a\x70\x01\x00\x0a", 8}},
    {4, {"\x01\x40\x00\x70\x00\x01\xd0\x70\x0b", 9}},
    {5, {"\x01\x00\x01", 3}},
    {5, {"\x01\x01\x01\x02", 4}},
    {5, {"\x01\x03\x01\x02", 4}},
    {5, {"\x01\x05\x01\x02", 4}},
    {5, {"\x01\x00\x80\x80\x04", 5}},
    {6, {"\x01\x7f\x01\x41\x00\x0b", 6}},
    {7,
     {"\x02\x06"
      "memory\x02\x00\x06"
      "_start\x00\x00",
      19}},
    {8, {"\x00", 1}},
    {9, {"\x01\x00\x41\x00\x0b\x01\x00", 7}},
    {6, {"\x01\x70\x00\xd2\x00\x0b", 6}},
    {9, {"\x01\x04\x41\x00\x0b\x01\xd2\x00\x0b", 9}},
    {10, {"\x01\x0a\x00\xd2\x00\x1a\x41\x00\x40\x00\x1a\x0b", 12}},
    {10, {"\x02\x04\x00\x20\x00\x0b\x02\x00\x0b", 9}},
    {10, {"\x01\x08\x01\xd0\x86\x03\x7f\x41\x00\x1a\x0b", 11}},
    {11,
     {"\x01\x00\x41\x00\x0b\x03"
      "abc",
      9}},
    {12, {"\x01", 1}},
    {13, {"\x01\x00\x01", 3}},
    {0,
     {"\x04"
      "name\x00\x01x",
      8}},
};

bool split(const uint8_t* data, size_t size, std::vector<Section>& sections) {
  wasmsand::ByteReader reader(std::as_bytes(std::span(data, size)));
  reader.take(sizeof kHeader);
  while (reader.ok() && !reader.at_end()) {
    const uint8_t id = reader.byte();
    const auto content = reader.take(reader.u32());
    sections.push_back({id, {reinterpret_cast<const char*>(content.data()), content.size()}});
  }
  return reader.ok();
}

void append_u32(std::string& out, uint32_t value, bool padded) {
  for (int left = 4; left > 0 && (padded || value >= 0x80); left--, value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<Section> sections;
  if (random() % 10 == 0 || !split(data, size, sections)) return LLVMFuzzerMutate(data, size, most);
  const size_t index = sections.empty() ? 0 : random() % sections.size();
  const size_t lying = random() % 20 == 0 ? index : SIZE_MAX;
  switch (sections.empty() ? 0 : random() % 8) {
    case 0:
    case 1: {
      const Section& fresh = kSections[random() % std::size(kSections)];
      const auto same = std::find_if(sections.begin(), sections.end(), [&](auto& s) { return s.id == fresh.id; });
      if (same != sections.end() && random() % 8 != 0)
        *same = fresh;
      else
        sections.insert(sections.begin() + static_cast<ptrdiff_t>(random() % (sections.size() + 1)), fresh);
      break;
    }
    case 2:
      sections.erase(sections.begin() + static_cast<ptrdiff_t>(index));
      break;
    case 3:
      std::swap(sections[index], sections[random() % sections.size()]);
      break;
    case 4: {
      // An element more, without what belongs to it.
      std::string& content = sections[index].content;
      if (!content.empty()) content[0] = static_cast<char>(content[0] + 1);
      break;
    }
    default: {
      std::string& content = sections[index].content;
      const size_t before = content.size(), room = std::min<size_t>(before + 64, most);
      content.resize(std::max(room, before));
      content.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(content.data()), before, content.size()));
    }
  }
  if (random() % 4 != 0) {
    auto rank = [](uint8_t id) { return id == 13 ? 55 : id == 12 ? 95 : id * 10; };
    std::sort(sections.begin(), sections.end(), [&](auto& a, auto& b) { return rank(a.id) < rank(b.id); });
  }
  std::string out(kHeader, sizeof kHeader);
  for (size_t i = 0; i < sections.size(); i++) {
    out += static_cast<char>(sections[i].id);
    append_u32(out, static_cast<uint32_t>(sections[i].content.size() + (i == lying ? random() % 9 : 0)),
               random() % 8 == 0);
    out += sections[i].content;
  }
  size = std::min(out.size(), most);
  out.copy(reinterpret_cast<char*>(data), size);
  return size;
}
