// The host's watches of files.

#include "binding/interface.h"
#include "binding/objects/kernel_object.h"

namespace wasmsand {

Result<int64_t> HostWatches::begin(std::string path, bool recursive) {
  const int64_t number = last_ + 1;
  auto changed = [&events = events_, kernel = kernel_id_, number] {
    events.post({.kernel = kernel, .kind = EventKind::watched, .id = number});
  };
  auto watch = std::make_unique<HostWatch>(vfs_, std::move(path), recursive, std::move(changed));
  WS_TRY(watch->begin());
  watches_[number] = std::move(watch);
  return last_ = number;
}

HostWatch* HostWatches::find(int64_t number) {
  const auto found = watches_.find(number);
  return found == watches_.end() ? nullptr : found->second.get();
}

namespace {

// (path, whether what lies below is meant too)
Result<int64_t> watch_files(KernelCall& call) {
  std::string path = call.path(0);
  KernelLock lock(call.kernel().mutex());
  return call.watches.begin(std::move(path), call.flag(1));
}

// (watch, into)
Result<int64_t> take_changes(KernelCall& call) {
  const std::span<std::byte> into = call.bytes(1);
  if (into.size() < HostWatch::kLongest) return Errno::inval;
  KernelLock lock(call.kernel().mutex());
  HostWatch* const watch = call.watches.find(call.integer(0));
  if (watch == nullptr) return Errno::badf;
  return static_cast<int64_t>(watch->take(into));
}

Result<int64_t> unwatch_files(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  call.watches.end(call.integer(0));
  return 0;
}

}  // namespace

std::vector<KernelObject::PropertyDescriptor> KernelObject::watch_methods() {
  return {
      method<watch_files>("watchFiles"),
      method<take_changes>("takeChanges"),
      method<unwatch_files>("unwatchFiles"),
  };
}

}  // namespace wasmsand
