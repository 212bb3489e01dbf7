#include "kernel/net/connection.h"

#include <algorithm>

#include "kernel/process/process.h"

namespace wasmsand {

std::span<std::byte> Flow::within_message(std::span<std::byte> out) const {
  if (attached_.empty()) return out;
  return out.first(std::min<uint64_t>(out.size(), attached_.front().end - read_));
}

Result<size_t> Flow::read(IoContext& context, std::span<std::byte> out, bool non_blocking, SentFiles* files) {
  WS_ASSIGN(count, pipe_->read(context, within_message(out), non_blocking));
  read_ += count;
  if (attached_.empty() || attached_.front().begin >= read_) return count;
  SentFiles received = std::move(attached_.front().files);
  attached_.pop_front();
  if (files != nullptr) *files = std::move(received);
  return count;
}

Result<size_t> Flow::peek(IoContext& context, std::span<std::byte> out, bool non_blocking) {
  return pipe_->peek(context, within_message(out), non_blocking);
}

Result<size_t> Flow::write(IoContext& context, std::span<const std::byte> data, bool non_blocking, SentFiles files) {
  const bool has_files = !files.empty();
  const uint64_t begin = written_;
  // Before the bytes: their reader may come while the pipe has given the lock up.
  if (has_files) {
    attached_.push_back({.begin = begin, .end = begin + data.size(), .files = std::move(files)});
  }
  const Result<size_t> count = pipe_->write(context, data, non_blocking);
  if (count.ok()) written_ += *count;
  // Who wrote nothing has not given the lock up.
  if (has_files && !attached_.empty() && attached_.back().begin == begin) {
    if (count.ok())
      attached_.back().end = begin + *count;
    else
      attached_.pop_back();
  }
  return count;
}

void Connection::conclude(Errno result) {
  outcome = result;
  if (result == Errno::success) held = false;
  tell_of_release();
}

Result<Ref<Connection>> Connection::make_outside(PipeLedger& ledger, bool is_local, uint64_t run) {
  WS_TRY(ledger.accounting().charge_socket());
  auto connection = make_ref<Connection>(ledger, is_local, is_local ? kCapacity : kOutsideCapacity);
  connection->is_outside = connection->held = true;
  connection->run = run;
  return connection;
}

Connection::~Connection() {
  forget_tls_request();
  if (is_outside) accounting_.release_sockets(1);
}

Result<void> Connection::ask_for_tls(std::string request) {
  if (!accounting_.charge_pipe(request.size())) return Errno::nobufs;
  tls_request = std::move(request);
  tls_asked = held = true;
  return {};
}

void Connection::forget_tls_request() {
  accounting_.release_pipe(tls_request.size());
  tls_request = {};
}

void Connection::answer_tls(std::string answer) {
  forget_tls_request();
  tls_answer = std::move(answer);
  held = false;
  tell_of_release();
}

void Connection::tell_of_release() {
  released.wake_all();
  for (Flow& flow : flows_) flow.pipe().changed().wake_all();
}

StreamEnd::StreamEnd(Ref<Connection> connection, Connection::Side side)
    : connection_(std::move(connection)), side_(side), reads_(true), writes_(true) {
  inbound().pipe().add_end(true, false);
  outbound().pipe().add_end(false, true);
}

void StreamEnd::swap(StreamEnd& other) noexcept {
  std::swap(connection_, other.connection_);
  std::swap(side_, other.side_);
  std::swap(reads_, other.reads_);
  std::swap(writes_, other.writes_);
}

Result<void> StreamEnd::wait_until_released(IoContext& context, bool non_blocking) const {
  const Connection& connection = *connection_;
  if (!connection.held) return {};
  if (non_blocking || context.process == nullptr) return Errno::again;
  WaitQueue* const queues[] = {&connection_->released};
  return context.process->block(WaitCause::network, queues, context.deadline, [&] { return !connection.held; });
}

Result<size_t> StreamEnd::read(IoContext& context, std::span<std::byte> out, bool non_blocking, SentFiles* files) {
  WS_TRY(wait_until_released(context, non_blocking));
  const Ref<Connection> kept = connection_;  // the call may give the lock up
  if (readable_bytes() == 0) {
    if (const Errno error = take_error(); error != Errno::success) return error;
    if (!reads_) return size_t{0};
  }
  return inbound().read(context, out, non_blocking, files);
}

Result<size_t> StreamEnd::peek(IoContext& context, std::span<std::byte> out, bool non_blocking) {
  WS_TRY(wait_until_released(context, non_blocking));
  if (readable_bytes() == 0) {
    if (const Errno error = take_error(); error != Errno::success) return error;
    if (!reads_) return size_t{0};
  }
  return inbound().peek(context, out, non_blocking);
}

Result<size_t> StreamEnd::write(IoContext& context, std::span<const std::byte> data, bool non_blocking,
                                SentFiles files) {
  WS_TRY(wait_until_released(context, non_blocking));
  // With AF_UNIX the error is left for who reads.
  if (connection_->is_local && !can_be_read()) return broken_pipe(context);
  if (const Errno error = take_error(); error != Errno::success) return error;
  if (!writes_) return broken_pipe(context);
  const Ref<Connection> kept = connection_;
  connection_->used = true;
  return outbound().write(context, data, non_blocking, std::move(files));
}

void StreamEnd::shut_reading() {
  if (!std::exchange(reads_, false)) return;
  // A peer of AF_UNIX is told at once; what one of TCP sends from now on is dropped when this socket goes.
  if (connection_->is_local) inbound().pipe().remove_end(true, false);
  inbound_changed().wake_all();
}

void StreamEnd::shut_writing() {
  if (std::exchange(writes_, false)) outbound().pipe().remove_end(false, true);
}

void StreamEnd::close(bool reset) {
  if (!connection_) return;
  Connection& connection = *connection_;
  const Connection::Side peer = Connection::other(side_);
  if (reset || readable_bytes() > 0) connection.errors[peer] = Errno::connreset;
  shut_writing();
  if (reads_ || !connection.is_local) inbound().pipe().remove_end(true, false);
  inbound().drop_files();
  outbound_changed().wake_all();
  connection_.reset();
}

Errno StreamEnd::take_error() { return std::exchange(connection_->errors[side_], Errno::success); }

bool StreamEnd::has_much_room() const {
  const Pipe& out = outbound().pipe();
  return out.size() <= out.capacity() / 2 || out.readers() == 0 || connection_->errors[side_] != Errno::success;
}

uint32_t StreamEnd::poll_events() const {
  const Connection& connection = *connection_;
  if (connection.held) return 0;
  Pipe &in = inbound().pipe(), &out = outbound().pipe();
  const bool failed = connection.errors[side_] != Errno::success;
  const bool in_over = in.writers() == 0 || !reads_;
  // A peer of TCP that has closed could have closed one direction only, as far as this side can tell.
  const bool out_over = !writes_ || (connection.is_local && out.readers() == 0);
  uint32_t events = 0;
  if (in.size() > 0 || in_over) events |= OpenFile::kPollIn;
  if (in_over) events |= OpenFile::kPollReadHangUp;
  if (out_over || out.readers() == 0 || out.capacity() - out.size() >= kPipeAtomic) events |= OpenFile::kPollOut;
  if ((in_over && out_over) || failed) events |= OpenFile::kPollHangUp;
  if (failed) events |= OpenFile::kPollError;
  return events;
}

void StreamEnd::add_poll_queues(uint32_t events, std::vector<WaitQueue*>& queues) const {
  queues.push_back(&inbound_changed());
  if (events & OpenFile::kPollOut) queues.push_back(&outbound_changed());
}

}  // namespace wasmsand
