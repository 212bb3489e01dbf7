#include "binding/worker/worker_functions.h"

#include <algorithm>
#include <cstring>

#include "binding/engine/calls.h"
#include "binding/engine/memory_pressure.h"
#include "binding/engine/module_code.h"
#include "binding/objects/arguments.h"
#include "binding/pool/niceness.h"
#include "binding/worker/block.h"
#include "binding/worker/linking.h"
#include "binding/worker/loading.h"
#include "binding/worker/memory_copy.h"
#include "binding/worker/renewal.h"
#include "binding/worker/stack_functions.h"
#include "binding/worker/worker.h"
#include "kernel/platform/mappings.h"
#include "kernel/vfs/file_program.h"
#include "module/growth.h"
#include "module/limits.h"
#include "module/module.h"
#include "module/type_ledger.h"
#include "module/yield_points.h"

namespace wasmsand {
namespace {

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
    if (call.after == GuestCall::After::resume && worker->yield_asked()) call.after = GuestCall::After::signal;
    block[block::kAfter] = static_cast<int32_t>(call.after);
    block[block::kRestart] = call.restart;
    if (call.after == GuestCall::After::rest) worker->begin_rest();
    if (call.after != GuestCall::After::exit && call.after != GuestCall::After::rest) return;
    worker->begin_unwinding();
  }
  worker->throw_unwind();
}

void linux_syscall_function(GuestCall& call, int32_t* block) {
  std::array<uint32_t, 6> arguments;
  std::memcpy(arguments.data(), block + block::kArguments + 1, sizeof(arguments));
  block[block::kResult] = linux_syscall(call, static_cast<uint32_t>(block[block::kArguments]), arguments);
}

uint32_t argument(const int32_t* block, int index) { return static_cast<uint32_t>(block[block::kArguments + index]); }

void init_stack_function(GuestCall& call, int32_t* block) {
  block[block::kResult] = linux_init_stack(call, argument(block, 0), argument(block, 1));
}

void spawn_function(GuestCall& call, int32_t* block) { block[block::kResult] = linux_spawn(call, argument(block, 0)); }

void clone_function(GuestCall& call, int32_t* block) {
  // The child copies all of the memory, so the view must reach its end.
  call.memory.bind(Worker::current_thread()->current());
  block[block::kResult] = linux_clone(call, argument(block, 0), argument(block, 1), argument(block, 2));
}

void fork_function(GuestCall& call, int32_t* block) {
  call.memory.bind(Worker::current_thread()->current());
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

// (poolId, workerId, block, unwind, probe) → whether this worker is wanted.
Napi::Value register_worker(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto pool = WorkerPool::find(static_cast<uint32_t>(js::to_integer(info[0])));
  auto worker_id = static_cast<uint32_t>(js::to_integer(info[1]));
  bool wanted = Worker::current_thread() == nullptr && pool != nullptr && pool->add(Host::threads, worker_id);
  if (!wanted) return Napi::Boolean::New(env, false);
  auto* worker = new Worker(env, pool, Host::threads, worker_id, info[2].As<Napi::Int32Array>(),
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

// The image a function is about: the process's own, or the one exec has prepared.
Ref<Program> program_of(GuestCall& call, bool next) {
  KernelLock lock(call.kernel.mutex());
  return next ? call.next_image.program : call.process.image.program;
}

// (next) Fills in the program's id and what the sandbox allows it; for the first image, also how to bring it to life.
void describe_image(const Napi::CallbackInfo& info) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return;
  GuestCall& call = *worker->call();
  int32_t* block = worker->block();
  bool next = js::to_bool(info[0]);
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
}

bool can_link(const ModuleInfo& module) {
  return std::ranges::any_of(module.imports,
                             [](const Import& import) { return import.module == "linux" && import.name == "link"; });
}

// (next) → the program's bytes with its memory imported, as an ArrayBuffer; or a sentence that says why it cannot run;
// undefined: it is to be loaded by another kind of worker.
Napi::Value read_program(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto refused = [env](const std::string& why) { return Napi::String::New(env, why); };
  Worker* const worker = begin_loading();
  if (worker == nullptr) return {};
  Ref<Program> program = program_of(*worker->call(), js::to_bool(info[0]));
  if (!worker->may_load(*program)) return refused("the module is larger than maxProgramBytes allows");
  if (!worker->charge_program(*program)) return refused("no memory left to load the program (memoryLimitBytes)");
  if (!Mappings::of_process().take(Mappings::kOfModule)) return refused("the host process has no mappings left");
  auto bytes = program->bytes();
  if (!bytes.ok()) return refused(errno_message(bytes.error()));
  std::string why;
  auto module = inspect(**bytes, why);
  if (!module.ok()) return refused(why);
  if (!program->copies() && can_link(*module)) {
    program->links = true;
    if (!js::to_bool(info[0]) && worker->misplaced()) return {};
  }
  // Programs of the image are not the sandbox's doing.
  const Kernel* owner = program->copies() ? &worker->call()->kernel : nullptr;
  if (!TypeLedger::of_process().add(**bytes, *module, owner))
    return refused("the module has more function types than the sandbox may bring into its host");
  program->code_bytes = charged_code((*bytes)->size(), module->code_bytes);
  ModuleCode& code = ModuleCode::of_thread(env);
  if (owner == nullptr) {
    code.begin_unheld();
  } else if (!code.begin(**bytes, module->code_bytes)) {
    return refused("the host process has no room left for the module's code");
  }
  const bool looks = !program->copies() && can_yield(*module);
  const bool yields = looks && worker->pool().switches_stacks();
  program->unyielding = !yields;
  const bool shares = !program->copies() && share_initial_memory(**bytes, *module, *program);
  std::vector<std::byte> rewritten =
      with_imported_memory(**bytes, *module, program->copies() ? Origin::guest : Origin::image, yields);
  bytes->reset();
  // Programs of the base image ask before they grow.
  if (program->copies() && module->memory) {
    auto asking = with_growth_import(std::move(rewritten), why);
    if (!asking.ok()) return refused(why);
    rewritten = std::move(*asking);
  }

  int32_t* block = worker->block();
  const auto& memory = module->memory;
  block[block::kMinimumPages] = memory ? static_cast<int32_t>(memory->minimum_pages) : 0;
  block[block::kDeclaredPages] =
      memory ? static_cast<int32_t>(memory->declared_maximum_pages.value_or(kMaxMemoryPages)) : 0;
  block[block::kEngineBytes] = static_cast<int32_t>(module->engine_bytes);
  block[block::kRenewable] = !program->copies() && module->renewable && !shares;
  // Also where it has no yield points: a program may look at the word by itself (wasm/sys/process.h).
  block[block::kYields] = looks;
  return kept(env, *worker, rewritten);
}

// The bytes of readProgram have become a module or will not: frees them now, for an idle worker collects no garbage.
void drop_program(const Napi::CallbackInfo&) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return;
  worker->drop_program();
  if (!worker->end_loading()) worker->throw_unwind();
}

// (id) → whether some sandbox still has the program.
Napi::Value program_exists(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), OwnProgram::exists(static_cast<uint64_t>(js::to_integer(info[0]))));
}

