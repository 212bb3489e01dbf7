#include "binding/worker/memory_functions.h"

#include <algorithm>

#include "binding/engine/calls.h"
#include "binding/engine/memory_pressure.h"
#include "binding/objects/arguments.h"
#include "binding/worker/block.h"
#include "binding/worker/guest_call.h"
#include "binding/worker/memory_copy.h"
#include "binding/worker/worker.h"
#include "kernel/platform/mappings.h"
#include "module/module.h"

namespace wasmsand {
namespace {

// (bytes) → whether `charge` could charge the process that runs here for them.
template <typename Charge>
Napi::Value reserve(const Napi::CallbackInfo& info, Charge charge) {
  Worker* worker = Worker::current_thread();
  bool reserved = false;
  if (worker != nullptr && worker->call() != nullptr) {
    GuestCall& call = *worker->call();
    CallLock lock(call.process);
    reserved = charge(call, static_cast<uint64_t>(js::to_integer(info[0]))).ok();
  }
  return Napi::Boolean::New(info.Env(), reserved);
}

// (bytes) → whether the sandbox has memory left for what the engine takes for an instance beside its memory.
Napi::Value reserve_engine(const Napi::CallbackInfo& info) {
  return reserve(info,
                 [](GuestCall& call, uint64_t bytes) { return call.kernel.engine().charge(call.process, bytes); });
}

// (bytes) → whether the sandbox has that much memory left for this process.
Napi::Value reserve_memory(const Napi::CallbackInfo& info) {
  return reserve(info, [](GuestCall& call, uint64_t bytes) {
    const Ref<Program>& program = call.process.image.program;
    const Ref<SharedPages> pages = program ? program->initial_pages.get() : Ref<SharedPages>();
    if (pages) call.kernel.memory().share(call.process, pages->bytes());
    return call.kernel.memory().grow(call.process, bytes);
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
    call.kernel.memory().note_thread(call.process, bytes);
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
  worker->memory().bind(worker->call()->process, info[0].As<Napi::Object>());
  worker->begin_image();
}

void begin_yielding(const Napi::CallbackInfo&) {
  if (Worker* worker = Worker::current_thread()) worker->memory().begin_yielding();
}

// The instance that the memory bound last belongs to is gone. Whether that memory is as new, and may be bound again.
Napi::Value release_memory(const Napi::CallbackInfo& info) {
  Worker* worker = Worker::current_thread();
  return Napi::Boolean::New(info.Env(), worker != nullptr && worker->end_image());
}

// The memory's buffer is another than it was: the guest has grown it.
void memory_changed(GuestCall& call, int32_t*) { Worker::current_thread()->memory().changed(call.process); }

// Whether `source` was copied to its end: a killed process stops between two pieces.
bool copy_unless_killed(GuestCall& call, std::span<std::byte> target, std::span<const std::byte> source) {
  constexpr size_t kPiece = 16 << 20;
  for (size_t offset = 0; offset < source.size(); offset += kPiece) {
    const size_t length = std::min(kPiece, source.size() - offset);
    copy_memory(target.subspan(offset, length), source.subspan(offset, length));
    CallLock lock(call.process);
    if (call.process.killed) return false;
  }
  return true;
}

// What memory.grow of a guest's program has become: asks whether the memory may have that many pages. 0 or -1.
void grow_memory(GuestCall& call, int32_t* block) {
  const uint64_t bytes = uint64_t{argument(block, 0)} * kWasmPageBytes;
  CallLock lock(call.process);
  if (call.process.killed) call.after = GuestCall::After::exit;
  const bool granted = call.kernel.memory().grow(call.process, std::max(bytes, call.process.memory_bytes)).ok();
  block[block::kResult] = granted ? 0 : -1;
}

// The memory it had before its rest.
void copy_image(GuestCall& call) {
  std::span<std::byte> target = call.memory.whole();
  const auto lives = [&call] {
    CallLock lock(call.process);
    return !call.process.killed;
  };
  CallLock lock(call.process);
  const Ref<MemoryImage> image = call.kernel.begin_wake(call.process);
  lock.unlock();
  call.after = image && image->copy_to(target, lives) ? GuestCall::After::resume : GuestCall::After::exit;
}

// clone and fork: takes the memory over from the parent, which waits for it. wake: from the image.
void copy_parent(GuestCall& call, int32_t*) {
  if (call.process.launch.kind == Launch::Kind::wake) return copy_image(call);
  std::span<std::byte> target = call.memory.whole();
  CallLock lock(call.process);
  const auto source = call.kernel.begin_copy(call.process);
  call.after = GuestCall::After::exit;
  if (!source) return;
  lock.unlock();
  const bool whole = target.size() >= source->size() && copy_unless_killed(call, target, *source);
  lock.lock();
  call.kernel.copied(call.process, whole);
  if (whole) call.after = GuestCall::After::resume;
}

}  // namespace

void define_memory_functions(Napi::Object worker) {
  js::define<reserve_engine>(worker, "reserveEngine");
  js::define<reserve_memory>(worker, "reserveMemory");
  js::define<bind_memory>(worker, "bindMemory");
  js::define<begin_yielding>(worker, "beginYielding");
  js::define<charge_stacks>(worker, "chargeStacks");
  js::define<may_make_memory>(worker, "mayMakeMemory");
  js::define<memory_made>(worker, "memoryMade");
  js::define<memory_dropped>(worker, "memoryDropped");
  js::define<release_memory>(worker, "releaseMemory");
  define_guest_call<memory_changed>(worker, "memoryChanged");
  define_guest_call<grow_memory>(worker, "growMemory");
  define_guest_call<copy_parent>(worker, "copyParent");
}

}  // namespace wasmsand
