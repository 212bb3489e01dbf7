#include "binding/worker/stack_functions.h"

#include "binding/engine/calls.h"
#include "binding/objects/arguments.h"
#include "binding/pool/niceness.h"
#include "binding/worker/stack_thread.h"

namespace wasmsand {
namespace {

// (poolId, workerId, block, unwind, turn, tidy)
void register_stacks(const Napi::CallbackInfo& info) {
  auto pool = WorkerPool::find(static_cast<uint32_t>(js::to_integer(info[0])));
  auto worker_id = static_cast<uint32_t>(js::to_integer(info[1]));
  if (StackThread::current() != nullptr || pool == nullptr || !pool->add(WorkerKind::stacks, worker_id)) return;
  auto* thread =
      new StackThread(info.Env(), pool, worker_id, info[2].As<Napi::Int32Array>(), info[3].As<Napi::Object>(),
                      info[4].As<Napi::Function>(), info[5].As<Napi::Function>());
  stand_back(this_thread(), policy::kBehindHost);
  pool->add_thread(*thread);
}

void process_ended(const Napi::CallbackInfo&) {
  if (StackThread* thread = StackThread::current()) thread->process_ended();
}

// (program)
void process_left(const Napi::CallbackInfo& info) {
  if (StackThread* thread = StackThread::current())
    thread->process_left(static_cast<uint64_t>(js::to_integer(info[0])));
}

// (program)
void program_settled(const Napi::CallbackInfo& info) {
  if (StackThread* thread = StackThread::current())
    thread->program_settled(static_cast<uint64_t>(js::to_integer(info[0])));
}

// (slot)
void wake_slot(const Napi::CallbackInfo& info) {
  if (StackThread* thread = StackThread::current()) thread->wake(static_cast<uint32_t>(js::to_integer(info[0])));
}

void host_wait(const Napi::CallbackInfo&) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return;
  if (worker->begin_loading()) {
    StackThread::current()->wait_for_host();
  } else {
    worker->throw_unwind();
  }
}

}  // namespace

void define_stack_functions(Napi::Object worker) {
  js::define<register_stacks>(worker, "registerStacks");
  js::define<process_ended>(worker, "processEnded");
  js::define<process_left>(worker, "processLeft");
  js::define<program_settled>(worker, "programSettled");
  js::define<host_wait>(worker, "hostWait");
  js::define<wake_slot>(worker, "wakeSlot");
}

}  // namespace wasmsand
