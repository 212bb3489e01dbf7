// Files of a mount as executables.
#pragma once

#include <list>

#include "kernel/vfs/file_program.h"
#include "kernel/vfs/host/host_call.h"

namespace wasmsand {

// The file as it was when a process executed it. If it has changed when it is read: ETXTBSY.
class MountedProgram final : public OwnProgram {
 public:
  MountedProgram(Ref<host::Handle> file, const host::Status& found, std::vector<std::byte> head)
      : file_(std::move(file)), found_(found), head_(std::move(head)) {}
  uint64_t size() const override { return found_.attributes.size; }
  Result<std::span<const std::byte>> head() override { return std::span<const std::byte>(head_); }
  Result<Bytes> bytes() override;
  bool is(const host::Status& found) const;

 private:
  const Ref<host::Handle> file_;
  const host::Status found_;
  const std::vector<std::byte> head_;
};

// Recently executed programs: a file is the same program as long as it does not change.
class HostPrograms {
 public:
  Ref<Program> find(const host::Status& found);
  // Replaced programs are added to `discards`.
  void add(Ref<MountedProgram> program, std::vector<Ref<RefCounted>>& discards);

 private:
  static constexpr size_t kMost = 32;
  std::list<Ref<MountedProgram>> programs_;  // the last one first
};

}  // namespace wasmsand
