// Files as executables: content of the sandbox's own files, and files of the host that are read when first needed.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "kernel/process/program.h"
#include "kernel/vfs/extents.h"

namespace wasmsand {

// What is a sandbox's own. For caches of what was made of such programs: whether the one of this number is still there,
// and how many have gone.
class OwnProgram : public Program {
 public:
  OwnProgram();
  ~OwnProgram() override;
  uint64_t id() const override { return id_; }
  bool copies() const override { return true; }

  static bool exists(uint64_t id);
  static uint64_t gone();

 private:
  const uint64_t id_;
};

// What a guest's file held when somebody first asked to execute it.
class ContentProgram final : public OwnProgram {
 public:
  explicit ContentProgram(FileContent content);
  uint64_t size() const override { return content_.size(); }
  Result<std::span<const std::byte>> head() override { return std::span<const std::byte>(head_); }
  Result<Bytes> bytes() override;

 private:
  const FileContent content_;
  std::vector<std::byte> head_;
};

// A file of the host. Its size is known from the start; ENOENT or EIO when the host no longer has it like that.
class HostProgram final : public Program {
 public:
  HostProgram(std::string host_path, uint64_t size);
  uint64_t id() const override { return id_; }
  uint64_t size() const override { return size_; }
  Result<std::span<const std::byte>> head() override;
  bool head_loaded() const override { return head_loaded_.load(std::memory_order_acquire); }
  // Read once: shared by all sandboxes that run the file.
  Result<Bytes> bytes() override;
  bool loaded() const override { return loaded_.load(std::memory_order_acquire); }
  bool copies() const override { return false; }

 private:
  Result<std::vector<std::byte>> load(uint64_t length) const;

  const uint64_t id_;
  const std::string host_path_;
  const uint64_t size_;
  // Two, so that who wants the head need not wait for who reads all.
  std::mutex head_mutex_, mutex_;
  std::vector<std::byte> head_;
  Bytes bytes_;
  std::atomic<bool> head_loaded_ = false, loaded_ = false;
};

}  // namespace wasmsand
