#include "binding/worker_functions.h"

#include <algorithm>
#include <cstring>

#include "binding/block.h"
#include "binding/memory_copy.h"
#include "binding/niceness.h"
#include "binding/renewal.h"
#include "binding/stack_functions.h"
#include "binding/worker.h"
#include "kernel/vfs/file_program.h"
#include "module/growth.h"
#include "module/limits.h"
#include "module/module.h"
#include "module/type_ledger.h"
#include "module/yield_points.h"

namespace wasmsand {
namespace {

napi_value throw_unwind(napi_env env, Worker& worker) {
  napi_throw(env, worker.unwind_sentinel());
  return nullptr;
}

// Calls of the guest: no arguments and no result but in the block. After the process has ended, or while it makes room
// for another image, every call only goes on unwinding (wasm can catch the exception and call again).
// A rest is that too: the image of the process's memory is made by then.
template <typename F>
napi_value guest_call(napi_env env, F act) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return nullptr;
  GuestCall& call = *worker->call();
  if (!worker->unwinding()) {
    int32_t* block = worker->block();
    call.after = GuestCall::After::resume;
    worker->see_through(call, [&] { act(call, block); });
    // As after a signal: there it gives up its turn.
    if (call.after == GuestCall::After::resume && worker->yield_asked()) call.after = GuestCall::After::signal;
    block[block::kAfter] = static_cast<int32_t>(call.after);
    block[block::kRestart] = call.restart;
    if (call.after == GuestCall::After::rest) worker->begin_rest();
    if (call.after != GuestCall::After::exit && call.after != GuestCall::After::rest) return nullptr;
    worker->begin_unwinding();
  }
  return throw_unwind(env, *worker);
}

napi_value linux_syscall_function(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall& call, int32_t* block) {
    std::array<uint32_t, 6> arguments;
    std::memcpy(arguments.data(), block + block::kArguments + 1, sizeof(arguments));
    block[block::kResult] = linux_syscall(call, static_cast<uint32_t>(block[block::kArguments]), arguments);
  });
}

uint32_t argument(const int32_t* block, int index) { return static_cast<uint32_t>(block[block::kArguments + index]); }

napi_value init_stack_function(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall& call, int32_t* block) {
    block[block::kResult] = linux_init_stack(call, argument(block, 0), argument(block, 1));
  });
}

napi_value spawn_function(napi_env env, napi_callback_info) {
  return guest_call(
      env, [](GuestCall& call, int32_t* block) { block[block::kResult] = linux_spawn(call, argument(block, 0)); });
}

napi_value clone_function(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall& call, int32_t* block) {
    // The child copies all of the memory, so the view must reach its end.
    call.memory.bind(Worker::current_thread()->current());
    block[block::kResult] = linux_clone(call, argument(block, 0), argument(block, 1), argument(block, 2));
  });
}

napi_value fork_function(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall& call, int32_t* block) {
    call.memory.bind(Worker::current_thread()->current());
    block[block::kResult] = linux_fork(call, argument(block, 0), argument(block, 1), argument(block, 2) != 0);
  });
}

napi_value wasi_function(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall& call, int32_t* block) {
    std::array<uint64_t, 10> arguments;
    std::memcpy(arguments.data(), block + block::kWasiArguments, sizeof(arguments));
    block[block::kResult] =
        static_cast<int32_t>(wasi_call(call, static_cast<uint32_t>(block[block::kWasiFunction]), arguments));
  });
}

