#include "syscall/wasi/call.h"

namespace wasmsand::wasi {
namespace {

Status sizes(Call& call, const Strings& strings) {
  WASI_TRY(call.memory().range(call.u32(0), 4));
  WASI_TRY(call.memory().store(call.u32(1), static_cast<uint32_t>(strings.bytes().size())));
  WASI_TRY(call.memory().store(call.u32(0), static_cast<uint32_t>(strings.size())));
  return Status::success;
}

// Pointers to the first array, the strings one after another to the second.
Status copy_out(Call& call, const Strings& strings) {
  WASI_ASSIGN(pointers, call.memory().range(call.u32(0), strings.size() * 4));
  WASI_ASSIGN(text, call.memory().range(call.u32(1), strings.bytes().size()));
  // Nobody else changes them, and there may be 200 000.
  Unlocked unlocked(call.lock);
  const char* const start = strings.bytes().data();
  size_t index = 0;
  for (const std::string_view string : strings) {
    const uint32_t address = call.u32(1) + static_cast<uint32_t>(string.data() - start);
    std::memcpy(pointers.data() + index++ * 4, &address, 4);
  }
  if (!text.empty()) std::memcpy(text.data(), start, text.size());
  return Status::success;
}

}  // namespace

Status args_get(Call& call) { return copy_out(call, call.process().image.arguments); }
Status args_sizes_get(Call& call) { return sizes(call, call.process().image.arguments); }
Status environ_get(Call& call) { return copy_out(call, call.process().image.environment); }
Status environ_sizes_get(Call& call) { return sizes(call, call.process().image.environment); }

}  // namespace wasmsand::wasi
