#include "binding/base_image.h"

#include "kernel/vfs/image.h"

namespace wasmsand {
namespace {

Result<void> add(napi_env env, napi_value entry, ImageBuilder& builder, const std::string& path) {
  auto get = [&](const char* name) { return js::property(env, entry, name); };
  auto integer = [&](const char* name) { return static_cast<uint32_t>(js::to_integer(env, get(name))); };
  std::string type = js::to_string(env, get("type"));
  ImageAttributes attributes{
      .permissions = static_cast<uint16_t>(integer("mode")), .uid = integer("uid"), .gid = integer("gid")};
  if (type == "directory") return builder.directory(path, attributes);
  if (type == "file") return builder.file(path, js::to_bytes(env, get("data")), attributes);
  if (type == "symlink") return builder.symlink(path, js::to_string(env, get("target")));
  if (type == "link") return builder.hard_link(path, js::to_string(env, get("target")));
  if (type == "program") {
    auto size = static_cast<uint64_t>(js::to_integer(env, get("size")));
    return builder.program(path, js::to_string(env, get("hostPath")), size, attributes);
  }
  return Errno::inval;
}

}  // namespace

napi_value create_base_image(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  uint32_t length = 0;
  napi_get_array_length(env, arguments[0], &length);
  ImageBuilder builder;
  for (uint32_t i = 0; i < length; i++) {
    napi_handle_scope scope = nullptr;
    napi_open_handle_scope(env, &scope);
    napi_value entry = nullptr;
    napi_get_element(env, arguments[0], i, &entry);
    std::string path = js::to_string(env, js::property(env, entry, "path"));
    auto added = add(env, entry, builder, path);
    napi_close_handle_scope(env, scope);
    if (!added.ok()) {
      std::string message = "wasmsand: base image: " + path + ": " + errno_message(added.error());
      napi_throw_error(env, nullptr, message.c_str());
      return nullptr;
    }
  }
  auto* image = new Ref<FileSystemImage>(builder.finish());
  napi_value result = nullptr;
  auto finalize = [](napi_env, void* data, void*) { delete static_cast<Ref<FileSystemImage>*>(data); };
  napi_create_external(env, image, finalize, nullptr, &result);
  return result;
}

}  // namespace wasmsand
