// The bytes of the messages between the host and the session shell, which messages.h describes. lib/message-bytes.ts is
// the other side.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "messages.h"

namespace shell {

class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : bytes_(bytes) {}
  uint8_t byte();
  uint32_t number();
  std::string text();
  std::vector<std::string> texts();
  // A list that may be absent.
  std::optional<std::vector<std::string>> optional_texts();

 private:
  std::vector<std::string> texts(uint32_t count);
  std::string_view bytes_;
};

// A reply.
class MessageWriter {
 public:
  explicit MessageWriter(RequestKind kind) { byte(static_cast<uint8_t>(kind)); }
  void byte(uint8_t value) { bytes_ += static_cast<char>(value); }
  void number(uint32_t value);
  void text(std::string_view value);
  void texts(const std::vector<std::string>& values);
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace shell