// Whether there is a handler to run; it is in the block then.
napi_value take_signal_function(napi_env env, napi_callback_info) {
  Worker* worker = Worker::current_thread();
  if (worker != nullptr && worker->call() != nullptr && worker->yield()) {
    worker->block()[block::kAfter] = static_cast<int32_t>(GuestCall::After::blocked);
    return nullptr;
  }
  bool taken = false;
  napi_value thrown = guest_call(env, [&](GuestCall& call, int32_t* block) {
    SignalCall signal;
    taken = take_signal(call, signal);
    if (!taken) return;
    call.after = GuestCall::After::resume;
    int32_t values[] = {signal.signo, signal.handler, signal.flags, signal.code,
                        signal.pid,   signal.uid,     signal.value, static_cast<int32_t>(signal.frame)};
    std::memcpy(block + block::kSignal, values, sizeof(values));
  });
  if (!taken) return thrown;
  napi_value result = nullptr;
  napi_get_boolean(env, true, &result);
  return result;
}

napi_value signal_done_function(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall& call, int32_t* block) { signal_done(call, argument(block, 0)); });
}

napi_value commit_exec_function(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall& call, int32_t*) {
    Worker::current_thread()->commit_exec();
    call.after = GuestCall::After::exit;
  });
}

// (poolId, workerId, block, unwind, probe) → whether this worker is wanted.
napi_value register_worker(napi_env env, napi_callback_info info) {
  js::Arguments<5> arguments(env, info);
  napi_value result = nullptr;
  auto pool = WorkerPool::find(static_cast<uint32_t>(js::to_integer(env, arguments[0])));
  auto worker_id = static_cast<uint32_t>(js::to_integer(env, arguments[1]));
  bool wanted = Worker::current_thread() == nullptr && pool != nullptr && pool->add(Host::threads, worker_id);
  napi_get_boolean(env, wanted, &result);
  if (!wanted) return result;
  auto* worker = new Worker(env, pool, Host::threads, worker_id, arguments[2], arguments[3], arguments[4]);
  worker->take_thread();
  stand_back();
  napi_add_env_cleanup_hook(
      env,
      [](void* data) {
        const std::unique_ptr<Worker> ending(static_cast<Worker*>(data));
        ending->pool().remove(*ending);
      },
      worker);
  return result;
}

napi_value misplaced(napi_env env, napi_callback_info) {
  Worker* worker = Worker::current_thread();
  napi_value result = nullptr;
  napi_get_boolean(env, worker != nullptr && worker->call() != nullptr && worker->misplaced(), &result);
  return result;
}

napi_value wait_for_job(napi_env env, napi_callback_info) {
  Worker* worker = Worker::current_thread();
  napi_value result = nullptr;
  napi_get_boolean(env, worker != nullptr && worker->wait_for_job(), &result);
  return result;
}

napi_value run_job(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  if (Worker* worker = Worker::current_thread()) worker->run_job(arguments[0]);
  return nullptr;
}

// The image a function is about: the process's own, or the one exec has prepared.
Ref<Program> program_of(GuestCall& call, bool next) {
  KernelLock lock(call.kernel.mutex());
  return next ? call.next_image.program : call.process.image.program;
}

// (next) Fills in the program's id and what the sandbox allows it; for the first image, also how to bring it to life.
napi_value describe_image(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return nullptr;
  GuestCall& call = *worker->call();
  int32_t* block = worker->block();
  bool next = js::to_bool(env, arguments[0]);
  KernelLock lock(call.kernel.mutex());
  const Ref<Program>& program = (next ? call.next_image : call.process.image).program;
  uint64_t id = program->id();
  block[block::kProgramShared] = !program->copies();
  block[block::kProgramLow] = static_cast<int32_t>(id);
  block[block::kProgramHigh] = static_cast<int32_t>(id >> 32);
  uint64_t bytes = call.kernel.accounting().limits().memory_bytes;
  if (bytes == 0) bytes = kUnlimited;
  bytes = std::min(bytes, call.process.limits[kLimitAddressSpace].soft);
  const Launch& launch = call.process.launch;
  const size_t copied = launch.image ? launch.image->memory_bytes() : launch.memory.size();
  // The process may have set itself a limit below what it has.
  if (launch.image) bytes = std::max<uint64_t>(bytes, copied);
  block[block::kMaximumPages] = static_cast<int32_t>(std::min<uint64_t>(bytes / kWasmPageBytes, kMaxMemoryPages));
  block[block::kLaunchKind] = static_cast<int32_t>(launch.kind);
  block[block::kParentPages] = static_cast<int32_t>(copied / kWasmPageBytes);
  block[block::kFunction] = static_cast<int32_t>(launch.function);
  block[block::kFunctionArgument] = static_cast<int32_t>(launch.argument);
  block[block::kStackPointer] = static_cast<int32_t>(launch.stack_pointer);
  block[block::kAsyncifyData] = static_cast<int32_t>(launch.asyncify_data);
  block[block::kThroughClone] = launch.through_clone;
  return nullptr;
}

