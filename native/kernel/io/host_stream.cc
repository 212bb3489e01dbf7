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

HostSink::HostSink(PipeLedger& ledger, Options options)
    : OpenFile(kWriteOnly),
      options_(std::move(options)),
      number_(ledger.next_number()),
      accounting_(ledger.accounting()) {}

Result<size_t> HostSink::write(IoContext& context, std::span<const std::byte> data) {
  size_t done = 0;
  while (done < data.size()) {
    if (detached_) {
      if (options_.block_when_full && done > 0) return done;
      if (options_.block_when_full) return broken_pipe(context);
      total_ += data.size() - done;
      return data.size();
    }
    const size_t count = std::min<uint64_t>({data.size() - done, room(), kMovedAtOnce});
    if (count > 0) {
      data_.append(data.subspan(done, count));
      total_ += count;
      done += count;
      if (options_.on_data) options_.on_data();
      if (done < data.size() && !context.pause()) return done;
      continue;
    }
    if (!options_.block_when_full) {
      truncated_ = true;
      const Errno refused = accounting_.refuse(Limit::max_output_bytes, Errno::fbig);
      if (done > 0) return done;
      return refused;
    }
    if (done > 0) return done;
    if ((flags_ & kNonBlocking) || context.process == nullptr) return Errno::again;
    WS_TRY(context.process->block(WaitCause::output, changed_, [this] { return detached_ || room() > 0; }));
  }
  return done;
}

uint64_t HostSink::room() const {
  uint64_t used = options_.block_when_full ? data_.size() : total_;
  return used < options_.capacity ? options_.capacity - used : 0;
}

// The guest sees a pipe.
Result<Attributes> HostSink::attributes() { return pipe_attributes(number_, realtime_now()); }

uint32_t HostSink::poll_events() {
  bool waits = options_.block_when_full && !detached_ && room() == 0;
  return waits ? 0 : kPollOut;
}

std::string HostSink::describe() { return "pipe:[" + std::to_string(number_) + "]"; }

ByteQueue HostSink::take(size_t most) {
  ByteQueue taken = data_.split(most);
  if (!taken.empty()) changed_.wake_all();
  return taken;
}

void HostSink::detach() {
  detached_ = true;
  data_.clear();
  changed_.wake_all();
}

HostSource::HostSource(PipeLedger& ledger, Options options)
    : OpenFile(kReadOnly), options_(std::move(options)), number_(ledger.next_number()) {}

Result<size_t> HostSource::read(IoContext& context, std::span<std::byte> out) {
  if (out.empty()) return size_t{0};
  if (data_.empty() && !ended_) {
    if ((flags_ & kNonBlocking) || context.process == nullptr) return Errno::again;
    WS_TRY(context.process->block(WaitCause::input, changed_, [this] { return !data_.empty() || ended_; }));
  }
  size_t count = data_.take(out.first(std::min(out.size(), kMovedAtOnce)));
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
    changed_.wake_all();
  }
  host_waits_ = room() == 0;
  return room();
}

size_t HostSource::room() const { return data_.size() < options_.capacity ? options_.capacity - data_.size() : 0; }

void HostSource::end() {
  ended_ = true;
  changed_.wake_all();
}

}  // namespace wasmsand
