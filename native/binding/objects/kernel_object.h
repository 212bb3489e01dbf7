// The JavaScript object of a kernel: lib/kernel/kernel.ts, Kernel. All of it runs on the owning thread.
#pragma once

#include <napi.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "binding/objects/arguments.h"
#include "binding/objects/connections.h"
#include "binding/objects/host_files.h"
#include "binding/objects/host_watches.h"
#include "binding/objects/kernel_handle.h"
#include "binding/objects/providers.h"
#include "binding/objects/streams.h"

namespace wasmsand {

// One call of a method of a kernel that is not destroyed.
struct KernelCall {
  const Napi::CallbackInfo& arguments;
  KernelHandle& handle;
  Streams& streams;
  Connections& connections;
  Providers& providers;
  HostFiles& files;
  HostWatches& watches;
  std::string& held;
  Kernel& kernel() { return handle.kernel(); }

  std::string text(size_t index) const { return js::to_string(arguments[index]); }
  // Of a path, which may be bytes: names need not be UTF-8.
  std::string path(size_t index) const { return js::to_path(arguments[index]); }
  int64_t integer(size_t index) const { return js::to_integer(arguments[index]); }
  double number(size_t index) const { return js::to_number(arguments[index]); }
  bool flag(size_t index) const { return js::to_bool(arguments[index]); }
  std::span<std::byte> bytes(size_t index) const { return js::to_bytes(arguments[index]); }
  // Of at least `count` elements; else empty.
  std::span<int32_t> integers(size_t index, size_t count) const {
    const auto elements = js::to_integers(arguments[index]);
    return elements.size() < count ? std::span<int32_t>() : elements;
  }
  std::span<double> doubles(size_t index) const { return js::to_doubles(arguments[index]); }
};

// A method that answers with a number; errors become negative errno.
using KernelMethod = Result<int64_t> (*)(KernelCall& call);

class KernelObject final : public Napi::ObjectWrap<KernelObject> {
 public:
  static Napi::Function define(Napi::Env env);
  // (options, base)
  explicit KernelObject(const Napi::CallbackInfo& info);
  ~KernelObject() override { end(); }
  // Null when it is none.
  static KernelObject* of(Napi::Value value);
  const std::shared_ptr<KernelHandle>& handle() const { return handle_; }  // null once destroyed
  Streams& streams() { return *streams_; }

 private:
  template <KernelMethod Method>
  Napi::Value call(const Napi::CallbackInfo& info) {
    Result<int64_t> result = Errno::shutdown;
    if (handle_) {
      KernelCall call{info, *handle_, *streams_, *connections_, *providers_, *files_, *watches_, held_};
      result = Method(call);
    }
    const int64_t answer = result.ok() ? *result : -static_cast<int64_t>(result.error());
    return Napi::Number::New(info.Env(), static_cast<double>(answer));
  }
  template <KernelMethod Method>
  static PropertyDescriptor method(const char* name) {
    return InstanceMethod<&KernelObject::call<Method>>(name);
  }
  Napi::Value processes(const Napi::CallbackInfo& info);
  Napi::Value write_state(const Napi::CallbackInfo& info);
  Napi::Value read_state(const Napi::CallbackInfo& info);
  Napi::Value write_changes(const Napi::CallbackInfo& info);
  Napi::Value changes_kept(const Napi::CallbackInfo& info);
  Napi::Value changes_from(const Napi::CallbackInfo& info);
  void destroy(const Napi::CallbackInfo& info);
  void end();
  // Those about processes and their streams, the session shell, snapshots, written states, files, files that are open,
  // mounts, what the host provides, grafts, connections and watches of files.
  static std::vector<PropertyDescriptor> process_methods();
  static std::vector<PropertyDescriptor> session_methods();
  static std::vector<PropertyDescriptor> snapshot_methods();
  static std::vector<PropertyDescriptor> state_methods();
  static std::vector<PropertyDescriptor> file_methods();
  static std::vector<PropertyDescriptor> open_file_methods();
  static std::vector<PropertyDescriptor> mount_methods();
  static std::vector<PropertyDescriptor> provider_methods();
  static std::vector<PropertyDescriptor> graft_methods();
  static std::vector<PropertyDescriptor> connection_methods();
  static std::vector<PropertyDescriptor> watch_methods();

  std::shared_ptr<KernelHandle> handle_;  // null once destroyed
  // For what goes on elsewhere on its behalf: true once destroyed.
  const std::shared_ptr<std::atomic<bool>> ended_ = std::make_shared<std::atomic<bool>>(false);
  std::unique_ptr<Streams> streams_;
  std::unique_ptr<Connections> connections_;
  std::unique_ptr<Providers> providers_;
  std::unique_ptr<HostFiles> files_;
  std::unique_ptr<HostWatches> watches_;
  std::shared_ptr<struct StateChanges> changes_;  // null: none were ever written
  std::string held_;                              // a text that found too little room, until it is taken
};

// (options, base) → NativeKernel
Napi::Value create_kernel(const Napi::CallbackInfo& info);
// Tells the owner that a process has ended.
std::function<void(Process&)> exit_event(KernelHandle& handle);
// What a new process is to be, from the first argument {path, argv, env, cwd, runId}; without its streams.
HostSpawn host_spawn(KernelCall& call);
// Of {uid, gid, groups: Uint32Array}; nothing: the sandbox's user.
std::optional<Credentials> credentials_of(Napi::Value user);
// The shell that a channel leads to; null when it has ended.
Process* shell_of(Kernel& kernel, const SessionChannel& channel);
// The processes that channels lead to; ESRCH when one has ended.
Result<std::vector<Process*>> processes_of(Kernel& kernel, Streams& streams, std::span<const int32_t> channels);
// Makes everything as in the snapshot, of this kernel or not, each session with a run of its own; fills in [pid,
// channel] of each, 0 where there is none.
Result<int64_t> begin_from(KernelCall& call, const Snapshot& snapshot, bool own, std::span<const int32_t> runs,
                           std::span<int32_t> result);
Result<Ref<OpenFile>> open_null(KernelCall& call, uint32_t flags);

}  // namespace wasmsand
