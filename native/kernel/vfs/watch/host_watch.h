// A watch of the host: what has come, changed and gone at a path or below it, kept until the host takes it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "kernel/vfs/vfs.h"
#include "kernel/vfs/watch/watches.h"

namespace wasmsand {

class HostWatch final : public Watcher {
 public:
  // As much as one keeps: what comes beyond is lost.
  static constexpr size_t kKeptMax = 8192;
  static constexpr size_t kKeptBytesMax = 1 << 20;
  // A buffer of so many bytes has room for any change.
  static constexpr size_t kLongest = 32 * 1024;

  enum class Kind : char { created = 'c', modified = 'm', deleted = 'd', renamed = 'r', lost = 'l' };

  // `changed` is called when there is something to take, and again only after something was taken.
  HostWatch(Vfs& vfs, std::string path, bool recursive, std::function<void()> changed);
  ~HostWatch();

  // Begins. Errors: walk's; ENOSPC, ENOMEM – there are too many watches.
  Result<void> begin();
  // Moves as many changes as fit into `into`: kind, path, NUL, path before, NUL. The number of bytes, 0: there is none.
  size_t take(std::span<std::byte> into);

  void told(Watch& watch, const FileEvent& event) override;
  void ended(Watch& watch) override;
  void lost(bool replaced) override;

 private:
  struct Change {
    Kind kind;
    uint32_t cookie;  // of a move of which one end is known
    std::string path, from;
    uint64_t number;
    [[nodiscard]] size_t size() const { return path.size() + from.size() + 3; }
  };
  void add(Kind kind, std::string path, uint32_t cookie = 0);
  bool keep(Change change);
  void keep_lost();
  void end();
  bool finish_move(const std::string& path, uint32_t cookie);

  Vfs& vfs_;
  const std::string path_;
  const bool recursive_;
  const std::function<void()> changed_;
  Watch watch_;
  bool watches_ = false, replaced_ = false, announced_ = false;
  std::deque<Change> changes_;
  std::map<std::string, std::pair<Kind, uint64_t>> last_;  // of each path, and the number of that change
  uint64_t number_ = 0;
  size_t bytes_ = 0;
};

}  // namespace wasmsand
