// What all calls of a guest have in common: how they come in, and when they only unwind.
#pragma once

#include <napi.h>

#include <cstdint>

#include "binding/worker/block.h"
#include "binding/worker/worker.h"

namespace wasmsand {

// Calls of the guest: no arguments and no result but in the block. After the process has ended, or while it makes room
// for another image, every call only goes on unwinding (wasm can catch the exception and call again).
// A rest is that too: the image of the process's memory is made by then.
template <typename F>
void guest_call(F act) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return;
  GuestCall& call = *worker->call();
  if (!worker->unwinding()) {
    int32_t* block = worker->block();
    call.after = GuestCall::After::resume;
    worker->see_through(call, [&] { act(call, block); });
    // As after a signal: there it gives up its turn.
    if (call.after == GuestCall::After::resume && worker->slice().yield_asked()) call.after = GuestCall::After::signal;
    block[block::kAfter] = static_cast<int32_t>(call.after);
    block[block::kRestart] = call.restart;
    if (call.after == GuestCall::After::rest) worker->begin_rest();
    if (call.after != GuestCall::After::exit && call.after != GuestCall::After::rest) return;
    worker->begin_unwinding();
  }
  worker->throw_unwind();
}

inline uint32_t argument(const int32_t* block, int index) {
  return static_cast<uint32_t>(block[block::kArguments + index]);
}

// Not by napi.h: to look for arguments, of which there are none, would take a fifth of the time of a short call.
template <void (*Act)(GuestCall& call, int32_t* block)>
void define_guest_call(Napi::Object worker, const char* name) {
  constexpr napi_callback kCallback = [](napi_env, napi_callback_info) -> napi_value {
    guest_call(Act);
    return nullptr;
  };
  napi_value function = nullptr;
  napi_create_function(worker.Env(), name, NAPI_AUTO_LENGTH, kCallback, nullptr, &function);
  worker.Set(name, function);
}

}  // namespace wasmsand
