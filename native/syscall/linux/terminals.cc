// The requests of ioctl that are for terminals: ioctl_tty(2). Only files of terminals get here.
#include "syscall/linux/terminals.h"

#include <algorithm>

#include "kernel/terminal/pty_file_system.h"

namespace wasmsand {

namespace {

// Those that the description of the ABI does not name.
constexpr uint32_t kSendBreak = 0x5409, kFlow = 0x540a, kFlush = 0x540b, kOutputQueue = 0x5411, kSimulateInput = 0x5412,
                   kGetLock = 0x80045439, kGetNumber = 0x80045430, kSetLock = 0x40045431, kGetPeer = 0x5441;
// tcflow(3), tcflush(3)
constexpr uint32_t kOutputOff = 0, kOutputOn = 1, kInputOff = 2, kInputOn = 3;
constexpr uint32_t kInput = 0, kOutput = 1, kBoth = 2;

// struct termios of the kernel, which has no place for speeds.
struct GuestTermios {
  uint32_t input, output, control, local;
  uint8_t line;
  std::array<uint8_t, Termios::kCharacters> characters;
};
static_assert(sizeof(GuestTermios) == 36);

struct GuestWindowSize {
  uint16_t rows, columns, pixels_x, pixels_y;
};

// Whether the caller has the terminal as its own, or the master's end of it.
bool may_ask(const LinuxContext& context, TerminalFile& file) {
  return file.is_master() || context.process.terminal.get() == &file.terminal();
}

Result<void> set_termios(LinuxContext& context, Terminal& terminal, uint32_t request, uint32_t argument) {
  WS_TRY(terminal.check_foreground(context.process, kSigTerminalOut));
  WS_ASSIGN(given, context.memory.load<GuestTermios>(argument));
  Termios settings;
  settings.input = given.input;
  settings.output = given.output;
  settings.control = given.control;
  settings.local = given.local;
  settings.line = terminal.settings().line;
  settings.characters = given.characters;
  terminal.set(settings, request == abi::kTCSETSF);
  return {};
}

Result<void> get_termios(LinuxContext& context, const Terminal& terminal, uint32_t argument) {
  const Termios& settings = terminal.settings();
  return context.memory.store(argument, GuestTermios{settings.input, settings.output, settings.control, settings.local,
                                                     settings.line, settings.characters});
}

Result<void> set_foreground(LinuxContext& context, Terminal& terminal, uint32_t argument) {
  Process& process = context.process;
  if (auto allowed = terminal.check_foreground(process, kSigTerminalOut); !allowed.ok())
    return allowed.error() == Errno::io ? Errno::notty : allowed.error();
  if (process.terminal.get() != &terminal || terminal.session() != process.session) return Errno::notty;
  WS_ASSIGN(group, context.memory.load<int32_t>(argument));
  if (group < 0) return Errno::inval;
  const ProcessTable& processes = context.kernel.processes();
  if (!processes.has_group(group)) return Errno::srch;
  if (!processes.has_group(group, process.session)) return Errno::perm;
  terminal.set_foreground(group);
  return {};
}

// TIOCSCTTY. With 1 root takes it from another session.
Result<void> take_control(LinuxContext& context, TerminalFile& file, uint32_t argument) {
  Process& process = context.process;
  Terminal& terminal = file.terminal();
  const bool leads = process.session == process.pid;
  if (leads && terminal.session() == process.session) return {};
  if (!leads || process.terminal) return Errno::perm;
  if (terminal.session() != 0) {
    if (argument != 1 || !process.credentials.is_root()) return Errno::perm;
    terminal.leave_session();
  }
  if (!file.readable() && !process.credentials.is_root()) return Errno::perm;
  terminal.control(process);
  return {};
}

Result<void> flush(LinuxContext& context, TerminalFile& file, uint32_t which) {
  Terminal& terminal = file.terminal();
  if (!file.is_master()) WS_TRY(terminal.check_foreground(context.process, kSigTerminalOut));
  if (which > kBoth) return Errno::inval;
  if (which != kOutput) file.is_master() ? terminal.discard_output() : terminal.discard_input();
  if (which != kInput) file.is_master() ? terminal.discard_typed() : terminal.discard_output();
  return {};
}

Result<void> control_flow(LinuxContext& context, TerminalFile& file, uint32_t action) {
  Terminal& terminal = file.terminal();
  if (!file.is_master()) WS_TRY(terminal.check_foreground(context.process, kSigTerminalOut));
  switch (action) {
    case kOutputOff:
    case kOutputOn:
      if (!file.is_master()) terminal.hold_output(action == kOutputOff);
      return {};
    case kInputOff:
    case kInputOn: {
      // The master is shown the character.
      const uint8_t c = terminal.settings().at(action == kInputOff ? Termios::kStop : Termios::kStart);
      if (c != 0 && !file.is_master()) terminal.send_plain(c);
      return {};
    }
    default:
      return Errno::inval;
  }
}

Result<int32_t> open_peer(LinuxContext& context, TerminalFile& file, uint32_t flags) {
  constexpr uint32_t kKnown = OpenFile::kAccessModeMask | OpenFile::kNonBlocking | abi::kO_NOCTTY | abi::kO_CLOEXEC;
  if ((flags & ~kKnown) != 0) return Errno::inval;
  if (file.terminal().is_locked) return Errno::io;
  Ref<OpenFile> peer = context.kernel.terminals().open_end(
      file.terminal(), flags & (OpenFile::kAccessModeMask | OpenFile::kNonBlocking));
  return context.add_descriptor(std::move(peer), (flags & abi::kO_CLOEXEC) != 0);
}

// Those of /dev/ptmx alone.
Result<int32_t> master_request(LinuxContext& context, TerminalFile& file, uint32_t request, uint32_t argument) {
  Terminal& terminal = file.terminal();
  switch (request) {
    case kGetNumber:
      WS_TRY(context.memory.store(argument, terminal.number()));
      return 0;
    case kSetLock: {
      WS_ASSIGN(locked, context.memory.load<int32_t>(argument));
      terminal.is_locked = locked != 0;
      return 0;
    }
    case kGetLock:
      WS_TRY(context.memory.store(argument, int32_t{terminal.is_locked ? 1 : 0}));
      return 0;
    case kGetPeer:
      return open_peer(context, file, argument);
    default:
      return Errno::notty;
  }
}

}  // namespace

Result<int32_t> terminal_request(LinuxContext& context, TerminalFile& file, uint32_t request, uint32_t argument) {
  Terminal& terminal = file.terminal();
  Process& process = context.process;
  if (!file.is_master() && terminal.is_hung_up())
    return request == static_cast<uint32_t>(abi::kTIOCSPGRP) ? Errno::notty : Errno::io;
  switch (request) {
    case abi::kTCGETS:
      WS_TRY(get_termios(context, terminal, argument));
      return 0;
    case abi::kTCSETS:
    case abi::kTCSETSW:
    case abi::kTCSETSF:
      WS_TRY(set_termios(context, terminal, request, argument));
      return 0;
    case abi::kTIOCGWINSZ: {
      const WindowSize& size = terminal.window_size();
      WS_TRY(context.memory.store(argument, GuestWindowSize{size.rows, size.columns, size.pixels_x, size.pixels_y}));
      return 0;
    }
    case abi::kTIOCSWINSZ: {
      WS_ASSIGN(size, context.memory.load<GuestWindowSize>(argument));
      terminal.resize({size.rows, size.columns, size.pixels_x, size.pixels_y});
      return 0;
    }
    case abi::kTIOCGPGRP:
      if (!may_ask(context, file)) return Errno::notty;
      WS_TRY(context.memory.store(argument, int32_t{terminal.foreground()}));
      return 0;
    case abi::kTIOCSPGRP:
      WS_TRY(set_foreground(context, terminal, argument));
      return 0;
    case abi::kTIOCGSID:
      if (!may_ask(context, file) || terminal.session() == 0) return Errno::notty;
      WS_TRY(context.memory.store(argument, int32_t{terminal.session()}));
      return 0;
    case abi::kTIOCSCTTY:
      WS_TRY(take_control(context, file, argument));
      return 0;
    case abi::kTIOCNOTTY:
      if (process.terminal.get() != &terminal || file.is_master()) return Errno::notty;
      context.kernel.leave_terminal(process, false);
      return 0;
    case kSendBreak:
      if (!file.is_master()) WS_TRY(terminal.check_foreground(process, kSigTerminalOut));
      return 0;  // nothing is on its way that would have to be waited for, and there is no line to break
    case kFlow:
      WS_TRY(control_flow(context, file, argument));
      return 0;
    case kFlush:
      WS_TRY(flush(context, file, argument));
      return 0;
    case kOutputQueue:
      WS_TRY(context.memory.store(argument, int32_t{0}));
      return 0;
    case kSimulateInput:  // as Linux without LEGACY_TIOCSTI
      return Errno::io;
    default:
      return file.is_master() ? master_request(context, file, request, argument) : Errno::notty;
  }
}

}  // namespace wasmsand
