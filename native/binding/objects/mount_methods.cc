// Mounting folders of the host.
#include <algorithm>
#include <cstring>

#include "binding/objects/kernel_object.h"
#include "kernel/vfs/overlay/overlay_file_system.h"

namespace wasmsand {
namespace {

// (path, the host's folder, how: 0 read-only, 1 writable, 2 as an overlay, how many bytes may be written)
Result<int64_t> mount(KernelCall& call) {
  constexpr double kExact = 9007199254740992;
  const double most = call.number(3);
  const uint64_t budget = most < kExact ? static_cast<uint64_t>(std::max(most, 0.0)) : INT64_MAX;
  KernelLock lock(call.kernel().mutex());
  const auto how = static_cast<Kernel::FolderMount>(call.integer(2));
  WS_TRY(call.kernel().mount_folder(lock, call.path(0), call.text(1), how, budget));
  return 0;
}

// (path) → the number of the provider that was mounted there; 0: it was none
Result<int64_t> unmount(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  const auto node = call.kernel().vfs().resolve(call.kernel().host_caller(), call.path(0));
  const uint32_t provider = node ? call.providers.number_of(node->fs.get()) : 0;
  WS_TRY(call.kernel().unmount_folder(call.path(0)));
  call.providers.forget(provider);
  return int64_t{provider};
}

std::string listing_of(const std::vector<OverlayChange>& changes) {
  constexpr std::string_view kLetters = "dcm";
  std::string listing;
  for (const OverlayChange& change : changes) {
    const Attributes& attributes = change.attributes;
    listing += kLetters[static_cast<size_t>(change.kind)];
    listing += static_cast<char>(attributes.type);
    listing += std::to_string(attributes.mode()) + ' ' + std::to_string(attributes.size);
    listing.push_back('\0');
    listing.append(change.path).push_back('\0');
    listing.push_back('\0');
  }
  return listing;
}

// (path, into), as diff
Result<int64_t> overlay_changes(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  WS_ASSIGN(overlay, call.kernel().overlay_at(call.path(0)));
  WS_ASSIGN(changes, overlay->changes());
  lock.unlock();
  std::string listing = listing_of(changes);
  const auto length = static_cast<int64_t>(listing.size());
  const std::span<std::byte> into = call.bytes(1);
  if (listing.size() <= into.size())
    std::memcpy(into.data(), listing.data(), listing.size());
  else
    call.held = std::move(listing);
  return length;
}

// (path, the paths in it that are meant; nothing: all)
Result<int64_t> commit_overlay(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  WS_ASSIGN(overlay, call.kernel().overlay_at(call.path(0)));
  const std::vector<std::string> only = js::to_strings(call.arguments[1]);
  WS_TRY(overlay->commit(call.arguments[1].IsArray() ? &only : nullptr));
  return 0;
}

// EBUSY while something in it is in use.
Result<int64_t> discard_overlay(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  WS_ASSIGN(overlay, call.kernel().overlay_at(call.path(0)));
  if (overlay->in_use(call.kernel().vfs().watches().pins(*overlay))) return Errno::busy;
  overlay->discard();
  call.kernel().vfs().watches().lost(true);
  return 0;
}

}  // namespace

std::vector<KernelObject::PropertyDescriptor> KernelObject::mount_methods() {
  return {
      method<mount>("mount"),
      method<unmount>("unmount"),
      method<overlay_changes>("overlayChanges"),
      method<commit_overlay>("commitOverlay"),
      method<discard_overlay>("discardOverlay"),
  };
}

}  // namespace wasmsand
