// epoll(7): watches files over many waits. What is woken is looked at, and nothing else.
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
  // Waits for the next change of what it is for.
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
  // EEXIST, EPERM: its readiness never changes; ELOOP: another epoll; ENOSPC: there are as many as may be.
  Result<void> add(int fd, OpenFile& file, uint32_t events, uint64_t data);
  Result<void> change(int fd, OpenFile& file, uint32_t events, uint64_t data);  // ENOENT
  Result<void> remove(int fd, OpenFile& file);                                  // ENOENT
  // Up to `most`, waiting for the first one: until `deadline` (0 = none), which gives none.
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
  // What is ready of those that may be.
  std::vector<Event> take(KernelLock& lock, size_t most);

  Accounting& accounting_;
  std::map<Key, FileWatch> watches_;
  std::list<FileWatch*> ready_;  // that were woken, the first one first
  WaitQueue changed_;
};

}  // namespace wasmsand
