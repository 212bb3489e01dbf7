// An addon that errs on purpose, so that scripts/suites/sanitize.mjs knows that the sanitizer would speak up. Loaded by
// two threads of Node at once: both change one number without a lock, then one reads past the end of the heap.
#include <node_api.h>

#include <cstdlib>

namespace {

int shared = 0;

napi_value err(napi_env env, napi_callback_info) {
  for (int i = 0; i < 100'000; i++) {
    *static_cast<volatile int*>(&shared) = shared + 1;
  }
  auto* bytes = static_cast<volatile char*>(std::malloc(8));
  const int past_the_end = bytes[8];
  std::free(const_cast<char*>(bytes));
  napi_value result = nullptr;
  napi_create_int32(env, past_the_end, &result);
  return result;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function = nullptr;
  napi_create_function(env, nullptr, 0, err, nullptr, &function);
  napi_set_named_property(env, exports, "err", function);
  return exports;
}