// (next) → the program's bytes with its memory imported, as an ArrayBuffer; or a sentence that says why it cannot run.
napi_value read_program(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return nullptr;
  if (!worker->begin_loading()) return throw_unwind(env, *worker);
  Ref<Program> program = program_of(*worker->call(), js::to_bool(env, arguments[0]));
  if (program->size() > kMaxModuleBytes) return js::text(env, "the module is larger than 64 MiB");
  if (!worker->charge_program(*program)) return js::text(env, "no memory left to load the program (memoryLimitBytes)");
  auto bytes = program->bytes();
  if (!bytes.ok()) return js::text(env, errno_message(bytes.error()));
  std::string why;
  auto module = inspect(**bytes, why);
  if (!module.ok()) return js::text(env, why);
  // Programs of the image are not the sandbox's doing.
  const Kernel* owner = program->copies() ? &worker->call()->kernel : nullptr;
  if (!TypeLedger::of_process().add(**bytes, *module, owner))
    return js::text(env, "the module has more function types than the sandbox may bring into its host");
  const bool yields = !program->copies() && worker->pool().switches_stacks() && can_yield(*module);
  std::vector<std::byte> rewritten =
      with_imported_memory(**bytes, *module, program->copies() ? Origin::guest : Origin::image, yields);
  bytes->reset();
  // Programs of the base image ask before they grow.
  if (program->copies() && module->memory) {
    auto asking = with_growth_import(std::move(rewritten), why);
    if (!asking.ok()) return js::text(env, why);
    rewritten = std::move(*asking);
  }

  int32_t* block = worker->block();
  const auto& memory = module->memory;
  block[block::kMinimumPages] = memory ? static_cast<int32_t>(memory->minimum_pages) : 0;
  block[block::kDeclaredPages] =
      memory ? static_cast<int32_t>(memory->declared_maximum_pages.value_or(kMaxMemoryPages)) : 0;
  block[block::kEngineBytes] = static_cast<int32_t>(module->engine_bytes);
  block[block::kRenewable] = !program->copies() && module->renewable;
  block[block::kYields] = yields;
  napi_value result = nullptr;
  void* data = nullptr;
  if (napi_create_arraybuffer(env, rewritten.size(), &data, &result) != napi_ok) {
    return js::text(env, errno_message(Errno::nomem));
  }
  std::memcpy(data, rewritten.data(), rewritten.size());
  worker->keep_program(result);
  return result;
}

// The bytes of readProgram have become a module or will not: frees them now, for an idle worker collects no garbage.
napi_value drop_program(napi_env env, napi_callback_info) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return nullptr;
  worker->drop_program();
  return worker->end_loading() ? nullptr : throw_unwind(env, *worker);
}

// (id) → whether some sandbox still has the program.
napi_value program_exists(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  napi_value result = nullptr;
  napi_get_boolean(env, ContentProgram::exists(static_cast<uint64_t>(js::to_integer(env, arguments[0]))), &result);
  return result;
}

// → how many programs of sandboxes have gone so far.
napi_value programs_gone(napi_env env, napi_callback_info) {
  napi_value result = nullptr;
  napi_create_double(env, static_cast<double>(ContentProgram::gone()), &result);
  return result;
}

