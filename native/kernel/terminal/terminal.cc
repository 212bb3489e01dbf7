#include "kernel/terminal/terminal.h"

#include <algorithm>

#include "kernel/terminal/pty_file_system.h"

namespace wasmsand {

namespace {

// What the master's line discipline holds on Linux, and no signal discards.
constexpr size_t kOutputKept = LineDiscipline::kBuffer - 1;

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

// Collected first: a signal may end what is looked through.
template <typename Meant>
std::vector<Ref<Process>> processes_that(const ProcessTable& processes, Meant meant) {
  std::vector<Ref<Process>> found;
  for (const auto& [pid, process] : processes)
    if (meant(*process)) found.push_back(process);
  return found;
}

bool ignores(const Process& process, int signo) {
  return (process.signals.mask & signal_bit(signo)) != 0 ||
         process.signals.actions[static_cast<size_t>(signo)].handler == SignalAction::kIgnore;
}

}  // namespace

Terminal::Terminal(Ref<PtyFileSystem> files, uint32_t number, uint32_t uid)
    : files_(std::move(files)), number_(number) {
  attributes_.type = FileType::character_device;
  attributes_.permissions = PtyFileSystem::kPermissions;
  attributes_.uid = uid;
  attributes_.gid = PtyFileSystem::kGroup;
  attributes_.device_number = PtyFileSystem::device_number(number);
  attributes_.accessed = attributes_.modified = attributes_.changed = attributes_.born = realtime_now();
}

Terminal::~Terminal() { files_->forget(*this); }

void Terminal::set(const Termios& settings, bool discards_input) {
  if (discards_input) discipline_.discard_input();
  discipline_.set(settings);
  take_typed();
  tell();
}

void Terminal::resize(const WindowSize& size) {
  if (size == window_size_) return;
  window_size_ = size;
  signal_foreground(kSigWindow);
}

size_t Terminal::type(std::span<const std::byte> typed) {
  size_t done = 0;
  if (typed_.empty()) {
    done = discipline_.receive(typed);
    show_echo();
  }
  const std::span<const std::byte> rest = typed.subspan(done, std::min(typed.size() - done, typing_room()));
  if (!rest.empty()) typed_.append(rest);
  last_typed_ = monotonic_now();
  tell();
  return done + rest.size();
}

void Terminal::take_typed() {
  std::array<std::byte, LineDiscipline::kBuffer> some;
  while (!typed_.empty()) {
    ByteQueue first = typed_.split(some.size());
    const std::span<std::byte> taken = std::span(some).first(first.take(some));
    const size_t done = discipline_.receive(taken);
    show_echo();
    if (done == taken.size()) continue;
    // What is left goes before the rest.
    ByteQueue left;
    left.append(taken.subspan(done));
    std::array<std::byte, LineDiscipline::kBuffer> more;
    while (const size_t count = typed_.take(more)) left.append(std::span(more).first(count));
    typed_ = std::move(left);
    return;
  }
}

size_t Terminal::take_output(std::span<std::byte> out) {
  const size_t count = output_.take(out);
  if (count > 0) {
    show_echo();
    tell();
  }
  return count;
}

void Terminal::set_host_end(Ref<HostEnd> host) { host_ = std::move(host); }

void Terminal::hang_up() {
  if (std::exchange(hung_up_, true)) return;
  const Ref<Terminal> keep(this);
  typed_.clear();
  for (const Ref<Process>& process :
       processes_that(files_->processes(), [this](const Process& each) { return each.terminal.get() == this; })) {
    process->terminal.reset();
    if (process->session != process->pid) continue;
    process->hung_up_group = foreground_;
    for (const int signo : {kSigHup, kSigContinue}) process->send_signal({signo, SignalInfo::kFromKernel});
  }
  session_ = foreground_ = 0;
  changed_.wake_all();
  host_.reset();
}

size_t Terminal::read(std::span<std::byte> out) {
  const size_t count = discipline_.read(out);
  take_typed();
  tell();
  return count;
}

size_t Terminal::write(std::span<const std::byte> data) {
  if (!has_room()) return 0;
  std::string shown;
  size_t done = 0;
  while (done < data.size() && output_.size() + shown.size() < kOutputMost)
    discipline_.write(static_cast<uint8_t>(data[done++]), shown);
  if (!shown.empty()) output_.append(bytes_of(shown));
  tell();
  return done;
}

void Terminal::opened() {
  open_++;
  was_opened_ = true;
  changed_.wake_all();
}

void Terminal::closed() {
  open_--;
  changed_.wake_all();
}

void Terminal::hold_output(bool held) {
  held_ = held;
  if (held) {
    stopped_ = true;
  } else {
    start_output();
  }
  tell();
}

void Terminal::send_plain(uint8_t c) {
  const auto byte = static_cast<std::byte>(c);
  output_.append({&byte, 1});
  tell();
}

void Terminal::discard_input() {
  discipline_.discard_input();
  take_typed();
  tell();
}

void Terminal::discard_output() {
  output_.clear();
  tell();
}

void Terminal::discard_typed() {
  typed_.clear();
  tell();
}

void Terminal::drop_output() {
  if (output_.size() > kOutputKept) output_ = output_.split(kOutputKept);
}

void Terminal::start_output() {
  if (held_) return;
  stopped_ = false;
  show_echo();
}

void Terminal::show_echo() {
  std::string& echo = discipline_.echo();
  if (stopped_ || echo.empty() || output_.size() >= kOutputMost) return;
  output_.append(bytes_of(echo));
  echo.clear();
}

// Whoever waits for something here, whatever it is: few do. The host may type then, so that this comes last.
void Terminal::tell() {
  changed_.wake_all();
  if (host_) host_->changed();
}

void Terminal::control(Process& leader) {
  session_ = leader.session;
  foreground_ = leader.process_group;
  leader.hung_up_group = 0;
  leader.terminal = Ref<Terminal>(this);
}

void Terminal::leave_session() {
  const Ref<Terminal> keep(this);
  session_ = foreground_ = 0;
  for (const auto& [pid, process] : files_->processes())
    if (process->terminal.get() == this) process->terminal.reset();
  if (const Ref<HostEnd> host = host_) host->session_ended();
}

void Terminal::signal_foreground(int signo) {
  if (foreground_ == 0) return;
  for (const Ref<Process>& process :
       processes_that(files_->processes(), [this](const Process& each) { return each.process_group == foreground_; }))
    process->send_signal({signo, SignalInfo::kFromKernel});
}

Result<void> Terminal::check_foreground(Process& process, int signo) {
  if (process.terminal.get() != this || foreground_ == 0 || process.process_group == foreground_) return {};
  if (ignores(process, signo)) {
    if (signo == kSigTerminalIn) return Errno::io;
    return {};
  }
  if (files_->processes().is_orphaned(process.process_group)) return Errno::io;
  const int group = process.process_group;
  for (const Ref<Process>& member :
       processes_that(files_->processes(), [group](const Process& each) { return each.process_group == group; }))
    member->send_signal({signo, SignalInfo::kFromKernel});
  return process.block(WaitCause::signal, {}, 0, [] { return false; });
}

}  // namespace wasmsand
