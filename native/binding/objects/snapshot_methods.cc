// The methods of a kernel object about snapshots.
#include <algorithm>

#include "binding/objects/environment.h"
#include "binding/objects/kernel_object.h"
#include "kernel/state/diff.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {
namespace {

// What the changes of one answer may take.
constexpr size_t kDiffBytes = size_t{64} << 20;

}  // namespace

Result<std::vector<Process*>> processes_of(Kernel& kernel, Streams& streams, std::span<const int32_t> channels) {
  std::vector<Process*> processes;
  for (const int32_t channel : channels) {
    const SessionChannel* const session = streams.session(channel);
    Process* const process = session != nullptr ? shell_of(kernel, *session) : nullptr;
    if (process == nullptr) return Errno::srch;
    processes.push_back(process);
  }
  return processes;
}

Result<int64_t> begin_from(KernelCall& call, const Snapshot& snapshot, bool own, std::span<const int32_t> runs,
                           std::span<int32_t> result) {
  Kernel& kernel = call.kernel();
  KernelLock lock(kernel.mutex());
  if (runs.size() != snapshot.sessions.size() || result.size() < 2 * runs.size()) return Errno::inval;
  std::ranges::fill(result, 0);
  std::vector<HostSession> sessions;
  std::vector<int> channels;
  for (size_t i = 0; i < runs.size(); i++) {
    HostSession session{.channel = {}, .run_id = static_cast<uint64_t>(runs[i]), .on_exit = {}};
    int channel = 0;
    if (snapshot.sessions[i]) {
      channel = call.streams.open_session();
      session.channel = Ref<SessionChannel>(call.streams.session(channel));
      session.on_exit = exit_event(call.handle);
    }
    channels.push_back(channel);
    sessions.push_back(std::move(session));
  }
  // They are of files that are no more.
  if (kernel.processes().empty()) call.files.close_all();
  const auto begun = kernel.restore(snapshot, own, std::move(sessions));
  if (!begun.ok()) {
    for (const int channel : channels)
      if (channel != 0) call.streams.close(channel);
    return begun.error();
  }
  for (size_t i = 0; i < channels.size(); i++) {
    result[2 * i] = (*begun)[i] ? (*begun)[i]->pid : 0;
    result[2 * i + 1] = channels[i];
  }
  const Ref<MemoryFileSystem> files(&kernel.root_file_system());
  if (files->has_detached()) call.handle.remove_detached(files);
  return 0;
}

namespace {

// (channels) → the snapshot's name
Result<int64_t> take_snapshot(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  WS_ASSIGN(sessions, processes_of(call.kernel(), call.streams, call.integers(0, 0)));
  WS_ASSIGN(name, call.kernel().take_snapshot(sessions));
  return name;
}

// (name)
Result<int64_t> drop_snapshot(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  if (!call.kernel().snapshots().drop(static_cast<uint32_t>(call.integer(0)))) return Errno::noent;
  return 0;
}

// () → how many processes have not ended yet
Result<int64_t> halt(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  return static_cast<int64_t>(call.kernel().halt(lock));
}

Result<int64_t> go_on(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  call.kernel().processes().go_on();
  return 0;
}

// A snapshot of another kernel's, or how that is now.
Result<Ref<Snapshot>> snapshot_of(KernelObject& object, uint32_t name, std::span<const int32_t> channels) {
  const std::shared_ptr<KernelHandle>& handle = object.handle();
  if (!handle) return Errno::shutdown;
  Kernel& kernel = handle->kernel();
  KernelLock lock(kernel.mutex());
  if (name == 0) {
    WS_ASSIGN(sessions, processes_of(kernel, object.streams(), channels));
    return kernel.freeze(sessions);
  }
  Ref<Snapshot> snapshot = kernel.snapshots().find(name);
  if (!snapshot) return Errno::noent;
  return snapshot;
}

// (kernel, name, channels, runs, result [pid, channel, …])
Result<int64_t> restore(KernelCall& call) {
  KernelObject* const from = KernelObject::of(call.arguments[0]);
  if (from == nullptr) return Errno::inval;
  WS_ASSIGN(snapshot, snapshot_of(*from, static_cast<uint32_t>(call.integer(1)), call.integers(2, 0)));
  const bool own = from->handle().get() == &call.handle;
  return begin_from(call, *snapshot, own, call.integers(3, 0), call.integers(4, 0));
}

constexpr char kKinds[] = {'d', 'r', 'c', 'm'};

// What lib/kernel/kernel.ts says of it.
std::string listing_of(const std::vector<Change>& changes) {
  std::string listing;
  for (const Change& change : changes) {
    listing += kKinds[static_cast<size_t>(change.kind) - 1];
    listing += static_cast<char>(change.type);
    const uint32_t mode = static_cast<uint32_t>(change.type) << 12 | change.permissions;
    listing += std::to_string(mode) + ' ' + std::to_string(change.size);
    for (const std::string& path : {change.path, change.from}) listing.append(1, '\0').append(path);
    listing += '\0';
  }
  return listing;
}

// (from, to, into): `to` of 0 is how it is now.
Result<int64_t> diff(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  const Ref<Snapshot> from = call.kernel().snapshots().find(static_cast<uint32_t>(call.integer(0)));
  const auto name = static_cast<uint32_t>(call.integer(1));
  Ref<FileSystemImage> before, after;
  if (from) before = from->files;
  if (name == 0)
    after = call.kernel().root_file_system().freeze();
  else if (const Ref<Snapshot> to = call.kernel().snapshots().find(name))
    after = to->files;
  if (!before || !after) return Errno::noent;
  lock.unlock();
  WS_ASSIGN(changes, wasmsand::diff(*before, *after, kDiffBytes));
  std::string listing = listing_of(changes);
  const auto length = static_cast<int64_t>(listing.size());
  const std::span<std::byte> into = call.bytes(2);
  if (listing.size() <= into.size())
    std::ranges::copy(std::as_bytes(std::span(listing)), into.begin());
  else
    call.held = std::move(listing);
  // The tree may have let go of much of it meanwhile.
  if (name == 0) call.handle.free_later(std::move(after));
  return length;
}

}  // namespace

std::vector<KernelObject::PropertyDescriptor> KernelObject::snapshot_methods() {
  return {
      method<take_snapshot>("takeSnapshot"),
      method<drop_snapshot>("dropSnapshot"),
      method<halt>("halt"),
      method<go_on>("goOn"),
      method<restore>("restore"),
      method<diff>("diff"),
  };
}

}  // namespace wasmsand
