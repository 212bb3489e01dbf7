// What the host's calls about files share.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "binding/objects/kernel_object.h"

namespace wasmsand {

// A call with the kernel locked. It acts as root and never waits; what it creates belongs to the guest's user.
struct FileCall : KernelCall {
  explicit FileCall(KernelCall& call)
      : KernelCall(call), lock(handle.kernel().mutex()), caller(kernel().host_caller()) {
    caller.lock = &lock;
  }
  KernelLock lock;
  Caller caller;
  Vfs& vfs() { return kernel().vfs(); }
  IoContext io() { return {lock, nullptr}; }

  // Whether opening it would find something: what a link leads to may be missing.
  bool leads_somewhere(const std::string& path) { return vfs().resolve(caller, path).ok(); }

  Result<void> give_to_guest(const std::string& path, bool follow = false) {
    WS_ASSIGN(node, vfs().resolve(caller, path, follow));
    return vfs().change_owner(caller, node, kUserId, kUserId);
  }

  Result<Ref<OpenFile>> open(const std::string& path, uint32_t flags, uint16_t permissions = 0) {
    WS_ASSIGN(file, vfs().open(caller, path, flags | OpenFile::kNonBlocking, permissions));
    IoContext context = io();
    WS_TRY(file->connect(context));
    return file;
  }

  // The same, and what it makes belongs to the guest's user.
  Result<Ref<OpenFile>> open_or_make(const std::string& path, uint32_t flags, uint16_t permissions) {
    const bool created = !leads_somewhere(path);
    WS_ASSIGN(file, open(path, flags, permissions));
    if (created) WS_TRY(give_to_guest(path, true));
    return file;
  }
};

// Fills StatFields. Errors: EINVAL – there is no room for them.
Result<void> store_attributes(const Attributes& attributes, std::span<double> into);
// Nothing for an id of -1: it is not changed.
std::optional<uint32_t> owner_of(int64_t id);
// Both times of a file, in milliseconds.
AttributeChange times_of(double accessed, double modified);

}  // namespace wasmsand
