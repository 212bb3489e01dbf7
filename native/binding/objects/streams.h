// The host's ends of the streams of one kernel, by number. Used on the owning thread with the kernel locked.
#pragma once

#include <map>
#include <memory>

#include "binding/objects/event_queue.h"
#include "kernel/io/host_stream.h"
#include "kernel/io/session_channel.h"
#include "kernel/terminal/terminal.h"

namespace wasmsand {

class Kernel;

class Streams {
 public:
  Streams(Kernel& kernel, EventQueue& events, uint32_t kernel_id)
      : kernel_(kernel), events_(events), kernel_id_(kernel_id) {}

  struct Output {
    Ref<HostSink> sink;
    // `data` was posted and the host has not taken anything since: telling it again would only cost.
    std::shared_ptr<bool> announced;
    // Of what was taken: memory of the sandbox that the host has.
    uint64_t held_bytes = 0;
    Ref<Terminal> terminal = {};  // whose output it is
  };
  // Each returns the number of the new stream, > 0. Only an announced one posts events.
  int open_output(uint64_t capacity, bool block_when_full, bool announce = true);
  int open_input(size_t capacity);
  int open_session();
  // A new terminal of the guest whose output goes to the one and whose input comes from the other of these streams.
  // ENOSPC, ENOMEM.
  Result<Ref<Terminal>> open_terminal(int output_number, int input_number, const WindowSize& size);
  Output* output(int64_t number);
  HostSource* input(int64_t number);
  // So many bytes of what was taken are still held here: they count as memory of the sandbox until the output is
  // closed. EBADF, ENOMEM.
  Result<void> hold(int64_t number, uint64_t bytes);
  // So many bytes more, or less, are kept here that no stream has any more. EINVAL: less than there are; ENOMEM.
  Result<void> hold_more(int64_t bytes);
  SessionChannel* session(int64_t number);
  Ref<OpenFile> file(int number);
  void close(int64_t number);
  void close_all();

 private:
  Kernel& kernel_;
  EventQueue& events_;
  const uint32_t kernel_id_;
  std::map<int64_t, Output> outputs_;
  std::map<int64_t, Ref<HostSource>> inputs_;
  std::map<int64_t, Ref<SessionChannel>> sessions_;
  int last_ = 0;
  uint64_t kept_bytes_ = 0;
};

}  // namespace wasmsand
