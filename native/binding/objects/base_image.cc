#include "binding/objects/base_image.h"

#include "binding/objects/arguments.h"
#include "kernel/vfs/image_list.h"

namespace wasmsand {
namespace {

Result<void> add(Napi::Value entry, ImageBuilder& builder, const std::string& path) {
  auto text = [&](const char* name) { return js::to_string(js::property(entry, name)); };
  auto integer = [&](const char* name) { return static_cast<uint32_t>(js::to_integer(js::property(entry, name))); };
  std::string type = text("type");
  ImageAttributes attributes{
      .permissions = static_cast<uint16_t>(integer("mode")), .uid = integer("uid"), .gid = integer("gid")};
  if (type == "directory") return builder.directory(path, attributes);
  if (type == "file") return builder.file(path, js::to_bytes(js::property(entry, "data")), attributes);
  if (type == "symlink") return builder.symlink(path, text("target"));
  return Errno::inval;
}

Napi::Value refuse(Napi::Env env, const std::string& where, Errno reason) {
  Napi::Error::New(env, "wasmsand: base image: " + where + ": " + errno_message(reason)).ThrowAsJavaScriptException();
  return {};
}

}  // namespace

Napi::Value create_base_image(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto entries = info[0].As<Napi::Array>();
  const uint32_t length = entries.IsArray() ? entries.Length() : 0;
  ImageBuilder builder;
  for (uint32_t i = 0; i < length; i++) {
    const Napi::HandleScope scope(env);
    const Napi::Value entry = entries.Get(i);
    std::string path = js::to_string(js::property(entry, "path"));
    auto added = add(entry, builder, path);
    if (!added.ok()) return refuse(env, path, added.error());
  }
  const std::span<const std::byte> list = js::to_bytes(info[1]);
  const std::string_view text(reinterpret_cast<const char*>(list.data()), list.size());
  if (auto error = add_listed(builder, text, js::to_string(info[2])))
    return refuse(env, "line " + std::to_string(error->line), error->reason);
  auto* image = new Ref<FileSystemImage>(builder.finish());
  return BaseImage::New(env, image, [](Napi::Env, Ref<FileSystemImage>* image) { delete image; });
}

}  // namespace wasmsand
