#include "kernel/io/transfer.h"

#include <algorithm>
#include <vector>

namespace wasmsand {

namespace {

constexpr size_t kTransferPiece = 64 * 1024;
// Pieces up to this total are written as one: what a pipe or an appended file takes is then not torn (PIPE_BUF, lines
// of a log).
constexpr uint64_t kGatheredMax = 64 * 1024;

// What a file has left of a write it takes later, unless its readiness never changes.
bool takes_rest_later(OpenFile& file) {
  std::vector<WaitQueue*> queues;
  file.add_poll_queues(OpenFile::kPollOut, queues);
  return !queues.empty();
}

// Those after the first `done` bytes.
std::vector<std::byte> gather(Parts parts, uint64_t total, uint64_t done) {
  std::vector<std::byte> gathered;
  gathered.reserve(total - done);
  for (const auto part : parts) {
    const uint64_t skipped = std::min<uint64_t>(done, part.size());
    done -= skipped;
    gathered.insert(gathered.end(), part.begin() + static_cast<ptrdiff_t>(skipped), part.end());
  }
  return gathered;
}

class Writing {
 public:
  Writing(IoContext& context, OpenFile& file, std::optional<uint64_t> offset)
      : context_(context), file_(file), offset_(offset), done_(context.moved()) {}

  uint64_t done() const { return done_; }
  // Writes on until `end` bytes of the call are written, which is where `part` ends. False: it is to end here.
  bool write(std::span<const std::byte> part, uint64_t end) {
    while (done_ < end) {
      const auto rest = part.last(end - done_);
      const Result<size_t> count =
          offset_ ? file_.write_at(context_, *offset_ + done_, rest) : file_.write(context_, rest);
      error_ = count.error();
      if (!count.ok()) return false;
      done_ += *count;
      if (*count < rest.size() && (!takes_rest_later(file_) || context_.given_up())) return false;
    }
    return true;
  }
  Result<size_t> result() const {
    if (error_ != Errno::success) return context_.ended_after(done_, error_);
    return static_cast<size_t>(done_);
  }

 private:
  IoContext& context_;
  OpenFile& file_;
  const std::optional<uint64_t> offset_;
  uint64_t done_;
  Errno error_ = Errno::success;
};

}  // namespace

Result<size_t> write_all(IoContext& context, OpenFile& file, std::span<const std::byte> data,
                         std::optional<uint64_t> offset) {
  if (data.empty()) return offset ? Result<size_t>(size_t{0}) : file.write(context, data);
  Writing writing(context, file, offset);
  writing.write(data, data.size());
  return writing.result();
}

Result<size_t> write_all(IoContext& context, OpenFile& file, Parts parts, std::optional<uint64_t> offset) {
  if (parts.size() <= 1) return write_all(context, file, parts.empty() ? std::span<std::byte>() : parts[0], offset);
  uint64_t total = 0, end = 0;
  for (const auto part : parts) total += part.size();
  Writing writing(context, file, offset);
  if (total <= kGatheredMax) {
    writing.write(gather(parts, total, writing.done()), total);
    return writing.result();
  }
  Turns turns(context.lock);
  for (const auto part : parts) {
    end += part.size();
    if (turns.next() && context.given_up()) break;
    if (!writing.write(part, end)) break;
  }
  return writing.result();
}

Result<size_t> read_parts(IoContext& context, OpenFile& file, Parts parts, std::optional<uint64_t> offset) {
  if (parts.empty()) return offset ? Result<size_t>(size_t{0}) : file.read(context, {});
  size_t done = 0;
  Turns turns(context.lock);
  for (const auto part : parts) {
    if (turns.next() && context.given_up()) break;
    if (!offset && done > 0 && !(file.poll_events() & OpenFile::kPollIn)) break;
    const Result<size_t> count = offset ? file.read_at(context, *offset + done, part) : file.read(context, part);
    if (!count.ok() && done == 0) return count.error();
    if (!count.ok()) break;
    done += *count;
    if (*count < part.size()) break;
  }
  return done;
}

Result<uint64_t> transfer(IoContext& context, OpenFile& in, std::optional<uint64_t>& in_offset, OpenFile& out,
                          std::optional<uint64_t>& out_offset, uint64_t length) {
  uint64_t moved = context.moved(), position;
  if (in_offset) {
    position = *in_offset + moved;
  } else {
    WS_ASSIGN(current, in.seek(0, abi::kSEEK_CUR));
    position = current;
  }
  if (out_offset) *out_offset += moved;

  std::vector<std::byte> buffer(std::min<uint64_t>(length, kTransferPiece));
  Errno error = Errno::success;
  while (moved < length) {
    size_t wanted = std::min<uint64_t>(length - moved, buffer.size());
    auto got = in.read_at(context, position, std::span(buffer).first(wanted));
    if (!got.ok()) error = got.error();
    if (!got.ok() || *got == 0) break;
    auto data = std::span<const std::byte>(buffer).first(*got);
    auto put = out_offset ? out.write_at(context, *out_offset, data) : out.write(context, data);
    if (!put.ok()) error = put.error();
    if (!put.ok() || *put == 0) break;
    moved += *put;
    position += *put;
    if (out_offset) *out_offset += *put;
    if ((*put < *got && !takes_rest_later(out)) || !context.pause()) break;
  }

  if (in_offset)
    *in_offset = position;
  else
    WS_TRY(in.seek(static_cast<int64_t>(position), abi::kSEEK_SET));
  if (error == Errno::success) return moved;
  WS_ASSIGN(done, context.ended_after(moved, error));
  return done;
}

}  // namespace wasmsand
