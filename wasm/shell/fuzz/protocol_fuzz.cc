// libFuzzer: any bytes as a request of the host, read by any sequence of reads. No read goes past the end or makes more
// than the bytes can hold.
#include <cstdlib>

#include "../session/protocol.h"

namespace {

size_t size_of(const std::vector<std::string>& texts) {
  size_t size = 0;
  for (const std::string& text : texts) size += text.size() + 1;
  return size;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace shell;
  // The first bytes decide on the reads, the rest is the message.
  const size_t decisions = size / 4;
  MessageReader reader(std::string_view(reinterpret_cast<const char*>(data) + decisions, size - decisions));
  size_t made = 0;
  for (size_t i = 0; i < decisions; i++) {
    switch (data[i] % 5) {
      case 0:
        reader.byte();
        break;
      case 1:
        reader.number();
        break;
      case 2:
        made += reader.text().size();
        break;
      case 3:
        made += size_of(reader.texts());
        break;
      default:
        made += size_of(reader.optional_texts().value_or(std::vector<std::string>()));
    }
  }
  if (made > size) std::abort();
  return 0;
}
