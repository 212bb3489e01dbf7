// The watches that the host has of the files of one kernel, by number. Used on the owning thread with the kernel
// locked.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "binding/objects/event_queue.h"
#include "kernel/vfs/watch/host_watch.h"

namespace wasmsand {

class HostWatches {
 public:
  HostWatches(Vfs& vfs, EventQueue& events, uint32_t kernel_id) : vfs_(vfs), events_(events), kernel_id_(kernel_id) {}

  // The number of the new watch, > 0. Errors: HostWatch::begin's.
  Result<int64_t> begin(std::string path, bool recursive);
  HostWatch* find(int64_t number);
  void end(int64_t number) { watches_.erase(number); }
  void end_all() { watches_.clear(); }

 private:
  Vfs& vfs_;
  EventQueue& events_;
  const uint32_t kernel_id_;
  std::map<int64_t, std::unique_ptr<HostWatch>> watches_;
  int64_t last_ = 0;
};

}  // namespace wasmsand
