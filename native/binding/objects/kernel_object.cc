#include "binding/objects/kernel_object.h"

#include "binding/interface.h"
#include "binding/objects/base_image.h"
#include "binding/objects/environment.h"

namespace wasmsand {
namespace {

Limits read_limits(Napi::Value options) {
  auto get = [&](const char* name) { return static_cast<uint64_t>(js::to_number(js::property(options, name))); };
  Limits limits;
  limits.memory_bytes = get("memoryBytes");
  limits.file_system_bytes = get("fileSystemBytes");
  limits.file_count = get("fileCount");
  limits.processes = static_cast<uint32_t>(get("processes"));
  limits.descriptors = static_cast<uint32_t>(get("descriptors"));
  limits.snapshots = static_cast<uint32_t>(get("snapshots"));
  limits.pipe_bytes = get("pipeBytes");
  limits.locks = static_cast<uint32_t>(get("locks"));
  limits.sockets = static_cast<uint32_t>(get("sockets"));
  limits.file_bytes = get("fileBytes");
  limits.open_files = static_cast<uint32_t>(get("openFiles"));
  limits.argument_bytes = get("argumentBytes");
  limits.timers = static_cast<uint32_t>(get("timers"));
  limits.queued_signals = static_cast<uint32_t>(get("queuedSignals"));
  limits.program_bytes = get("programBytes");
  return limits;
}

}  // namespace

KernelObject::KernelObject(const Napi::CallbackInfo& info) : ObjectWrap(info) {
  if (IsEmpty()) return;  // the environment is being torn down, and nobody would end this
  Environment& environment = Environment::of(info.Env());
  KernelOptions options;
  options.limits = read_limits(info[0]);
  options.hostname = js::to_string(js::property(info[0], "hostname"));
  options.set_user_id = js::to_bool(js::property(info[0], "setUserId"));
  if (info[1].IsExternal()) options.base = *info[1].As<BaseImage>().Data();
  const uint32_t id = ++environment.last_kernel;
  handle_ = std::make_shared<KernelHandle>(environment.pool, id, std::move(options));
  streams_ = std::make_unique<Streams>(handle_->kernel(), environment.pool->events(), id);
  connections_ = std::make_unique<Connections>(handle_->kernel(), environment.pool->events(), id);
  providers_ = std::make_unique<Providers>(handle_->kernel(), environment.pool->events(), id);
  files_ = std::make_unique<HostFiles>(handle_->kernel());
  watches_ = std::make_unique<HostWatches>(handle_->kernel().vfs(), environment.pool->events(), id);
  environment.pool->warm_up();
  info.This().As<Napi::Object>().Set("id", id);
}

void KernelObject::end() {
  if (!handle_) return;
  ended_->store(true, std::memory_order_relaxed);
  {
    KernelLock lock(handle_->kernel().mutex());
    streams_->close_all();
    connections_->open_gate(false);
    connections_->close_all();
    providers_->close_all();
    files_->close_all();
    watches_->end_all();
    handle_->kernel().shut_down();
  }
  // The ticker does it elsewise.
  if (handle_->pool().closed()) handle_->pool().finish_cancelled();
  streams_.reset();
  connections_.reset();
  providers_.reset();
  files_.reset();
  watches_.reset();
  handle_.reset();  // the kernel itself goes when the last worker has left it
}

void KernelObject::destroy(const Napi::CallbackInfo&) { end(); }

KernelObject* KernelObject::of(Napi::Value value) {
  if (!value.IsObject()) return nullptr;
  const auto object = value.As<Napi::Object>();
  const Napi::FunctionReference& kernel_class = Environment::of(value.Env()).kernel_class;
  return object.InstanceOf(kernel_class.Value()) ? Unwrap(object) : nullptr;
}

Napi::Function KernelObject::define(Napi::Env env) {
  std::vector<PropertyDescriptor> methods = process_methods();
  for (const auto& group :
       {session_methods(), snapshot_methods(), state_methods(), file_methods(), open_file_methods(), mount_methods(),
        provider_methods(), graft_methods(), connection_methods(), watch_methods()})
    methods.insert(methods.end(), group.begin(), group.end());
  return DefineClass(env, "NativeKernel", methods);
}

Napi::Value create_kernel(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Environment& environment = Environment::of(env);
  if (!environment.pool) {
    Napi::Error::New(env, "wasmsand: attach() comes before createKernel()").ThrowAsJavaScriptException();
    return {};
  }
  // The class is made once per environment: its functions are looked up on the prototype, not copied per kernel.
  if (environment.kernel_class.IsEmpty()) environment.kernel_class = Napi::Persistent(KernelObject::define(env));
  return environment.kernel_class.Value().New({info[0], info[1]});
}

}  // namespace wasmsand
