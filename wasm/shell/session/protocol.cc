#include "protocol.h"

#include <algorithm>

namespace shell {

// The host is trusted, but a short message must not read past its end.
uint8_t MessageReader::byte() {
  if (bytes_.empty()) return 0;
  const auto value = static_cast<uint8_t>(bytes_[0]);
  bytes_.remove_prefix(1);
  return value;
}

uint32_t MessageReader::number() {
  uint32_t value = 0;
  for (int shift = 0; shift < 32; shift += 8) value |= static_cast<uint32_t>(byte()) << shift;
  return value;
}

std::string MessageReader::text() {
  const size_t length = std::min<size_t>(number(), bytes_.size());
  std::string value(bytes_.substr(0, length));
  bytes_.remove_prefix(length);
  return value;
}

std::vector<std::string> MessageReader::texts(uint32_t count) {
  std::vector<std::string> values;
  for (; count > 0 && !bytes_.empty(); count--) values.push_back(text());
  return values;
}

std::vector<std::string> MessageReader::texts() { return texts(number()); }

std::optional<std::vector<std::string>> MessageReader::optional_texts() {
  const uint32_t count = number();
  if (count == kAbsentList) return std::nullopt;
  return texts(count);
}

void MessageWriter::number(uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) byte(static_cast<uint8_t>(value >> shift & 0xff));
}

void MessageWriter::text(std::string_view value) {
  number(static_cast<uint32_t>(value.size()));
  bytes_ += value;
}

void MessageWriter::texts(const std::vector<std::string>& values) {
  number(static_cast<uint32_t>(values.size()));
  for (const std::string& value : values) text(value);
}

}  // namespace shell
