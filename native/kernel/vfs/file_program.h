// Files as executables: files of the sandbox, and files of the host that are read when they are first needed.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "kernel/process/program.h"
#include "kernel/vfs/extents.h"

namespace wasmsand {

// The identity of a sandbox's own program, for caches of compiled programs: whether the program of a number still
// exists, and how many have gone.
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

// The content of a guest's file when a process first executed it.
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

// A file of the host. Its size is known from the start; ENOENT or EIO when the file has gone or changed.
class HostProgram final : public Program {
 public:
  HostProgram(std::string host_path, uint64_t size);
  uint64_t id() const override { return id_; }
  uint64_t size() const override { return size_; }
  Result<std::span<const std::byte>> head() override;
  bool head_loaded() const override { return head_loaded_.load(std::memory_order_acquire); }
  // Read once, and shared by all sandboxes that run the file.
  Result<Bytes> bytes() override;
  bool loaded() const override { return loaded_.load(std::memory_order_acquire); }
  bool copies() const override { return false; }

 private:
  Result<std::vector<std::byte>> load(uint64_t length) const;

  const uint64_t id_;
  const std::string host_path_;
  const uint64_t size_;
  // Two locks, so that a reader of the head need not wait for a reader of the whole file.
  std::mutex head_mutex_, mutex_;
  std::vector<std::byte> head_;
  Bytes bytes_;
  std::atomic<bool> head_loaded_ = false, loaded_ = false;
};

}  // namespace wasmsand