// → how many programs of sandboxes have gone so far.
Napi::Value programs_gone(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(OwnProgram::gone()));
}

// → the number of the compilation that begins, for compiled(); 0: nobody asks for it.
Napi::Value begin_compilation(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), ModuleCode::of_thread(info.Env()).take());
}

// (number, module) The module has been compiled; undefined: there is none.
void compiled(const Napi::CallbackInfo& info) {
  ModuleCode& code = ModuleCode::of_thread(info.Env());
  const auto number = static_cast<uint32_t>(js::to_integer(info[0]));
  if (info[1].IsObject()) {
    code.compiled(number, info[1].As<Napi::Object>());
  } else {
    code.failed(number);
  }
}

// (nothingCompiles) → whether modules that are only remembered are to be dropped, for others have no room for theirs.
Napi::Value tidy_code(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), ModuleCode::of_thread(info.Env()).tidy(js::to_bool(info[0])));
}

void collect_garbage(const Napi::CallbackInfo&) {
  if (Worker* worker = Worker::current_thread()) worker->collect_garbage();
}

// (bytes) → whether `charge` could charge the process that runs here for them.
template <typename Charge>
Napi::Value reserve(const Napi::CallbackInfo& info, Charge charge) {
  Worker* worker = Worker::current_thread();
  bool reserved = false;
  if (worker != nullptr && worker->call() != nullptr) {
    GuestCall& call = *worker->call();
    KernelLock lock(call.kernel.mutex());
    lock.act_for(call.process.acting_run());
    reserved = charge(call, static_cast<uint64_t>(js::to_integer(info[0]))).ok();
  }
  return Napi::Boolean::New(info.Env(), reserved);
}

// (bytes) → whether the sandbox has memory left for what the engine takes for an instance beside its memory.
Napi::Value reserve_engine(const Napi::CallbackInfo& info) {
  return reserve(info, [](GuestCall& call, uint64_t bytes) { return call.kernel.charge_engine(call.process, bytes); });
}

// (bytes) → whether the sandbox has that much memory left for this process.
Napi::Value reserve_memory(const Napi::CallbackInfo& info) {
  return reserve(info, [](GuestCall& call, uint64_t bytes) {
    const Ref<Program>& program = call.process.image.program;
    const Ref<SharedPages> pages = program ? program->initial_pages.get() : Ref<SharedPages>();
    if (pages) call.kernel.share_memory(call.process, pages->bytes());
    return call.kernel.grow_memory(call.process, bytes);
  });
}

