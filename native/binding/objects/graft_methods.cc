// The methods of a kernel object that move a tree from one kernel into another.
#include "binding/objects/kernel_object.h"
#include "kernel/state/graft.h"

namespace wasmsand {
namespace {

// The kernel of the first argument; null when that is none, or is destroyed.
Kernel* other_kernel(const KernelCall& call) {
  KernelObject* const object = KernelObject::of(call.arguments[0]);
  return object != nullptr && object->handle() ? &object->handle()->kernel() : nullptr;
}

// (the kernel that is to have it)
Result<int64_t> prepare_graft(KernelCall& call) {
  Kernel* const target = other_kernel(call);
  if (target == nullptr) return Errno::shutdown;
  KernelLock target_lock(target->mutex());
  const Plot plot = target->root_file_system().set_apart();
  target_lock.unlock();
  KernelLock lock(call.kernel().mutex());
  call.kernel().root_file_system().make_on(plot);
  return 0;
}

Result<Scion> scion_in(Kernel& nursery, const std::string& path) {
  KernelLock lock(nursery.mutex());
  return scion_of(nursery.root_file_system(), nursery.vfs(), path);
}

// (from, its directory, path)
Result<int64_t> graft(KernelCall& call) {
  Kernel* const nursery = other_kernel(call);
  if (nursery == nullptr || nursery == &call.kernel()) return Errno::inval;
  WS_ASSIGN(scion, scion_in(*nursery, call.path(1)));
  KernelLock lock(call.kernel().mutex());
  WS_TRY(wasmsand::graft(scion, call.kernel().vfs(), call.kernel().root_file_system(), call.path(2)));
  return 0;
}

}  // namespace

std::vector<KernelObject::PropertyDescriptor> KernelObject::graft_methods() {
  return {method<prepare_graft>("prepareGraft"), method<graft>("graft")};
}

}  // namespace wasmsand
