// An open directory. Its position is a cookie, so that a reader neither repeats nor skips entries that existed all
// along.
#pragma once

#include "kernel/io/node_file.h"

namespace wasmsand {

class DirectoryStream : public NodeFile {
 public:
  using NodeFile::NodeFile;
  ~DirectoryStream() override { tell(abi::kIN_CLOSE_NOWRITE | abi::kIN_ISDIR); }
  Result<size_t> read(IoContext&, std::span<std::byte>) override { return Errno::isdir; }
  Result<size_t> write(IoContext&, std::span<const std::byte>) override { return Errno::badf; }
  Result<size_t> read_at(IoContext&, uint64_t, std::span<std::byte>) override { return Errno::isdir; }
  Result<size_t> write_at(IoContext&, uint64_t, std::span<const std::byte>) override { return Errno::badf; }
  Result<void> synchronize() override { return {}; }
  // Moves to a cookie that list() returned, or to 0.
  Result<uint64_t> seek(int64_t offset, int whence) override;
  Result<void> list(IoContext& context, const std::function<bool(const DirectoryEntry&)>& visit) override;

 private:
  // Lists the entries after `cookie`.
  virtual Result<void> entries(IoContext& context, uint64_t cookie,
                               const std::function<bool(const DirectoryEntry&)>& visit);

  Result<void> list_now(IoContext& context, const std::function<bool(const DirectoryEntry&)>& visit);

  uint64_t position_ = 0;
};

}  // namespace wasmsand
