// Named pipes: holds the pipe behind a FIFO's inode while a process has the FIFO open.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "kernel/io/pipe.h"
#include "kernel/vfs/locks.h"

namespace wasmsand {

class FifoTable {
 public:
  FifoTable(PipeLedger& ledger, LockTable& locks) : ledger_(ledger), locks_(locks) {}

  // A description that is not connected yet: OpenFile::connect waits for the other end, as open(2) of a FIFO does
  // (ENXIO for O_WRONLY | O_NONBLOCK without a reader). `path` is what /proc shows.
  Result<Ref<OpenFile>> open(const Node& node, uint32_t flags, std::string path);

 private:
  friend class Audit;  // test/audit.h
  friend class FifoEnd;
  // Drops the pipe, and its unread bytes, when no end is left.
  void forget_unused(const Node& node);

  using Key = std::pair<const FileSystem*, Ino>;
  PipeLedger& ledger_;
  LockTable& locks_;
  std::map<Key, Ref<Pipe>> pipes_;
};

}  // namespace wasmsand
