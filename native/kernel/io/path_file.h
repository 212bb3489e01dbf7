// O_PATH: names a node without opening it.
#pragma once

#include "kernel/io/node_file.h"

namespace wasmsand {

class PathFile final : public NodeFile {
 public:
  using NodeFile::NodeFile;
  Result<size_t> read(IoContext&, std::span<std::byte>) override { return Errno::badf; }
  Result<size_t> write(IoContext&, std::span<const std::byte>) override { return Errno::badf; }
  Result<size_t> read_at(IoContext&, uint64_t, std::span<std::byte>) override { return Errno::badf; }
  Result<size_t> write_at(IoContext&, uint64_t, std::span<const std::byte>) override { return Errno::badf; }
  Result<uint64_t> seek(int64_t, int) override { return Errno::badf; }
  Result<void> truncate(IoContext&, uint64_t) override { return Errno::badf; }
  Result<void> allocate(IoContext&, uint32_t, uint64_t, uint64_t) override { return Errno::badf; }
  Result<void> list(IoContext&, const std::function<bool(const DirectoryEntry&)>&) override { return Errno::badf; }
  Result<void> synchronize() override { return Errno::badf; }
  uint32_t poll_events() override { return kPollInvalid; }
};

}  // namespace wasmsand