// (bytes) → whether the process may have stacks of so many beside its first one.
Napi::Value charge_stacks(const Napi::CallbackInfo& info) {
  return reserve(info, [](GuestCall& call, uint64_t bytes) -> Result<void> {
    // What it had is given back when it is finished.
    if (call.process.killed) return Errno::again;
    if (bytes > call.process.thread_bytes) {
      if (!Mappings::of_process().take(Mappings::kOfStack)) return Errno::nomem;
      WS_TRY(call.kernel.accounting().check_memory(bytes - call.process.thread_bytes));
    }
    call.kernel.note_thread(call.process, bytes);
    return {};
  });
}

// → whether the host process has mappings left for one more memory, and the stack of its process.
Napi::Value may_make_memory(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), Mappings::of_process().take(Mappings::kOfMemory));
}

// (bytes)
void memory_made(const Napi::CallbackInfo& info) {
  MemoryPressure::of_thread(info.Env()).made(js::to_integer(info[0]));
}

// (bytes)
void memory_dropped(const Napi::CallbackInfo& info) {
  MemoryPressure::of_thread(info.Env()).dropped(js::to_integer(info[0]));
}

// (memory) The guest's memory from now on; its calls go through.
void bind_memory(const Napi::CallbackInfo& info) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return;
  worker->bind(info[0].As<Napi::Object>());
  worker->begin_image();
}

void begin_yielding(const Napi::CallbackInfo&) {
  if (Worker* worker = Worker::current_thread()) worker->begin_yielding();
}

// The instance that the memory bound last belongs to is gone. Whether that memory is as new, and may be bound again.
Napi::Value release_memory(const Napi::CallbackInfo& info) {
  Worker* worker = Worker::current_thread();
  return Napi::Boolean::New(info.Env(), worker != nullptr && worker->release_memory());
}

// The memory's buffer is another than it was: the guest has grown it.
void memory_changed(GuestCall&, int32_t*) { Worker::current_thread()->memory_changed(); }

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
void grow_memory(GuestCall& call, int32_t* block) {
  const uint64_t bytes = uint64_t{argument(block, 0)} * kWasmPageBytes;
  KernelLock lock(call.kernel.mutex());
  lock.act_for(call.process.acting_run());
  if (call.process.killed) call.after = GuestCall::After::exit;
  const bool granted = call.kernel.grow_memory(call.process, std::max(bytes, call.process.memory_bytes)).ok();
  block[block::kResult] = granted ? 0 : -1;
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
void copy_parent(GuestCall& call, int32_t*) {
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

}  // namespace

void define_worker_functions(Napi::Object exports) {
  const auto worker = Napi::Object::New(exports.Env());
  js::define<register_worker>(worker, "register");
  js::define<misplaced>(worker, "misplaced");
  js::define<wait_for_job>(worker, "waitForJob");
  js::define<run_job>(worker, "runJob");
  js::define<describe_image>(worker, "describeImage");
  js::define<read_program>(worker, "readProgram");
  js::define<drop_program>(worker, "dropProgram");
  js::define<program_exists>(worker, "programExists");
  js::define<programs_gone>(worker, "programsGone");
  js::define<begin_compilation>(worker, "beginCompilation");
  js::define<compiled>(worker, "compiled");
  js::define<tidy_code>(worker, "tidyCode");
  js::define<collect_garbage>(worker, "collectGarbage");
  js::define<reserve_engine>(worker, "reserveEngine");
  js::define<reserve_memory>(worker, "reserveMemory");
  js::define<bind_memory>(worker, "bindMemory");
  js::define<begin_yielding>(worker, "beginYielding");
  js::define<charge_stacks>(worker, "chargeStacks");
  js::define<may_make_memory>(worker, "mayMakeMemory");
  js::define<memory_made>(worker, "memoryMade");
  js::define<memory_dropped>(worker, "memoryDropped");
  js::define<release_memory>(worker, "releaseMemory");
  js::define<set_status>(worker, "setStatus");
  js::define<write_error>(worker, "writeError");
  define_guest_call<memory_changed>(worker, "memoryChanged");
  define_guest_call<grow_memory>(worker, "growMemory");
  define_guest_call<copy_parent>(worker, "copyParent");
  define_guest_call<linux_syscall_function>(worker, "syscall");
  define_guest_call<init_stack_function>(worker, "initStack");
  define_guest_call<spawn_function>(worker, "spawn");
  define_guest_call<clone_function>(worker, "clone");
  define_guest_call<fork_function>(worker, "fork");
  define_guest_call<wasi_function>(worker, "wasi");
  js::define<take_signal_function>(worker, "takeSignal");
  define_guest_call<signal_done_function>(worker, "signalDone");
  define_guest_call<commit_exec_function>(worker, "commitExec");
  define_linking_functions(worker);
  define_renewal_functions(worker);
  define_stack_functions(worker);
  exports.Set("worker", worker);
}

}  // namespace wasmsand
