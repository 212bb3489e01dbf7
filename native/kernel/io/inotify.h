// inotify(7): a description that is told of changes to files, and read.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "kernel/io/open_file.h"
#include "kernel/vfs/watch/watches.h"

namespace wasmsand {

class Inotify final : public OpenFile, public Watcher {
 public:
  static constexpr size_t kQueuedMax = 16'384;  // as Linux's max_queued_events

  // The caller has counted it, by Watches::add_instance().
  Inotify(Watches& watches, uint32_t flags) : OpenFile(kReadOnly | flags), watches_(watches) {}
  ~Inotify() override;

  Inotify* as_inotify() override { return this; }
  // `mask`: events with IN_MASK_ADD, IN_MASK_CREATE, IN_EXCL_UNLINK and IN_ONESHOT. Returns the number of the watch.
  // Errors: EEXIST – IN_MASK_CREATE, and the inode is watched. ENOSPC – the sandbox has too many watches. ENOMEM.
  Result<int> watch(const Node& node, uint32_t mask);
  Result<void> forget(int number);  // EINVAL

  Result<size_t> read(IoContext&, std::span<std::byte>) override;
  Result<size_t> write(IoContext&, std::span<const std::byte>) override { return Errno::badf; }
  Result<uint64_t> seek(int64_t, int) override { return uint64_t{0}; }  // as Linux, which moves nothing
  Result<size_t> readable_bytes() override;
  Result<Attributes> attributes() override;
  uint32_t poll_events() override { return queue_.empty() ? 0 : kPollIn; }
  void add_poll_queues(uint32_t, std::vector<WaitQueue*>& queues) override { queues.push_back(&told_); }
  std::string describe() override { return "anon_inode:inotify"; }
  std::string details() override;

  void told(Watch& watch, const FileEvent& event) override;
  void ended(Watch& watch) override;
  void lost(bool replaced) override;

 private:
  struct Event {
    int watch;
    uint32_t events, cookie;
    std::string name;
    bool operator==(const Event&) const = default;
    size_t size() const;
  };
  void queue(Event event);
  void overflow();
  void end(Watch& watch);

  Watches& watches_;
  std::map<int, Watch> by_number_;
  int last_ = 0;
  std::deque<Event> queue_;
  size_t bytes_ = 0;  // as they are read
  WaitQueue told_;
};

}  // namespace wasmsand
