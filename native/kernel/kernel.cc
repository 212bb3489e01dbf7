#include "kernel/kernel.h"

#include "kernel/proc/proc_file_system.h"
#include "kernel/vfs/device_file_system.h"
#include "kernel/vfs/host/host_file_system.h"
#include "kernel/vfs/memory_file_system.h"
#include "kernel/vfs/overlay/overlay_file_system.h"
#include "kernel/vfs/provided/provided_file_system.h"

namespace wasmsand {

namespace {

constexpr uint32_t kRootDevice = 1;

}  // namespace

Kernel::Kernel(KernelOptions options)
    : options_(std::move(options)),
      accounting_(options_.limits),
      boot_time_(monotonic_now()),
      load_average_(boot_time_),
      root_file_system_(make_ref<MemoryFileSystem>(accounting_, options_.base, kRootDevice)),
      shared_memory_(make_shared_memory_file_system(accounting_)),
      empty_shared_memory_(shared_memory_->freeze()),
      pipes_(accounting_),
      vfs_(std::make_unique<Vfs>(root_file_system_, accounting_, pipes_)),
      network_(*vfs_, pipes_),
      terminals_(make_ref<PtyFileSystem>(accounting_, processes_)),
      devices_(make_device_file_system(*vfs_, terminals_)),
      snapshots_(accounting_, *root_file_system_),
      deadlines_(*this, options_.executor),
      run_usage_(processes_),
      memory_(*this),
      engine_(accounting_) {
  terminals_->set_vfs(*vfs_);
  accounting_.set_discards(&mutex_.discards);
  accounting_.refusals().set_actor(&mutex_.acting_for);
  mount_all();
}

void Kernel::mount_all() {
  struct Provider {
    const char *path, *source;
    Ref<FileSystem> fs;
  };
  for (const Provider& provider :
       {Provider{"/dev", "udev", devices_}, Provider{"/dev/pts", "devpts", terminals_},
        Provider{"/dev/shm", "tmpfs", shared_memory_}, Provider{"/proc", "proc", make_proc_file_system(*this)}}) {
    // An empty base has no mount points yet; a directory that exists is what we want.
    (void)vfs_->make_directory(host_caller(), provider.path, 0755);
    auto mounted = vfs_->mount(provider.path, provider.fs, provider.source);
    assert(mounted.ok());
    (void)mounted;
  }
}

Result<void> Kernel::mount_folder(KernelLock& lock, const std::string& path, const std::string& folder, FolderMount how,
                                  uint64_t budget) {
  lock.unlock();
  auto opened = HostFileSystem::open(mutex_, folder, how != FolderMount::writable);
  lock.lock();
  if (!opened.ok()) return opened.error();
  const uint32_t device = next_device();
  (*opened)->set_device(device);
  (*opened)->set_budget(budget);
  if (how != FolderMount::overlay) return vfs_->mount(path, *opened, "host", true);
  return vfs_->mount(path, make_ref<OverlayFileSystem>(mutex_, accounting_, *opened, device), "overlay", true);
}

Result<Ref<ProvidedFileSystem>> Kernel::mount_provider(const std::string& path, TreeProvider& provider, uint32_t number,
                                                       Nanoseconds patience) {
  auto tree = make_ref<ProvidedFileSystem>(mutex_, accounting_, provider, number, next_device(), patience);
  WS_TRY(vfs_->mount(path, tree, "host", true));
  return tree;
}

uint32_t Kernel::next_device() {
  // HostFileSystem adds to this one.
  constexpr uint32_t kFirst = 256, kMost = 65'536 - kFirst;
  return kFirst + mounted_++ % kMost;
}

Result<void> Kernel::unmount_folder(const std::string& path) {
  const auto overlay = overlay_at(path);
  WS_TRY(vfs_->unmount(path, true));
  if (overlay) (*overlay)->discard();
  return {};
}

Result<Ref<OverlayFileSystem>> Kernel::overlay_at(const std::string& path) {
  WS_ASSIGN(node, vfs_->resolve(host_caller(), path));
  if (node.ino != node.fs->root() || std::string_view(node.fs->type_name()) != "overlay") return Errno::inval;
  return Ref<OverlayFileSystem>(static_cast<OverlayFileSystem*>(node.fs.get()));
}

// After the files were changed as a whole: directories that these lie on are made anew where they are missing. One that
// cannot be, for a file has its name now, is no more.
void Kernel::mount_again(std::vector<Vfs::Mount> mounts) {
  for (Vfs::Mount& mount : mounts) {
    for (size_t end = mount.path.find('/', 1);; end = mount.path.find('/', end + 1)) {
      (void)vfs_->make_directory(host_caller(), mount.path.substr(0, end), 0755);
      if (end == std::string::npos) break;
    }
    (void)vfs_->mount(mount.path, std::move(mount.fs), std::move(mount.source), true);
  }
}

const Ref<FileSystemImage>& Kernel::base_image() const { return root_file_system_->base(); }

Kernel::~Kernel() { assert(processes_.empty()); }

void Kernel::shut_down() {
  processes_.close();
  kill_all();
}

}  // namespace wasmsand
