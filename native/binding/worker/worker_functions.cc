#include "binding/worker/worker_functions.h"

#include "binding/engine/calls.h"
#include "binding/objects/arguments.h"
#include "binding/pool/niceness.h"
#include "binding/pool/policy.h"
#include "binding/worker/call_functions.h"
#include "binding/worker/linking.h"
#include "binding/worker/memory_functions.h"
#include "binding/worker/program_functions.h"
#include "binding/worker/renewal.h"
#include "binding/worker/stack_functions.h"
#include "binding/worker/worker.h"

namespace wasmsand {
namespace {

// (poolId, workerId, block, unwind, probe) → whether this worker is wanted.
Napi::Value register_worker(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto pool = WorkerPool::find(static_cast<uint32_t>(js::to_integer(info[0])));
  auto worker_id = static_cast<uint32_t>(js::to_integer(info[1]));
  bool wanted = Worker::current_thread() == nullptr && pool != nullptr && pool->add(WorkerKind::threads, worker_id);
  if (!wanted) return Napi::Boolean::New(env, false);
  auto* worker = new Worker(env, pool, WorkerKind::threads, worker_id, info[2].As<Napi::Int32Array>(),
                            info[3].As<Napi::Object>(), info[4].As<Napi::Function>());
  worker->take_thread();
  stand_back(this_thread(), policy::kBehindHost);
  env.AddCleanupHook(
      [](Worker* worker) {
        const std::unique_ptr<Worker> ending(worker);
        ending->pool().remove(*ending);
      },
      worker);
  return Napi::Boolean::New(env, true);
}

Napi::Value misplaced(const Napi::CallbackInfo& info) {
  Worker* worker = Worker::current_thread();
  return Napi::Boolean::New(info.Env(), worker != nullptr && worker->call() != nullptr && worker->misplaced());
}

Napi::Value wait_for_job(const Napi::CallbackInfo& info) {
  Worker* worker = Worker::current_thread();
  return Napi::Boolean::New(info.Env(), worker != nullptr && worker->wait_for_job());
}

void run_job(const Napi::CallbackInfo& info) {
  if (Worker* worker = Worker::current_thread()) worker->run_job(info[0].As<Napi::Function>());
}

void collect_garbage(const Napi::CallbackInfo&) {
  if (Worker* worker = Worker::current_thread()) worker->collect_garbage();
}

// (exitCode, signal)
void set_status(const Napi::CallbackInfo& info) {
  if (Worker* worker = Worker::current_thread()) {
    worker->set_status(
        {.code = static_cast<int>(js::to_integer(info[0])), .signal = static_cast<int>(js::to_integer(info[1]))});
  }
}

// (message) To the process's standard error.
Napi::Value write_error(const Napi::CallbackInfo& info) {
  Worker* worker = Worker::current_thread();
  const bool done = worker == nullptr || worker->call() == nullptr || worker->write_error(js::to_string(info[0]));
  return Napi::Boolean::New(info.Env(), done);
}

}  // namespace

void define_worker_functions(Napi::Object exports) {
  const auto worker = Napi::Object::New(exports.Env());
  js::define<register_worker>(worker, "register");
  js::define<misplaced>(worker, "misplaced");
  js::define<wait_for_job>(worker, "waitForJob");
  js::define<run_job>(worker, "runJob");
  js::define<collect_garbage>(worker, "collectGarbage");
  js::define<set_status>(worker, "setStatus");
  js::define<write_error>(worker, "writeError");
  define_program_functions(worker);
  define_memory_functions(worker);
  define_call_functions(worker);
  define_linking_functions(worker);
  define_renewal_functions(worker);
  define_stack_functions(worker);
  exports.Set("worker", worker);
}

}  // namespace wasmsand
