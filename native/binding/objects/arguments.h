// What JavaScript hands to the addon's functions. The callers are our own TypeScript: a value of the wrong type is a
// bug of ours and becomes a zero, an empty string or an empty span, where napi.h would throw.
#pragma once

#include <napi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wasmsand::js {

inline int64_t to_integer(Napi::Value value) { return value.IsNumber() ? value.As<Napi::Number>().Int64Value() : 0; }

inline double to_number(Napi::Value value) { return value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : 0; }

inline bool to_bool(Napi::Value value) { return value.IsBoolean() && value.As<Napi::Boolean>().Value(); }

// This and to_elements ask once where napi.h asks twice and thrice: together a fifth of what stat() costs the host.
inline std::string to_string(Napi::Value value) {
  std::array<char, 512> small;
  size_t length = 0;
  if (napi_get_value_string_utf8(value.Env(), value, small.data(), small.size(), &length) != napi_ok) return {};
  // A result that may have been cut is asked for again with its real length.
  if (length + 4 < small.size()) return {small.data(), length};
  return value.As<Napi::String>().Utf8Value();
}

inline std::vector<std::string> to_strings(Napi::Value value) {
  std::vector<std::string> result;
  if (!value.IsArray()) return result;
  const auto array = value.As<Napi::Array>();
  const uint32_t length = array.Length();
  result.reserve(length);
  for (uint32_t i = 0; i < length; i++) result.push_back(to_string(array.Get(i)));
  return result;
}

inline Napi::Value property(Napi::Value object, const char* name) {
  return object.IsObject() ? object.As<Napi::Object>().Get(name) : Napi::Value();
}

// Neither undefined nor null.
inline bool has_value(Napi::Value value) { return !value.IsUndefined() && !value.IsNull(); }

// The elements of a typed array of one of these types; valid while JavaScript does not run.
template <typename Element, napi_typedarray_type... Types>
std::span<Element> to_elements(Napi::Value value) {
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  const napi_status status = napi_get_typedarray_info(value.Env(), value, &type, &length, &data, nullptr, nullptr);
  if (status != napi_ok || ((type != Types) && ...)) return {};
  return {static_cast<Element*>(data), length};
}

inline std::span<std::byte> to_bytes(Napi::Value value) {
  return to_elements<std::byte, napi_uint8_array, napi_int8_array, napi_uint8_clamped_array>(value);
}

inline std::string to_path(Napi::Value value) {
  std::string text = to_string(value);
  if (!text.empty()) return text;
  const std::span<std::byte> bytes = to_bytes(value);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline std::span<int32_t> to_integers(Napi::Value value) { return to_elements<int32_t, napi_int32_array>(value); }

inline std::span<double> to_doubles(Napi::Value value) { return to_elements<double, napi_float64_array>(value); }

}  // namespace wasmsand::js
