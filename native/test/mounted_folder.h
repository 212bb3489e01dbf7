// A folder of the host for a test, mounted at /m of a sandbox; gone after it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "test/linux_guest.h"
#include "test/open_sandbox.h"

namespace wasmsand::test {

class MountedFolder {
 public:
  explicit MountedFolder(Kernel::FolderMount how = Kernel::FolderMount::writable) {
    std::string pattern = std::filesystem::temp_directory_path() / "wasmsand-mount-XXXXXX";
    base_ = mkdtemp(pattern.data());
    std::filesystem::create_directory(folder());
    mount("/m", how);
  }
  ~MountedFolder() { std::filesystem::remove_all(base_); }

  // What is mounted, and what lies beside it.
  std::filesystem::path folder() const { return base_ / "inside"; }
  std::filesystem::path base() const { return base_; }
  void write(const std::string& path, const std::string& content) const {
    std::filesystem::create_directories((folder() / path).parent_path());
    std::ofstream(folder() / path) << content;
  }
  std::string read(const std::string& path) const {
    std::ifstream file(folder() / path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void mount(const std::string& path, Kernel::FolderMount how) {
    Kernel& kernel = sandbox.kernel();
    KernelLock lock(kernel.mutex());
    ASSERT_TRUE(kernel.vfs().make_directory(kernel.host_caller(), path, 0755).ok());
    ASSERT_TRUE(kernel.mount_folder(lock, path, folder(), how).ok());
  }
  Errno unmount(const std::string& path) {
    KernelLock lock(sandbox.kernel().mutex());
    return sandbox.kernel().unmount_folder(path).error();
  }
  void run(const std::function<void(LinuxGuest&)>& body) {
    sandbox.run([&](Guest& guest) {
      LinuxGuest linux(guest);
      body(linux);
      return 0;
    });
  }

 private:
  std::filesystem::path base_;

 public:
  OpenSandbox sandbox;
};

}  // namespace wasmsand::test
