#include "binding/renewal.h"

#include <map>
#include <mutex>

#include "binding/calls.h"
#include "binding/worker.h"
#include "kernel/process/memory_image.h"

namespace wasmsand {
namespace {

// By the program's id, for all workers of this host. Of programs of the base image only, so that there are not many.
class NewMemories {
 public:
  static NewMemories& of_process() {
    static auto* instance = new NewMemories;  // outlives every worker
    return *instance;
  }

  Ref<MemoryImage> find(uint64_t program) {
    std::lock_guard lock(mutex_);
    const auto found = images_.find(program);
    return found == images_.end() ? Ref<MemoryImage>() : found->second;
  }

  void keep(uint64_t program, Ref<MemoryImage> image) {
    std::lock_guard lock(mutex_);
    images_.emplace(program, std::move(image));
  }

 private:
  std::mutex mutex_;
  std::map<uint64_t, Ref<MemoryImage>> images_;
};

uint64_t program_of(GuestCall& call) {
  KernelLock lock(call.kernel.mutex());
  return call.process.image.program->id();
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
    const uint64_t program = program_of(call);
    if (NewMemories::of_process().find(program)) return true;
    Ref<MemoryImage> image = MemoryImage::of(call.memory.whole(), always);
    if (!image) return false;
    NewMemories::of_process().keep(program, std::move(image));
    return true;
  });
}

// The memory bound last, which is all zero, becomes that of a new instance. Whether it did.
Napi::Value make_new_memory(const Napi::CallbackInfo& info) {
  return on_call(info, [](GuestCall& call) {
    const Ref<MemoryImage> image = NewMemories::of_process().find(program_of(call));
    return image && image->copy_to(call.memory.whole(), always);
  });
}

}  // namespace

void define_renewal_functions(Napi::Object worker) {
  js::define<keep_new_memory>(worker, "keepNewMemory");
  js::define<make_new_memory>(worker, "makeNewMemory");
}

}  // namespace wasmsand
