#include "binding/base_image.h"

#include "binding/arguments.h"

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
  if (type == "link") return builder.hard_link(path, text("target"));
  if (type == "program") {
    auto size = static_cast<uint64_t>(js::to_integer(js::property(entry, "size")));
    return builder.program(path, text("hostPath"), size, attributes);
  }
  return Errno::inval;
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
    if (added.ok()) continue;
    Napi::Error::New(env, "wasmsand: base image: " + path + ": " + errno_message(added.error()))
        .ThrowAsJavaScriptException();
    return {};
  }
  auto* image = new Ref<FileSystemImage>(builder.finish());
  return BaseImage::New(env, image, [](Napi::Env, Ref<FileSystemImage>* image) { delete image; });
}

}  // namespace wasmsand
