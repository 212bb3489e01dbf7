#include "kernel/terminal/terminal_file.h"

#include <algorithm>

#include "kernel/terminal/pty_file_system.h"

namespace wasmsand {

namespace {

constexpr Nanoseconds kTimeUnit = kSecond / 10;  // of VTIME

// How many bytes a read without lines waits for.
size_t least_bytes(const Termios& settings) { return std::max<size_t>(settings.at(Termios::kMinimum), 1); }

}  // namespace

PtsFile::PtsFile(Vfs& vfs, Node node, NodePlace place, uint32_t flags, Ref<Terminal> terminal)
    : TerminalFile(vfs, std::move(node), std::move(place), flags, std::move(terminal)) {
  terminal_->opened();
}

PtsFile::~PtsFile() { terminal_->closed(); }

bool PtsFile::is_enough(Process* reader, size_t wanted, Nanoseconds* again_at) {
  const LineDiscipline& discipline = terminal_->discipline();
  if (discipline.is_canonical()) return discipline.readable();
  const Termios& settings = discipline.settings();
  const size_t there = discipline.readable_bytes();
  if (there >= std::min(least_bytes(settings), wanted)) return true;
  const Nanoseconds time = settings.at(Termios::kTime) * kTimeUnit;
  const bool needs_none = settings.at(Termios::kMinimum) == 0;
  if (needs_none && time == 0) return true;
  if (reader == nullptr || time == 0) return false;
  // Without a least number from the beginning of the read, else from one byte to the next.
  const Nanoseconds began = reader->call_time();
  if (needs_none) *again_at = began + time;
  if (!needs_none && there > 0) *again_at = std::max(began, terminal_->last_typed()) + time;
  return *again_at != 0 && monotonic_now() >= *again_at;
}

Result<void> PtsFile::wait_for_input(IoContext& context, size_t wanted) {
  Nanoseconds again_at = 0;
  if (is_enough(context.process, wanted, &again_at)) return {};
  if (waits_not(context)) return Errno::again;
  WaitQueue* const queues[] = {&terminal_->changes()};
  const Result<void> waited = context.process->block(WaitCause::input, queues, again_at, [] { return false; });
  if (waited.error() == Errno::timedout) return {};
  return waited;
}

Result<size_t> PtsFile::read(IoContext& context, std::span<std::byte> out) {
  if (!readable()) return Errno::badf;
  if (terminal_->is_hung_up()) {
    const bool waited =
        context.process != nullptr && context.process->has_progress() && context.process->progress().waited;
    if (waited) return Errno::io;
    return size_t{0};
  }
  if (context.process != nullptr) WS_TRY(terminal_->check_foreground(*context.process, kSigTerminalIn));
  if (out.empty()) return size_t{0};
  const Result<void> waited = wait_for_input(context, out.size());
  if (!waited.ok()) {
    // A call that ends takes what there is.
    const LineDiscipline& discipline = terminal_->discipline();
    const bool ends = waited.error() == Errno::intr || waited.error() == Errno::again;
    if (!ends || discipline.is_canonical() || discipline.readable_bytes() == 0) return waited.error();
  }
  return terminal_->read(out);
}

Result<size_t> PtsFile::write(IoContext& context, std::span<const std::byte> data) {
  if (!writable()) return Errno::badf;
  if (terminal_->is_hung_up()) return Errno::io;
  if (context.process != nullptr && terminal_->settings().has_local(Termios::kTOSTOP))
    WS_TRY(terminal_->check_foreground(*context.process, kSigTerminalOut));
  if (data.empty()) return size_t{0};
  if (!terminal_->has_room()) {
    if (waits_not(context)) return Errno::again;
    const auto ready = [this] { return terminal_->is_hung_up() || terminal_->has_room(); };
    WS_TRY(context.process->block(WaitCause::output, terminal_->changes(), ready));
    if (terminal_->is_hung_up()) return Errno::io;
  }
  return terminal_->write(data);
}

Result<Attributes> PtsFile::attributes() {
  // /dev/tty is a node of its own. That of a terminal may have gone, which its files do not feel.
  const PtyFileSystem& terminals = terminal_->files();
  if (node().fs.get() != &terminals) return NodeFile::attributes();
  return terminals.attributes_of(*terminal_);
}

uint32_t PtsFile::poll_events() {
  if (terminal_->is_hung_up()) return kPollIn | kPollOut | kPollError | kPollHangUp;
  const LineDiscipline& discipline = terminal_->discipline();
  const Termios& settings = discipline.settings();
  const size_t least = settings.at(Termios::kTime) == 0 ? least_bytes(settings) : 1;
  const bool ready = discipline.is_canonical() ? discipline.readable() : discipline.readable_bytes() >= least;
  return (ready ? kPollIn : 0) | (terminal_->has_room() ? kPollOut : 0);
}

Result<size_t> PtsFile::readable_bytes() {
  if (terminal_->is_hung_up()) return Errno::io;
  return terminal_->discipline().readable_bytes();
}

Result<size_t> MasterFile::read(IoContext& context, std::span<std::byte> out) {
  if (!readable()) return Errno::badf;
  if (out.empty()) return size_t{0};
  if (terminal_->output_bytes() == 0) {
    if (is_left()) return Errno::io;
    if (waits_not(context)) return Errno::again;
    const auto ready = [this] { return terminal_->output_bytes() > 0 || is_left(); };
    WS_TRY(context.process->block(WaitCause::input, terminal_->changes(), ready));
  }
  if (terminal_->output_bytes() == 0) return Errno::io;
  return terminal_->take_output(out);
}

Result<size_t> MasterFile::write(IoContext& context, std::span<const std::byte> data) {
  if (!writable()) return Errno::badf;
  if (data.empty()) return size_t{0};
  if (const size_t count = terminal_->type(data); count > 0) return count;
  if (waits_not(context)) return Errno::again;
  const auto ready = [this] { return terminal_->typing_room() > 0; };
  WS_TRY(context.process->block(WaitCause::output, terminal_->changes(), ready));
  return terminal_->type(data);
}

uint32_t MasterFile::poll_events() {
  uint32_t events = terminal_->typing_room() > 0 ? kPollOut : 0;
  if (terminal_->output_bytes() > 0) events |= kPollIn;
  return is_left() ? events | kPollHangUp : events;
}

}  // namespace wasmsand
