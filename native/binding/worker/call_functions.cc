#include "binding/worker/call_functions.h"

#include <array>
#include <cstring>

#include "binding/engine/calls.h"
#include "binding/worker/block.h"
#include "binding/worker/guest_call.h"
#include "binding/worker/worker.h"

namespace wasmsand {
namespace {

void linux_syscall_function(GuestCall& call, int32_t* block) {
  std::array<uint32_t, 6> arguments;
  std::memcpy(arguments.data(), block + block::kArguments + 1, sizeof(arguments));
  block[block::kResult] = linux_syscall(call, static_cast<uint32_t>(block[block::kArguments]), arguments);
}

void init_stack_function(GuestCall& call, int32_t* block) {
  block[block::kResult] = linux_init_stack(call, argument(block, 0), argument(block, 1));
}

void spawn_function(GuestCall& call, int32_t* block) { block[block::kResult] = linux_spawn(call, argument(block, 0)); }

void clone_function(GuestCall& call, int32_t* block) {
  // The child copies all of the memory, so the view must reach its end.
  call.memory.bind(Worker::current_thread()->memory().current());
  block[block::kResult] = linux_clone(call, argument(block, 0), argument(block, 1), argument(block, 2));
}

void fork_function(GuestCall& call, int32_t* block) {
  call.memory.bind(Worker::current_thread()->memory().current());
  block[block::kResult] = linux_fork(call, argument(block, 0), argument(block, 1), argument(block, 2) != 0);
}

void wasi_function(GuestCall& call, int32_t* block) {
  std::array<uint64_t, 10> arguments;
  std::memcpy(arguments.data(), block + block::kWasiArguments, sizeof(arguments));
  block[block::kResult] =
      static_cast<int32_t>(wasi_call(call, static_cast<uint32_t>(block[block::kWasiFunction]), arguments));
}

// → true: there is a handler to run, and it is in the block.
Napi::Value take_signal_function(const Napi::CallbackInfo& info) {
  Worker* worker = Worker::current_thread();
  if (worker != nullptr && worker->call() != nullptr && worker->yield()) {
    worker->block()[block::kAfter] = static_cast<int32_t>(GuestCall::After::blocked);
    return {};
  }
  bool taken = false;
  guest_call([&](GuestCall& call, int32_t* block) {
    SignalCall signal;
    taken = take_signal(call, signal);
    if (!taken) return;
    call.after = GuestCall::After::resume;
    int32_t values[] = {signal.signo, signal.handler, signal.flags, signal.code,
                        signal.pid,   signal.uid,     signal.value, static_cast<int32_t>(signal.frame)};
    std::memcpy(block + block::kSignal, values, sizeof(values));
  });
  return taken ? Napi::Boolean::New(info.Env(), true) : Napi::Value();
}

void signal_done_function(GuestCall& call, int32_t* block) { signal_done(call, argument(block, 0)); }

void commit_exec_function(GuestCall& call, int32_t*) {
  Worker::current_thread()->commit_exec();
  call.after = GuestCall::After::exit;
}

}  // namespace

void define_call_functions(Napi::Object worker) {
  define_guest_call<linux_syscall_function>(worker, "syscall");
  define_guest_call<init_stack_function>(worker, "initStack");
  define_guest_call<spawn_function>(worker, "spawn");
  define_guest_call<clone_function>(worker, "clone");
  define_guest_call<fork_function>(worker, "fork");
  define_guest_call<wasi_function>(worker, "wasi");
  js::define<take_signal_function>(worker, "takeSignal");
  define_guest_call<signal_done_function>(worker, "signalDone");
  define_guest_call<commit_exec_function>(worker, "commitExec");
}

}  // namespace wasmsand
