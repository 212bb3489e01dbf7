// epoll(7): watches files over many waits. A wait looks only at the files that were woken.
#pragma once

#include <list>
#include <map>

#include "kernel/io/open_file.h"

namespace wasmsand {

class Accounting;
class Epoll;

// One file that an epoll watches, under one descriptor.
class FileWatch final : public Waiter {
 public:
  FileWatch(Epoll& epoll, OpenFile& file) : epoll_(epoll), file_(file) {}
  ~FileWatch() { withdraw(); }
  // The description is being closed for good.
  void file_gone();

  uint32_t events = 0;  // EPOLLET and EPOLLONESHOT with them; none: nothing is told until the next change
  uint64_t data = 0;

 private:
  friend class Epoll;
  void on_wake() override;
  // Enrols in the queues of the file, to hear of its next change.
  void arm();
  Epoll& epoll_;
  OpenFile& file_;
  bool is_ready_ = false;
  std::list<FileWatch*>::iterator ready_;  // while is_ready_
  int fd_ = -1;
};

class Epoll final : public OpenFile {
 public:
  struct Event {
    uint32_t events;
    uint64_t data;
  };

  explicit Epoll(Accounting& accounting) : OpenFile(kReadWrite), accounting_(accounting) {}
  ~Epoll() override;

  Epoll* as_epoll() override { return this; }
  // EEXIST; EPERM: the file is always ready; ELOOP: another epoll; ENOSPC: the sandbox has too many watches.
  Result<void> add(int fd, OpenFile& file, uint32_t events, uint64_t data);
  Result<void> change(int fd, OpenFile& file, uint32_t events, uint64_t data);  // ENOENT
  Result<void> remove(int fd, OpenFile& file);                                  // ENOENT
  // Returns up to `most` events. Waits for the first one until `deadline` (0 = for ever), after which it returns none.
  Result<std::vector<Event>> wait(KernelLock& lock, Process& process, size_t most, Nanoseconds deadline);

  Result<Attributes> attributes() override;
  uint32_t poll_events() override;
  void add_poll_queues(uint32_t, std::vector<WaitQueue*>& queues) override { queues.push_back(&changed_); }
  std::string describe() override { return "anon_inode:[eventpoll]"; }

 private:
  friend class FileWatch;
  using Key = std::pair<OpenFile*, int>;
  void become_ready(FileWatch& watch);
  void forget(FileWatch& watch);
  // The ready files among those that may be ready.
  std::vector<Event> take(KernelLock& lock, size_t most);

  Accounting& accounting_;
  std::map<Key, FileWatch> watches_;
  std::list<FileWatch*> ready_;  // that were woken, the first one first
  WaitQueue changed_;
};

}  // namespace wasmsand
