// Mounting folders of the host.
#include <cstring>

#include "binding/kernel_object.h"
#include "kernel/vfs/overlay/overlay_file_system.h"

namespace wasmsand {
namespace {

// (path, the host's folder, how: 0 read-only, 1 writable, 2 as an overlay)
Result<int64_t> mount(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  const auto how = static_cast<Kernel::FolderMount>(call.integer(2));
  WS_TRY(call.kernel().mount_folder(lock, call.path(0), call.text(1), how));
  return 0;
}

Result<int64_t> unmount(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  WS_TRY(call.kernel().unmount_folder(call.path(0)));
  return 0;
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
  if (overlay->in_use()) return Errno::busy;
  overlay->discard();
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
