#include "binding/objects/host_services.h"

#include <malloc.h>
#include <sys/file.h>

#include <cerrno>

#include "binding/engine/calls.h"
#include "binding/objects/arguments.h"

namespace wasmsand {
namespace {

// (descriptor, locked)
Napi::Value lock_file(const Napi::CallbackInfo& info) {
  int result = 0;
  do {
    result = flock(static_cast<int>(js::to_integer(info[0])), js::to_bool(info[1]) ? LOCK_EX | LOCK_NB : LOCK_UN);
  } while (result != 0 && errno == EINTR);
  return Napi::Number::New(info.Env(), result == 0 ? 0 : -errno);
}

Napi::Value map_large_blocks(const Napi::CallbackInfo& info) {
  constexpr int kLarge = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kLarge);
  return info.Env().Undefined();
}

// (bytes)
Napi::Value free_bytes(const Napi::CallbackInfo& info) {
  napi_value buffer = nullptr;
  napi_typedarray_type type{};
  const napi_env env = info.Env();
  if (napi_get_typedarray_info(env, info[0], &type, nullptr, nullptr, &buffer, nullptr) == napi_ok)
    napi_detach_arraybuffer(env, buffer);
  return info.Env().Undefined();
}

}  // namespace

void define_host_services(Napi::Object exports) {
  js::define<lock_file>(exports, "lockFile");
  js::define<map_large_blocks>(exports, "mapLargeBlocks");
  js::define<free_bytes>(exports, "freeBytes");
}

}  // namespace wasmsand
