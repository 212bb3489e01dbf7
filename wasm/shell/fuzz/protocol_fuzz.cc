// libFuzzer: any bytes as a request of the host, read by any sequence of reads. No read goes past the end or makes more
// than the bytes can hold, and what was read is written and read again as it was.
#include <cstdlib>
#include <utility>

#include "../session/protocol.h"

namespace {

size_t size_of(const std::vector<std::string>& texts) {
  size_t size = 0;
  for (const std::string& text : texts) size += text.size() + 1;
  return size;
}

void check_again(uint8_t byte, uint32_t number, const std::vector<std::string>& texts) {
  shell::MessageWriter writer(shell::RequestKind::run);
  writer.byte(byte);
  writer.number(number);
  writer.texts(texts);
  writer.texts(texts);
  writer.text("end");
  // As the other side sees it.
  const std::string_view bytes = writer.bytes();
  if (static_cast<uint8_t>(bytes[2]) != (number & 0xff) || static_cast<uint8_t>(bytes[5]) != number >> 24) std::abort();
  shell::MessageReader reader(bytes);
  if (reader.byte() != 1 || reader.byte() != byte || reader.number() != number || reader.texts() != texts ||
      reader.optional_texts() != texts || reader.text() != "end")
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace shell;
  // The first bytes decide on the reads, the rest is the message.
  const size_t decisions = size / 4;
  MessageReader reader(std::string_view(reinterpret_cast<const char*>(data) + decisions, size - decisions));
  size_t made = 0;
  uint8_t byte = 0;
  uint32_t number = 0;
  std::vector<std::string> texts;
  const auto keep = [&](std::string text) {
    made += text.size();
    texts.push_back(std::move(text));
  };
  for (size_t i = 0; i < decisions; i++) {
    switch (data[i] % 5) {
      case 0:
        byte = reader.byte();
        break;
      case 1:
        number = reader.number();
        break;
      case 2:
        keep(reader.text());
        break;
      case 3:
        made += size_of(reader.texts());
        break;
      default:
        made += size_of(reader.optional_texts().value_or(std::vector<std::string>()));
    }
  }
  if (made > size) std::abort();
  check_again(byte, number, texts);
  return 0;
}
