#include "binding/worker/renewal.h"

#include "binding/engine/calls.h"
#include "binding/worker/worker.h"
#include "kernel/process/program.h"
#include "module/initial_memory.h"

namespace wasmsand {
namespace {

Ref<Program> program_of(GuestCall& call) {
  CallLock lock(call.process);
  return call.process.image.program;
}

template <typename Act>
Napi::Value on_call(const Napi::CallbackInfo& info, Act act) {
  Worker* worker = Worker::current_thread();
  return Napi::Boolean::New(info.Env(), worker != nullptr && worker->call() != nullptr && act(*worker->call()));
}

bool always() { return true; }

// The memory bound last is that of a new instance. Whether it is known from now on.
Napi::Value keep_new_memory(const Napi::CallbackInfo& info) {
  return on_call(info, [](GuestCall& call) {
    const Ref<Program> program = program_of(call);
    if (!program) return false;
    if (program->new_memory.get()) return true;
    Ref<MemoryImage> image = MemoryImage::of(call.memory.whole(), always);
    if (!image) return false;
    program->new_memory.keep(std::move(image));
    return true;
  });
}

// The memory bound last, which is all zero, becomes that of a new instance. Whether it did.
Napi::Value make_new_memory(const Napi::CallbackInfo& info) {
  return on_call(info, [](GuestCall& call) {
    const Ref<Program> program = program_of(call);
    const Ref<MemoryImage> image = program ? program->new_memory.get() : Ref<MemoryImage>();
    return image && image->copy_to(call.memory.whole(), always);
  });
}

}  // namespace

bool share_initial_memory(std::span<const std::byte> bytes, ModuleInfo& module, Program& program) {
  constexpr size_t kLarge = size_t{2} << 20;
  ModuleInfo without = module;
  const std::vector<std::byte> memory = take_initial_memory(bytes, without, kLarge);
  if (memory.empty()) return false;
  if (!program.initial_pages.get()) {
    Ref<SharedPages> pages = SharedPages::of(memory);
    if (!pages) return false;
    program.initial_pages.keep(std::move(pages));
  }
  module = std::move(without);
  return true;
}

void define_renewal_functions(Napi::Object worker) {
  js::define<keep_new_memory>(worker, "keepNewMemory");
  js::define<make_new_memory>(worker, "makeNewMemory");
}

}  // namespace wasmsand