napi_value collect_garbage(napi_env, napi_callback_info) {
  if (Worker* worker = Worker::current_thread()) worker->collect_garbage();
  return nullptr;
}

// (bytes) → whether `charge` could charge the process that runs here for them.
template <typename Charge>
napi_value reserve(napi_env env, napi_callback_info info, Charge charge) {
  js::Arguments<1> arguments(env, info);
  Worker* worker = Worker::current_thread();
  bool reserved = false;
  if (worker != nullptr && worker->call() != nullptr) {
    GuestCall& call = *worker->call();
    KernelLock lock(call.kernel.mutex());
    reserved = charge(call, static_cast<uint64_t>(js::to_integer(env, arguments[0]))).ok();
  }
  napi_value result = nullptr;
  napi_get_boolean(env, reserved, &result);
  return result;
}

// (bytes) → whether the sandbox has memory left for what the engine takes for an instance beside its memory.
napi_value reserve_engine(napi_env env, napi_callback_info info) {
  return reserve(env, info,
                 [](GuestCall& call, uint64_t bytes) { return call.kernel.charge_engine(call.process, bytes); });
}

// (bytes) → whether the sandbox has that much memory left for this process.
napi_value reserve_memory(napi_env env, napi_callback_info info) {
  return reserve(env, info,
                 [](GuestCall& call, uint64_t bytes) { return call.kernel.grow_memory(call.process, bytes); });
}

// (bytes) → whether the process may have stacks of so many beside its first one.
napi_value charge_stacks(napi_env env, napi_callback_info info) {
  return reserve(env, info, [](GuestCall& call, uint64_t bytes) -> Result<void> {
    // What it had is given back when it is finished.
    if (call.process.killed) return Errno::again;
    if (bytes > call.process.thread_bytes)
      WS_TRY(call.kernel.accounting().check_memory(bytes - call.process.thread_bytes));
    call.kernel.note_thread(call.process, bytes);
    return {};
  });
}

napi_value memory_made(napi_env, napi_callback_info) {
  if (Worker* worker = Worker::current_thread()) worker->count_memory();
  return nullptr;
}

// (memory) The guest's memory from now on; its calls go through.
napi_value bind_memory(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return nullptr;
  worker->bind(arguments[0]);
  worker->begin_image();
  return nullptr;
}

napi_value begin_yielding(napi_env, napi_callback_info) {
  if (Worker* worker = Worker::current_thread()) worker->begin_yielding();
  return nullptr;
}

// The instance that the memory bound last belongs to is gone. Whether that memory is as new, and may be bound again.
napi_value release_memory(napi_env env, napi_callback_info) {
  Worker* worker = Worker::current_thread();
  napi_value result = nullptr;
  napi_get_boolean(env, worker != nullptr && worker->release_memory(), &result);
  return result;
}

// The memory's buffer is another than it was: the guest has grown it.
napi_value memory_changed(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall&, int32_t*) { Worker::current_thread()->memory_changed(); });
}

// Whether `source` was copied to its end: a killed process stops between two pieces.
bool copy_unless_killed(GuestCall& call, std::span<std::byte> target, std::span<const std::byte> source) {
  constexpr size_t kPiece = 16 << 20;
  for (size_t offset = 0; offset < source.size(); offset += kPiece) {
    const size_t length = std::min(kPiece, source.size() - offset);
    copy_memory(target.subspan(offset, length), source.subspan(offset, length));
    KernelLock lock(call.kernel.mutex());
    if (call.process.killed) return false;
  }
  return true;
}

// What memory.grow of a guest's program has become: asks whether the memory may have that many pages. 0 or -1.
napi_value grow_memory(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall& call, int32_t* block) {
    const uint64_t bytes = uint64_t{argument(block, 0)} * kWasmPageBytes;
    KernelLock lock(call.kernel.mutex());
    if (call.process.killed) call.after = GuestCall::After::exit;
    const bool granted = call.kernel.grow_memory(call.process, std::max(bytes, call.process.memory_bytes)).ok();
    block[block::kResult] = granted ? 0 : -1;
  });
}

