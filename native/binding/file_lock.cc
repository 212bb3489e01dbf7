#include "binding/file_lock.h"

#include <sys/file.h>

#include <cerrno>

#include "binding/arguments.h"
#include "binding/calls.h"

namespace wasmsand {
namespace {

// (descriptor)
Napi::Value lock_file(const Napi::CallbackInfo& info) {
  int result = 0;
  do {
    result = flock(static_cast<int>(js::to_integer(info[0])), LOCK_EX | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  return Napi::Number::New(info.Env(), result == 0 ? 0 : -errno);
}

}  // namespace

void define_file_lock(Napi::Object exports) { js::define<lock_file>(exports, "lockFile"); }

}  // namespace wasmsand
