#include "kernel/io/epoll.h"

#include "kernel/io/unnamed_inode.h"
#include "kernel/process/process.h"
#include "kernel/resources/accounting.h"

namespace wasmsand {

namespace {

constexpr uint32_t kAlwaysReported = OpenFile::kPollError | OpenFile::kPollHangUp;
constexpr uint32_t kConditions =
    OpenFile::kPollIn | OpenFile::kPollPriority | OpenFile::kPollOut | OpenFile::kPollReadHangUp | kAlwaysReported;

}  // namespace

void FileWatch::on_wake() { epoll_.become_ready(*this); }

void FileWatch::arm() {
  end_wait();
  std::vector<WaitQueue*> queues;
  file_.add_poll_queues(events, queues);
  begin_wait(queues);
}

void FileWatch::file_gone() { epoll_.forget(*this); }

Epoll::~Epoll() {
  while (!watches_.empty()) forget(watches_.begin()->second);
}

Result<void> Epoll::add(int fd, OpenFile& file, uint32_t events, uint64_t data) {
  if (&file == this) return Errno::inval;
  if (file.as_epoll() != nullptr) return Errno::loop;
  std::vector<WaitQueue*> queues;
  file.add_poll_queues(kConditions, queues);
  if (queues.empty()) return Errno::perm;
  if (watches_.contains({&file, fd})) return Errno::exist;
  // A watch takes as much of the host as an open file.
  if (!accounting_.charge_descriptors(1)) return Errno::nospc;
  FileWatch& watch = watches_.try_emplace({&file, fd}, *this, file).first->second;
  watch.fd_ = fd;
  watch.events = events;
  watch.data = data;
  file.add_watch(watch);
  become_ready(watch);
  return {};
}

Result<void> Epoll::change(int fd, OpenFile& file, uint32_t events, uint64_t data) {
  const auto found = watches_.find({&file, fd});
  if (found == watches_.end()) return Errno::noent;
  found->second.events = events;
  found->second.data = data;
  become_ready(found->second);
  return {};
}

Result<void> Epoll::remove(int fd, OpenFile& file) {
  const auto found = watches_.find({&file, fd});
  if (found == watches_.end()) return Errno::noent;
  forget(found->second);
  return {};
}

void Epoll::become_ready(FileWatch& watch) {
  if (watch.is_ready_) return;
  watch.is_ready_ = true;
  watch.ready_ = ready_.insert(ready_.end(), &watch);
  changed_.wake_all();
}

void Epoll::forget(FileWatch& watch) {
  if (watch.is_ready_) ready_.erase(watch.ready_);
  watch.file_.remove_watch(watch);
  accounting_.release_descriptors(1);
  watches_.erase({&watch.file_, watch.fd_});
}

std::vector<Epoll::Event> Epoll::take(KernelLock& lock, size_t most) {
  std::vector<Event> events;
  Turns turns(lock);
  for (size_t left = ready_.size(); left > 0 && !ready_.empty() && events.size() < most; left--) {
    FileWatch& watch = *ready_.front();
    ready_.pop_front();
    watch.is_ready_ = false;
    watch.arm();
    const uint32_t wanted = watch.events & kConditions;
    const uint32_t found = wanted == 0 ? 0 : watch.file_.poll_events() & (wanted | kAlwaysReported);
    if (found != 0) {
      events.push_back({.events = found, .data = watch.data});
      if (watch.events & abi::kEPOLLONESHOT)
        watch.events = 0;
      else if (!(watch.events & abi::kEPOLLET) && !watch.is_ready_)
        become_ready(watch);  // until it is so no more
    }
    turns.next();
  }
  return events;
}

Result<std::vector<Epoll::Event>> Epoll::wait(KernelLock& lock, Process& process, size_t most, Nanoseconds deadline) {
  std::vector<Event> events;
  WaitQueue* const queues[] = {&changed_};
  const auto look = [&] {
    events = take(lock, most);
    return !events.empty();
  };
  const Result<void> waited = process.block(WaitCause::poll, queues, deadline, look);
  if (!waited.ok() && waited.error() != Errno::timedout) return waited.error();
  return events;
}

Result<Attributes> Epoll::attributes() { return anonymous_attributes(); }

uint32_t Epoll::poll_events() {
  for (const FileWatch* watch : ready_) {
    if (watch->file_.poll_events() & ((watch->events & kConditions) | kAlwaysReported)) return kPollIn;
  }
  return 0;
}

}  // namespace wasmsand