// The memory it had before its rest.
void copy_image(GuestCall& call) {
  std::span<std::byte> target = call.memory.whole();
  const auto lives = [&call] {
    KernelLock lock(call.kernel.mutex());
    return !call.process.killed;
  };
  KernelLock lock(call.kernel.mutex());
  const Ref<MemoryImage> image = call.kernel.begin_wake(call.process);
  lock.unlock();
  call.after = image && image->copy_to(target, lives) ? GuestCall::After::resume : GuestCall::After::exit;
}

// clone and fork: takes the memory over from the parent, which waits for it. wake: from the image.
napi_value copy_parent(napi_env env, napi_callback_info) {
  return guest_call(env, [](GuestCall& call, int32_t*) {
    if (call.process.launch.kind == Launch::Kind::wake) return copy_image(call);
    std::span<std::byte> target = call.memory.whole();
    KernelLock lock(call.kernel.mutex());
    const auto source = call.kernel.begin_copy(call.process);
    call.after = GuestCall::After::exit;
    if (!source) return;
    lock.unlock();
    const bool whole = target.size() >= source->size() && copy_unless_killed(call, target, *source);
    lock.lock();
    call.kernel.copied(call.process, whole);
    if (whole) call.after = GuestCall::After::resume;
  });
}

// (exitCode, signal)
napi_value set_status(napi_env env, napi_callback_info info) {
  js::Arguments<2> arguments(env, info);
  if (Worker* worker = Worker::current_thread()) {
    worker->set_status({.code = static_cast<int>(js::to_integer(env, arguments[0])),
                        .signal = static_cast<int>(js::to_integer(env, arguments[1]))});
  }
  return nullptr;
}

// (message) To the process's standard error.
napi_value write_error(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  Worker* worker = Worker::current_thread();
  const bool done =
      worker == nullptr || worker->call() == nullptr || worker->write_error(js::to_string(env, arguments[0]));
  napi_value result = nullptr;
  napi_get_boolean(env, done, &result);
  return result;
}

}  // namespace

void define_worker_functions(napi_env env, napi_value exports) {
  static constexpr js::Function kFunctions[] = {
      {"register", register_worker},
      {"misplaced", misplaced},
      {"waitForJob", wait_for_job},
      {"runJob", run_job},
      {"describeImage", describe_image},
      {"readProgram", read_program},
      {"dropProgram", drop_program},
      {"programExists", program_exists},
      {"programsGone", programs_gone},
      {"collectGarbage", collect_garbage},
      {"reserveEngine", reserve_engine},
      {"reserveMemory", reserve_memory},
      {"bindMemory", bind_memory},
      {"beginYielding", begin_yielding},
      {"chargeStacks", charge_stacks},
      {"memoryMade", memory_made},
      {"releaseMemory", release_memory},
      {"memoryChanged", memory_changed},
      {"growMemory", grow_memory},
      {"copyParent", copy_parent},
      {"setStatus", set_status},
      {"writeError", write_error},
      {"syscall", linux_syscall_function},
      {"initStack", init_stack_function},
      {"spawn", spawn_function},
      {"clone", clone_function},
      {"fork", fork_function},
      {"wasi", wasi_function},
      {"takeSignal", take_signal_function},
      {"signalDone", signal_done_function},
      {"commitExec", commit_exec_function},
  };
  napi_value worker = nullptr;
  napi_create_object(env, &worker);
  js::define_functions(env, worker, kFunctions);
  define_renewal_functions(env, worker);
  define_stack_functions(env, worker);
  napi_set_named_property(env, exports, "worker", worker);
}

}  // namespace wasmsand
