#include "binding/objects/streams.h"

#include "kernel/kernel.h"
#include "kernel/terminal/host_master.h"

namespace wasmsand {

int Streams::open_output(uint64_t capacity, bool block_when_full, bool announce) {
  int number = ++last_;
  auto announced = std::make_shared<bool>(!announce);
  // The events outlive the kernel, and the kernel its files.
  auto on_data = [&events = events_, kernel = kernel_id_, number, announced] {
    if (std::exchange(*announced, true)) return;
    events.post({.kernel = kernel, .kind = EventKind::data, .id = number});
  };
  auto on_closed = [&events = events_, kernel = kernel_id_, number] {
    events.post({.kernel = kernel, .kind = EventKind::closed, .id = number});
  };
  auto sink = make_ref<HostSink>(kernel_.pipes(), HostSink::Options{.capacity = capacity,
                                                                    .block_when_full = block_when_full,
                                                                    .on_data = std::move(on_data),
                                                                    .on_closed = std::move(on_closed)});
  outputs_[number] = {.sink = std::move(sink), .announced = std::move(announced)};
  return number;
}

int Streams::open_input(size_t capacity) {
  int number = ++last_;
  auto on_drained = [&events = events_, kernel = kernel_id_, number] {
    events.post({.kernel = kernel, .kind = EventKind::drained, .id = number});
  };
  inputs_[number] = make_ref<HostSource>(
      kernel_.pipes(), HostSource::Options{.capacity = capacity, .on_drained = std::move(on_drained)});
  return number;
}

int Streams::open_session() {
  int number = ++last_;
  const auto post = [&events = events_, kernel = kernel_id_, number](EventKind kind) {
    return [&events, kernel, number, kind] { events.post({.kernel = kernel, .kind = kind, .id = number}); };
  };
  sessions_[number] = make_ref<SessionChannel>(
      SessionChannel::Listener{.on_reply = post(EventKind::data), .on_rested = post(EventKind::rested)});
  return number;
}

Result<Ref<Terminal>> Streams::open_terminal(int output_number, int input_number, const WindowSize& size) {
  Output* const shown = output(output_number);
  HostSource* const typed = input(input_number);
  if (shown == nullptr || typed == nullptr) return Errno::badf;
  WS_ASSIGN(terminal, kernel_.terminals().make(0));
  terminal->is_locked = false;
  terminal->resize(size);
  HostMaster::attach(*terminal, shown->sink, Ref<HostSource>(typed));
  shown->terminal = terminal;
  return terminal;
}

SessionChannel* Streams::session(int64_t number) {
  auto found = sessions_.find(number);
  return found == sessions_.end() ? nullptr : found->second.get();
}

Streams::Output* Streams::output(int64_t number) {
  auto found = outputs_.find(number);
  return found == outputs_.end() ? nullptr : &found->second;
}

Result<void> Streams::hold(int64_t number, uint64_t bytes) {
  Output* const found = output(number);
  if (found == nullptr) return Errno::badf;
  Accounting& accounting = kernel_.accounting();
  if (bytes > found->held_bytes) WS_TRY(accounting.charge_memory(bytes - found->held_bytes));
  if (bytes < found->held_bytes) accounting.release_memory(found->held_bytes - bytes);
  found->held_bytes = bytes;
  return {};
}

Result<void> Streams::hold_more(int64_t bytes) {
  Accounting& accounting = kernel_.accounting();
  if (bytes >= 0) {
    WS_TRY(accounting.charge_memory(static_cast<uint64_t>(bytes)));
  } else {
    if (kept_bytes_ < -static_cast<uint64_t>(bytes)) return Errno::inval;
    accounting.release_memory(-static_cast<uint64_t>(bytes));
  }
  kept_bytes_ += static_cast<uint64_t>(bytes);
  return {};
}

HostSource* Streams::input(int64_t number) {
  auto found = inputs_.find(number);
  return found == inputs_.end() ? nullptr : found->second.get();
}

Ref<OpenFile> Streams::file(int number) {
  if (Output* found = output(number)) return found->sink->open();
  return Ref<OpenFile>(input(number));
}

void Streams::close(int64_t number) {
  if (Output* found = output(number)) {
    found->sink->detach();
    kernel_.accounting().release_memory(found->held_bytes);
    outputs_.erase(number);
  }
  if (HostSource* found = input(number)) {
    found->end();
    inputs_.erase(number);
  }
  if (SessionChannel* found = session(number)) {
    found->end();
    sessions_.erase(number);
  }
}

void Streams::close_all() {
  for (auto& [number, output] : outputs_) {
    output.sink->detach();
    kernel_.accounting().release_memory(output.held_bytes);
  }
  kernel_.accounting().release_memory(std::exchange(kept_bytes_, 0));
  for (auto& [number, source] : inputs_) source->end();
  for (auto& [number, session] : sessions_) session->end();
  outputs_.clear();
  inputs_.clear();
  sessions_.clear();
}

}  // namespace wasmsand
