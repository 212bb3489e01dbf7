#include "kernel/io/pipe.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernel/io/unnamed_inode.h"
#include "kernel/process/process.h"

namespace wasmsand {

namespace {

// Up to this a copy is cheaper than giving up the lock. At least PIPE_BUF, so that an atomic write is one step.
constexpr size_t kCopiedLocked = kPipeAtomic;
// A large transfer is committed piece by piece: the other side copies one piece while this side copies the next.
constexpr size_t kCopyPiece = 16 * 1024;
constexpr uint32_t kPipePage = 4096;

// Calls `copy(place in the ring, offset, length)` for the one or two stretches of `length` bytes from `start`.
template <typename Copy>
void over_ring(std::byte* ring, size_t capacity, size_t start, size_t length, Copy copy) {
  start %= capacity;
  size_t first = std::min(length, capacity - start);
  copy(ring + start, 0, first);
  if (length > first) copy(ring, first, length - first);
}

}  // namespace

Pipe::Pipe(PipeLedger& ledger, uint32_t capacity)
    : ledger_(ledger),
      number_(ledger.next_number()),
      created_at_(realtime_now()),
      capacity_(ledger.accounting().can_have_pipe(capacity) ? capacity : kPipeAtomic) {
  ledger.accounting().force_pipe(capacity_);
}

Pipe::~Pipe() { ledger_.accounting().release_pipe(capacity_); }

void Pipe::add_end(bool reads, bool writes) {
  if (reads) readers_++, reader_opens_++;
  if (writes) writers_++, writer_opens_++;
  ends_changed();
}

void Pipe::remove_end(bool reads, bool writes) {
  if (reads) readers_--;
  if (writes) writers_--;
  ends_changed();
}

void Pipe::ends_changed() {
  readable_.wake_all();
  writable_.wake_all();
  changed_.wake_all();
}

void Pipe::offer_data() {
  if (!reading_) readable_.wake_one(size_);
}

void Pipe::offer_room() {
  if (!writing_) writable_.wake_one(capacity_ - size_);
}

Errno Pipe::wait_for_turn(const IoContext& context, WaitCause cause, WaitQueue& side) {
  if (context.process == nullptr) return Errno::again;
  WaitQueue* const queues[] = {&side};
  return context.process->block_till_woken(cause, queues);
}

Result<void> Pipe::wait_for_data(IoContext& context, bool non_blocking) {
  if (reading_) return wait_for_turn(context, WaitCause::pipe_data, readable_);
  if (size_ > 0) return {};
  offer_data();
  if (writers_ == 0) return {};
  if (non_blocking || context.process == nullptr) return Errno::again;
  WaitQueue* const queues[] = {&readable_};
  return context.process->block(WaitCause::pipe_data, queues, context.deadline, [] { return false; }, 1);
}

void Pipe::copy_out(KernelLock& lock, std::span<std::byte> out) {
  auto copy = [&] {
    over_ring(ring_.get(), capacity_, head_, out.size(), [&](const std::byte* place, size_t offset, size_t length) {
      std::memcpy(out.data() + offset, place, length);
    });
  };
  if (out.size() <= kCopiedLocked) {
    copy();
  } else {
    lock.unlock();
    copy();
    lock.lock();
  }
  head_ = (head_ + out.size()) % capacity_;
  size_ -= out.size();
  offer_room();
  changed_.wake_all();
}

void Pipe::copy_in(KernelLock& lock, std::span<const std::byte> data) {
  if (!ring_) ring_.reset(new std::byte[capacity_]);
  // Where the data goes is fixed while unlocked: a reader moves head_ and size_ by the same amount.
  size_t tail = (head_ + size_) % capacity_;
  auto copy = [&] {
    over_ring(ring_.get(), capacity_, tail, data.size(), [&](std::byte* place, size_t offset, size_t length) {
      std::memcpy(place, data.data() + offset, length);
    });
  };
  if (data.size() <= kCopiedLocked) {
    copy();
  } else {
    lock.unlock();
    copy();
    lock.lock();
  }
  size_ += data.size();
}

Result<size_t> Pipe::read(IoContext& context, std::span<std::byte> out, bool non_blocking) {
  if (out.empty()) return size_t{0};
  WS_TRY(wait_for_data(context, non_blocking));
  size_t done = 0;
  reading_ = true;
  // Not more than a ring: a writer that is as fast would hold up other readers for ever.
  const size_t most = std::min<size_t>(out.size(), capacity_);
  while (done < most && size_ > 0) {
    size_t count = std::min({most - done, size_, kCopyPiece});
    copy_out(context.lock, out.subspan(done, count));
    done += count;
  }
  reading_ = false;
  offer_data();
  return done;
}

Result<size_t> Pipe::peek(IoContext& context, std::span<std::byte> out, bool non_blocking) {
  if (out.empty()) return size_t{0};
  WS_TRY(wait_for_data(context, non_blocking));
  const size_t count = std::min(out.size(), size_);
  if (count == 0) return count;
  over_ring(ring_.get(), capacity_, head_, count, [&](const std::byte* place, size_t offset, size_t length) {
    std::memcpy(out.data() + offset, place, length);
  });
  offer_data();
  return count;
}

Result<size_t> Pipe::write(IoContext& context, std::span<const std::byte> data, bool non_blocking) {
  if (data.empty()) return size_t{0};
  if (writing_) return wait_for_turn(context, WaitCause::pipe_room, writable_);
  if (readers_ == 0) return broken_pipe(context);
  const size_t wanted = data.size() <= kPipeAtomic ? data.size() : 1;  // room needed to begin
  if (capacity_ - size_ < wanted) {
    offer_room();
    if (non_blocking || context.process == nullptr) return Errno::again;
    // Waking for each small piece of room would cost a switch of threads for each. Nobody can tell: the reader finds
    // data until half of it is gone, and a rest that fits is written at once.
    const size_t needed = std::max(wanted, std::min<size_t>(data.size(), capacity_ / 2));
    WaitQueue* const queues[] = {&writable_};
    return context.process->block(WaitCause::pipe_room, queues, context.deadline, [] { return false; }, needed).error();
  }
  size_t done = 0;
  writing_ = true;
  // A ring at a time, for the same reason as in read.
  const size_t most = std::min<size_t>(data.size(), capacity_);
  while (done < most && size_ < capacity_) {
    size_t count = std::min({most - done, capacity_ - size_, kCopyPiece});
    copy_in(context.lock, data.subspan(done, count));
    done += count;
  }
  writing_ = false;
  offer_data();
  offer_room();
  changed_.wake_all();
  return done;
}

Result<uint32_t> Pipe::set_capacity(IoContext& context, uint32_t bytes) {
  if (bytes > kPipeCapacityMax) return Errno::perm;
  uint32_t capacity = std::bit_ceil(std::max(bytes, kPipePage));
  offer_data();
  offer_room();
  if (reading_ || writing_) {
    // Waiting for one side may have let the other start again.
    if (context.process == nullptr || context.process->progress().waited) return Errno::busy;
    WaitQueue* const queues[] = {&readable_, &writable_};
    return context.process->block_till_woken(WaitCause::pipe_room, queues);
  }
  if (capacity < size_) return Errno::busy;
  if (capacity == capacity_) return capacity;
  if (capacity > capacity_)
    WS_TRY(ledger_.accounting().charge_pipe(capacity - capacity_));
  else
    ledger_.accounting().release_pipe(capacity_ - capacity);
  if (ring_) {
    std::unique_ptr<std::byte[]> ring(new std::byte[capacity]);
    over_ring(ring_.get(), capacity_, head_, size_, [&](const std::byte* place, size_t offset, size_t length) {
      std::memcpy(ring.get() + offset, place, length);
    });
    ring_ = std::move(ring);
  }
  head_ = 0;
  capacity_ = capacity;
  ends_changed();
  return capacity;
}

PipeEnd::PipeEnd(Ref<Pipe> pipe, uint32_t flags) : OpenFile(flags), pipe_(std::move(pipe)) {}

PipeEnd::~PipeEnd() {
  if (attached_) pipe_->remove_end(readable(), writable());
}

void PipeEnd::attach() {
  writer_opens_before_ = pipe_->writers() > 0 ? pipe_->writer_opens() - 1 : pipe_->writer_opens();
  pipe_->add_end(readable(), writable());
  attached_ = true;
}

Result<size_t> PipeEnd::read(IoContext& context, std::span<std::byte> out) {
  return pipe_->read(context, out, flags_ & kNonBlocking);
}

Result<size_t> PipeEnd::write(IoContext& context, std::span<const std::byte> data) {
  return pipe_->write(context, data, flags_ & kNonBlocking);
}

Result<uint32_t> PipeEnd::set_pipe_capacity(IoContext& context, uint32_t bytes) {
  return pipe_->set_capacity(context, bytes);
}

Result<Attributes> PipeEnd::attributes() { return pipe_attributes(pipe_->number(), pipe_->created_at()); }

uint32_t PipeEnd::poll_events() {
  uint32_t events = 0;
  if (readable()) {
    if (pipe_->size() > 0) events |= kPollIn;
    if (pipe_->writers() == 0 && pipe_->writer_opens() != writer_opens_before_) events |= kPollHangUp;
  }
  if (writable()) {
    if (pipe_->capacity() - pipe_->size() >= kPipeAtomic) events |= kPollOut;
    if (pipe_->readers() == 0) events |= kPollError;
  }
  return events;
}

std::string PipeEnd::describe() { return "pipe:[" + std::to_string(pipe_->number()) + "]"; }

Result<PipeEnds> make_pipe(PipeLedger& ledger, uint32_t flags) {
  struct AnonymousEnd : PipeEnd {
    AnonymousEnd(Ref<Pipe> pipe, uint32_t end_flags) : PipeEnd(std::move(pipe), end_flags) { attach(); }
  };
  auto pipe = make_ref<Pipe>(ledger);
  uint32_t shared = flags & (OpenFile::kNonBlocking | OpenFile::kDirect);
  auto write_end = make_ref<AnonymousEnd>(pipe, OpenFile::kWriteOnly | shared);
  auto read_end = make_ref<AnonymousEnd>(pipe, OpenFile::kReadOnly | shared);
  return PipeEnds{read_end, write_end};
}

}  // namespace wasmsand
