#include "syscall/wasi/call.h"

namespace wasmsand::wasi {
namespace {

uint64_t bytes_of(const std::vector<std::string>& strings) {
  uint64_t bytes = 0;
  for (const std::string& text : strings) bytes += text.size() + 1;
  return bytes;
}

Status sizes(Call& call, const std::vector<std::string>& strings) {
  WASI_TRY(call.memory().range(call.u32(0), 4));
  WASI_TRY(call.memory().store(call.u32(1), static_cast<uint32_t>(bytes_of(strings))));
  WASI_TRY(call.memory().store(call.u32(0), static_cast<uint32_t>(strings.size())));
  return Status::success;
}

// Pointers to the first array, the strings one after another to the second.
Status copy_out(Call& call, const std::vector<std::string>& strings) {
  WASI_ASSIGN(pointers, call.memory().range(call.u32(0), strings.size() * 4));
  WASI_ASSIGN(text, call.memory().range(call.u32(1), bytes_of(strings)));
  uint32_t offset = 0;
  for (size_t i = 0; i < strings.size(); ++i) {
    const uint32_t address = call.u32(1) + offset;
    std::memcpy(pointers.data() + i * 4, &address, 4);
    std::memcpy(text.data() + offset, strings[i].c_str(), strings[i].size() + 1);
    offset += static_cast<uint32_t>(strings[i].size()) + 1;
  }
  return Status::success;
}

}  // namespace

Status args_get(Call& call) { return copy_out(call, call.process().image.arguments); }
Status args_sizes_get(Call& call) { return sizes(call, call.process().image.arguments); }
Status environ_get(Call& call) { return copy_out(call, call.process().image.environment); }
Status environ_sizes_get(Call& call) { return sizes(call, call.process().image.environment); }

}  // namespace wasmsand::wasi
