// Snapshots of a kernel: taking and restoring. Those that there are: snapshot_table.h.
#include <algorithm>

#include "kernel/kernel.h"
#include "kernel/state/snapshot.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {

Result<Ref<Snapshot>> Kernel::freeze(std::span<Process* const> sessions) {
  auto snapshot = make_ref<Snapshot>();
  snapshot->last_pid = processes_.last_pid();
  bool all_rest = true;
  for (Process* const process : sessions) {
    auto image = image_of(*process);
    if (image.error() == Errno::again)
      all_rest = false;
    else if (!image.ok() && image.error() != Errno::notsup)
      return image.error();
    snapshot->sessions.push_back(image.ok() ? *image : Ref<SessionImage>());
  }
  if (!all_rest) return Errno::again;
  snapshot->files = root_file_system_->freeze();
  return snapshot;
}

Result<uint32_t> Kernel::take_snapshot(std::span<Process* const> sessions) {
  WS_TRY(snapshots_.check_room());
  WS_ASSIGN(snapshot, freeze(sessions));
  return snapshots_.keep(snapshot);
}

size_t Kernel::halt(KernelLock& lock) {
  processes_.hold();
  std::vector<Ref<Process>> resting;
  for (const auto& [pid, process] : processes_)
    if (process->rest == Rest::resting && !process->killed) resting.push_back(process);
  kill_others(resting);
  // No thread of the host has to be waited for.
  for (const Ref<Process>& process : resting) finish(lock, *process, {0, kSigKill});
  return processes_.size();
}

void Kernel::kill_others(const std::vector<Ref<Process>>& spared) {
  for (const auto& [pid, process] : processes_)
    if (std::ranges::find(spared, process) == spared.end()) terminate(*process, {0, kSigKill});
}

// Whether there is room for the memory of all of them.
Result<void> Kernel::check_sessions(const Snapshot& snapshot) {
  uint64_t bytes = 0;
  for (const Ref<SessionImage>& session : snapshot.sessions) {
    if (!session) continue;
    const Ref<SharedPages> pages = session->program ? session->program->initial_pages.get() : Ref<SharedPages>();
    bytes += session->engine_bytes + session->memory_bytes;
    if (pages) bytes -= std::min<uint64_t>(session->memory_bytes, pages->bytes());
  }
  return accounting_.check_memory(bytes);
}

Result<std::vector<Ref<Process>>> Kernel::restore(const Snapshot& snapshot, bool own,
                                                  std::vector<HostSession> sessions) {
  if (!processes_.empty()) return Errno::busy;
  if (sessions.size() != snapshot.sessions.size()) return Errno::inval;
  const FileSystemImage& files = *snapshot.files;
  if (!own) WS_TRY(accounting_.check_files(files.size.bytes, files.size.inodes));
  WS_TRY(check_sessions(snapshot));
  std::vector<Vfs::Mount> mounts = vfs_->unmount_all();
  root_file_system_->restore(snapshot.files);
  shared_memory_->restore(empty_shared_memory_);
  mount_all();
  mount_again(std::move(mounts));
  vfs_->watches().lost(true);
  if (!own) processes_.set_last_pid(snapshot.last_pid);
  processes_.go_on();
  std::vector<Ref<Process>> begun;
  for (size_t i = 0; i < sessions.size(); i++) {
    Ref<Process> process;
    if (const Ref<SessionImage>& session = snapshot.sessions[i]) {
      WS_ASSIGN(there, begin_session(*session, std::move(sessions[i])));
      process = there;
    }
    begun.push_back(std::move(process));
  }
  return begun;
}

}  // namespace wasmsand
