#include "kernel/io/host_stream.h"

#include <algorithm>

#include "kernel/io/unnamed_inode.h"
#include "kernel/process/process.h"
#include "kernel/resources/accounting.h"

namespace wasmsand {

namespace {

// What is moved at once, with the kernel locked.
constexpr size_t kMovedAtOnce = 256 * 1024;

}  // namespace

class HostSink::End : public OpenFile {
 public:
  explicit End(HostSink& sink) : OpenFile(kWriteOnly), sink_(&sink) { sink.ends_++; }
  ~End() override { sink_->end_gone(); }

  Result<size_t> write(IoContext&, std::span<const std::byte>) override;
  // The guest sees a pipe.
  Result<Attributes> attributes() override { return pipe_attributes(sink_->number_, realtime_now()); }
  uint32_t poll_events() override {
    const bool waits = sink_->options_.block_when_full && !sink_->detached_ && sink_->room() == 0;
    return waits ? 0 : kPollOut;
  }
  void add_poll_queues(uint32_t, std::vector<WaitQueue*>& queues) override { queues.push_back(&sink_->changed_); }
  std::string describe() override { return "pipe:[" + std::to_string(sink_->number_) + "]"; }

 private:
  const Ref<HostSink> sink_;
};

HostSink::HostSink(PipeLedger& ledger, Options options)
    : options_(std::move(options)), number_(ledger.next_number()), accounting_(ledger.accounting()) {}

Ref<OpenFile> HostSink::open() { return make_ref<End>(*this); }

void HostSink::end_gone() {
  if (--ends_ == 0 && std::exchange(close_awaited_, false) && options_.on_closed) options_.on_closed();
}

Result<size_t> HostSink::End::write(IoContext& context, std::span<const std::byte> data) {
  HostSink& sink = *sink_;
  const bool live = sink.options_.block_when_full;
  size_t done = 0;
  while (done < data.size()) {
    if (sink.detached_) {
      if (live && done > 0) return done;
      if (live) return broken_pipe(context);
      sink.total_ += data.size() - done;
      return data.size();
    }
    const size_t count = std::min<uint64_t>({data.size() - done, sink.room(), kMovedAtOnce});
    if (count > 0) {
      sink.data_.append(data.subspan(done, count));
      sink.total_ += count;
      done += count;
      if (sink.options_.on_data) sink.options_.on_data();
      if (done < data.size() && !context.pause()) return done;
      continue;
    }
    if (!live) {
      sink.truncated_ = true;
      const Errno refused = sink.accounting_.refuse(Limit::max_output_bytes, Errno::fbig);
      if (done > 0) return done;
      return refused;
    }
    if (done > 0) return done;
    if ((flags_ & kNonBlocking) || context.process == nullptr) return Errno::again;
    const auto ready = [&sink] { return sink.detached_ || sink.room() > 0; };
    WS_TRY(context.process->block(WaitCause::output, sink.changed_, ready));
  }
  return done;
}

uint64_t HostSink::room() const {
  uint64_t used = options_.block_when_full ? data_.size() : total_;
  return used < options_.capacity ? options_.capacity - used : 0;
}

ByteQueue HostSink::take(size_t most) {
  ByteQueue taken = data_.split(most);
  if (!taken.empty()) tell_of_room();
  return taken;
}

void HostSink::put(std::span<const std::byte> data) {
  total_ += data.size();
  if (detached_) return;
  data_.append(data);
  if (options_.on_data) options_.on_data();
}

void HostSink::tell_of_room() {
  changed_.wake_all();
  // A copy: it may be taken back meanwhile.
  if (const auto tell = on_room_) tell();
}

void HostSink::detach() {
  detached_ = true;
  data_.clear();
  tell_of_room();
}

HostSource::HostSource(PipeLedger& ledger, Options options)
    : OpenFile(kReadOnly), options_(std::move(options)), number_(ledger.next_number()) {}

Result<size_t> HostSource::read(IoContext& context, std::span<std::byte> out) {
  if (out.empty()) return size_t{0};
  if (data_.empty() && !ended_) {
    if ((flags_ & kNonBlocking) || context.process == nullptr) return Errno::again;
    WS_TRY(context.process->block(WaitCause::input, changed_, [this] { return !data_.empty() || ended_; }));
  }
  return take(out);
}

size_t HostSource::take(std::span<std::byte> out) {
  const size_t count = data_.take(out.first(std::min(out.size(), kMovedAtOnce)));
  if (host_waits_ && room() > 0) {
    host_waits_ = false;
    if (options_.on_drained) options_.on_drained();
  }
  return count;
}

Result<Attributes> HostSource::attributes() { return pipe_attributes(number_, realtime_now()); }

uint32_t HostSource::poll_events() {
  uint32_t events = data_.empty() ? 0 : kPollIn;
  return ended_ ? events | kPollHangUp : events;
}

std::string HostSource::describe() { return "pipe:[" + std::to_string(number_) + "]"; }

size_t HostSource::put(std::span<const std::byte> data) {
  if (!ended_) {
    data_.append(data);
    tell_of_data();
  }
  host_waits_ = room() == 0;
  return room();
}

size_t HostSource::room() const { return data_.size() < options_.capacity ? options_.capacity - data_.size() : 0; }

void HostSource::end() {
  ended_ = true;
  tell_of_data();
}

void HostSource::tell_of_data() {
  changed_.wake_all();
  // A copy: it may be taken back meanwhile.
  if (const auto tell = on_data_) tell();
}

}  // namespace wasmsand
