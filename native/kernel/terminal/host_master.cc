#include "kernel/terminal/host_master.h"

#include <algorithm>

namespace wasmsand {

namespace {

constexpr size_t kMovedAtOnce = 4096;

}  // namespace

HostMaster::HostMaster(Terminal& terminal, Ref<HostSink> sink, Ref<HostSource> source)
    : terminal_(&terminal), sink_(std::move(sink)), sink_end_(sink_->open()), source_(std::move(source)) {}

void HostMaster::attach(Terminal& terminal, Ref<HostSink> sink, Ref<HostSource> source) {
  auto master = make_ref<HostMaster>(terminal, std::move(sink), std::move(source));
  HostMaster* const self = master.get();
  // Both are taken back in end(), before which it does not go.
  self->sink_->set_on_room([self] { self->changed(); });
  self->source_->set_on_data([self] { self->changed(); });
  terminal.set_host_end(std::move(master));
}

void HostMaster::changed() {
  // What is moved is a change too.
  if (moving_ || !terminal_) return;
  const Ref<HostMaster> keep(this);
  const Ref<Terminal> terminal = terminal_;
  moving_ = true;
  // A key may end the session.
  for (bool moved = true; moved && terminal_;) {
    moved = move_output(false);
    moved = move_input() || moved;
  }
  moving_ = false;
  if (terminal_ && sink_->is_detached() && source_->has_ended()) end();
}

bool HostMaster::move_output(bool all) {
  std::array<std::byte, kMovedAtOnce> some;
  const size_t room = all || sink_->is_detached() ? some.size() : std::min<uint64_t>(some.size(), sink_->room());
  const size_t count = terminal_->take_output(std::span(some).first(room));
  if (count > 0) sink_->put(std::span(some).first(count));
  return count > 0;
}

bool HostMaster::move_input() {
  std::array<std::byte, kMovedAtOnce> some;
  const size_t count = source_->take(std::span(some).first(std::min(some.size(), terminal_->typing_room())));
  if (count > 0) terminal_->type(std::span(some).first(count));
  return count > 0;
}

void HostMaster::session_ended() {
  if (!terminal_) return;
  const Ref<HostMaster> keep(this);
  moving_ = true;
  while (move_output(true)) {
  }
  end();
}

void HostMaster::end() {
  const Ref<Terminal> terminal = std::move(terminal_);
  sink_->set_on_room(nullptr);
  source_->set_on_data(nullptr);
  sink_end_.reset();
  source_.reset();
  terminal->hang_up();
}

}  // namespace wasmsand
