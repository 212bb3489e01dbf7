// The few conversions between JavaScript values and C++ that the glue needs. The callers are our own TypeScript: a
// value of the wrong type is a bug of ours and becomes a zero, an empty string or an empty span, never undefined
// behaviour.
#pragma once

#define NAPI_VERSION 9
#include <node_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernel/result.h"

namespace wasmsand::js {

inline napi_value undefined(napi_env env) {
  napi_value value = nullptr;
  napi_get_undefined(env, &value);
  return value;
}

inline napi_value number(napi_env env, double value) {
  napi_value result = nullptr;
  napi_create_double(env, value, &result);
  return result;
}

inline napi_value integer(napi_env env, int64_t value) {
  napi_value result = nullptr;
  napi_create_int64(env, value, &result);
  return result;
}

inline napi_value error(napi_env env, Errno error) { return integer(env, -static_cast<int64_t>(error)); }

inline napi_value text(napi_env env, const std::string& value) {
  napi_value result = nullptr;
  napi_create_string_utf8(env, value.data(), value.size(), &result);
  return result;
}

inline int64_t to_integer(napi_env env, napi_value value) {
  int64_t result = 0;
  napi_get_value_int64(env, value, &result);
  return result;
}

inline double to_number(napi_env env, napi_value value) {
  double result = 0;
  napi_get_value_double(env, value, &result);
  return result;
}

inline bool to_bool(napi_env env, napi_value value) {
  bool result = false;
  napi_get_value_bool(env, value, &result);
  return result;
}

inline napi_valuetype type_of(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  napi_typeof(env, value, &type);
  return type;
}

std::string to_string(napi_env env, napi_value value);
std::vector<std::string> to_strings(napi_env env, napi_value value);
napi_value property(napi_env env, napi_value object, const char* name);
bool has_value(napi_env env, napi_value value);  // neither undefined nor null

// The bytes of a typed array, valid while JavaScript does not run.
std::span<std::byte> to_bytes(napi_env env, napi_value value);
std::span<double> to_doubles(napi_env env, napi_value value);
// Of at least `count` elements; else empty.
std::span<int32_t> to_integers(napi_env env, napi_value value, size_t count);

// Forgets what was thrown and not caught.
inline void clear_exception(napi_env env) {
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  napi_value exception = nullptr;
  if (pending) napi_get_and_clear_last_exception(env, &exception);
}

// A function's arguments; missing ones are undefined.
template <size_t N>
struct Arguments {
  napi_value values[N] = {};
  napi_value receiver = nullptr;
  void* data = nullptr;
  Arguments(napi_env env, napi_callback_info info) {
    size_t count = N;
    napi_get_cb_info(env, info, &count, values, &receiver, &data);
  }
  napi_value operator[](size_t index) const { return values[index]; }
};

// Adds functions to `object`.
struct Function {
  const char* name;
  napi_callback callback;
};
void define_functions(napi_env env, napi_value object, std::span<const Function> functions);

}  // namespace wasmsand::js
