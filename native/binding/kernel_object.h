// The JavaScript object of a kernel: lib/kernel.ts, Kernel. All of it runs on the owning thread.
#pragma once

#include "binding/js_values.h"
#include "binding/kernel_handle.h"
#include "binding/streams.h"

namespace wasmsand {

struct KernelObject {
  std::shared_ptr<KernelHandle> handle;  // null once destroyed
  std::unique_ptr<Streams> streams;
  std::string held;  // a text that found too little room, until it is taken

  ~KernelObject() { destroy(); }
  void destroy();
};

// One call of a method of a kernel that is not destroyed.
struct KernelCall {
  static constexpr size_t kMaxArguments = 4;
  napi_env env;
  const js::Arguments<kMaxArguments>& arguments;
  KernelHandle& handle;
  Streams& streams;
  std::string& held;
  Kernel& kernel() { return handle.kernel(); }

  std::string text(size_t index) const { return js::to_string(env, arguments[index]); }
  int64_t integer(size_t index) const { return js::to_integer(env, arguments[index]); }
  double number(size_t index) const { return js::to_number(env, arguments[index]); }
  bool flag(size_t index) const { return js::to_bool(env, arguments[index]); }
  std::span<std::byte> bytes(size_t index) const { return js::to_bytes(env, arguments[index]); }
  // Of at least `count` elements; else empty.
  std::span<int32_t> integers(size_t index, size_t count) const {
    return js::to_integers(env, arguments[index], count);
  }
  std::span<double> doubles(size_t index) const { return js::to_doubles(env, arguments[index]); }
};

// A method that answers with a number; errors become negative errno.
using KernelMethod = Result<int64_t> (*)(KernelCall& call);
template <KernelMethod Method>
napi_value call_method(napi_env env, napi_callback_info info) {
  js::Arguments<KernelCall::kMaxArguments> arguments(env, info);
  KernelObject* object = nullptr;
  napi_unwrap(env, arguments.receiver, reinterpret_cast<void**>(&object));
  if (object == nullptr || !object->handle) return js::error(env, Errno::shutdown);
  KernelCall call{env, arguments, *object->handle, *object->streams, object->held};
  Result<int64_t> result = Method(call);
  return result.ok() ? js::integer(env, *result) : js::error(env, result.error());
}

// (options, base) → NativeKernel
napi_value create_kernel(napi_env env, napi_callback_info info);
// Tells the owner that a process has ended.
std::function<void(Process&)> exit_event(KernelHandle& handle);
// What a new process is to be, from the first argument {path, argv, env, cwd, runId}; without its streams.
HostSpawn host_spawn(KernelCall& call);
Result<Ref<OpenFile>> open_null(KernelCall& call, uint32_t flags);
// The methods about the session shell and about files, for the class.
std::span<const js::Function> session_methods();
std::span<const js::Function> file_methods();

}  // namespace wasmsand
