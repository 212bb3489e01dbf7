// What is the same of all that is read to be compiled: a process waits for it, and its worker keeps the bytes
// meanwhile.
#pragma once

#include <napi.h>

#include <cstring>
#include <span>

#include "binding/worker/worker.h"

namespace wasmsand {

// The worker whose process is about to have something compiled. Null: there is none, or it has been killed.
inline Worker* begin_loading() {
  Worker* const worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return nullptr;
  if (worker->begin_loading()) return worker;
  worker->throw_unwind();
  return nullptr;
}

// Bytes for the engine, until ProgramLoad::drop.
inline Napi::Value kept(Napi::Env env, Worker& worker, std::span<const std::byte> bytes) {
  auto result = Napi::ArrayBuffer::New(env, bytes.size());
  if (result.IsEmpty()) return {};
  std::memcpy(result.Data(), bytes.data(), bytes.size());
  worker.load().keep(result);
  return result;
}

}  // namespace wasmsand
