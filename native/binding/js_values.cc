#include "binding/js_values.h"

namespace wasmsand::js {

std::string to_string(napi_env env, napi_value value) {
  char small[512];
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, small, sizeof(small), &length) != napi_ok) return {};
  // A result that may have been cut is asked for again with its real length.
  if (length + 4 < sizeof(small)) return std::string(small, length);
  if (napi_get_value_string_utf8(env, value, nullptr, 0, &length) != napi_ok) return {};
  std::string result(length, '\0');
  napi_get_value_string_utf8(env, value, result.data(), length + 1, &length);
  return result;
}

std::vector<std::string> to_strings(napi_env env, napi_value value) {
  std::vector<std::string> result;
  uint32_t length = 0;
  if (napi_get_array_length(env, value, &length) != napi_ok) return result;
  result.reserve(length);
  for (uint32_t i = 0; i < length; i++) {
    napi_value element = nullptr;
    napi_get_element(env, value, i, &element);
    result.push_back(to_string(env, element));
  }
  return result;
}

napi_value property(napi_env env, napi_value object, const char* name) {
  napi_value result = nullptr;
  if (napi_get_named_property(env, object, name, &result) != napi_ok) return undefined(env);
  return result;
}

bool has_value(napi_env env, napi_value value) {
  napi_valuetype type = type_of(env, value);
  return type != napi_undefined && type != napi_null;
}

std::span<std::byte> to_bytes(napi_env env, napi_value value) {
  bool is_typed_array = false;
  napi_is_typedarray(env, value, &is_typed_array);
  if (!is_typed_array) return {};
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  if (napi_get_typedarray_info(env, value, &type, &length, &data, nullptr, nullptr) != napi_ok) return {};
  if (type != napi_uint8_array && type != napi_int8_array && type != napi_uint8_clamped_array) return {};
  return {static_cast<std::byte*>(data), length};
}

template <typename Element>
static std::span<Element> to_elements(napi_env env, napi_value value, napi_typedarray_type wanted) {
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  if (napi_get_typedarray_info(env, value, &type, &length, &data, nullptr, nullptr) != napi_ok) return {};
  if (type != wanted) return {};
  return {static_cast<Element*>(data), length};
}

std::span<double> to_doubles(napi_env env, napi_value value) {
  return to_elements<double>(env, value, napi_float64_array);
}

std::span<int32_t> to_integers(napi_env env, napi_value value, size_t count) {
  auto elements = to_elements<int32_t>(env, value, napi_int32_array);
  return elements.size() < count ? std::span<int32_t>() : elements;
}

void define_functions(napi_env env, napi_value object, std::span<const Function> functions) {
  for (const Function& function : functions) {
    napi_value value = nullptr;
    napi_create_function(env, function.name, NAPI_AUTO_LENGTH, function.callback, nullptr, &value);
    napi_set_named_property(env, object, function.name, value);
  }
}

}  // namespace wasmsand::js
