// Descriptors: dup, close, fcntl, locks, ioctl.
#include <algorithm>

#include "syscall/linux/context.h"
#include "syscall/linux/terminals.h"

namespace wasmsand {
namespace {

Result<int32_t> duplicate(LinuxContext& context, int32_t fd, int32_t minimum, bool close_on_exec) {
  WS_ASSIGN(file, context.file_or_path(fd));
  if (minimum < 0 || static_cast<uint32_t>(minimum) >= context.descriptor_limit()) return Errno::inval;
  return context.add_descriptor(file, close_on_exec, minimum);
}

Result<void> close_descriptor(LinuxContext& context, int32_t fd) {
  WS_ASSIGN(file, context.process.descriptors->remove(fd));
  context.vfs().locks().descriptor_closed(context.process, *file);
  return {};
}

// The bytes a struct flock means, relative to the position or the end of the file as it says.
Result<LockTable::Range> range_of(OpenFile& file, const abi::Flock64& lock) {
  int64_t base = 0;
  if (lock.whence == abi::kSEEK_CUR) {
    WS_ASSIGN(position, file.seek(0, abi::kSEEK_CUR));
    base = static_cast<int64_t>(position);
  } else if (lock.whence == abi::kSEEK_END) {
    WS_ASSIGN(attributes, file.attributes());
    base = static_cast<int64_t>(attributes.size);
  } else if (lock.whence != abi::kSEEK_SET) {
    return Errno::inval;
  }
  int64_t first, last;
  if (__builtin_add_overflow(base, lock.start, &first)) return Errno::overflow;
  if (first < 0) return Errno::inval;
  if (lock.length == 0) {
    last = LockTable::kEnd;
  } else if (lock.length > 0) {
    if (__builtin_add_overflow(first, lock.length - 1, &last)) return Errno::overflow;
  } else {
    last = first - 1;
    if (__builtin_add_overflow(first, lock.length, &first) || first < 0) return Errno::inval;
  }
  return LockTable::Range{static_cast<uint64_t>(first), static_cast<uint64_t>(last)};
}

Result<int32_t> record_lock(LinuxContext& context, int32_t fd, int32_t command, uint32_t address) {
  WS_ASSIGN(file, context.file(fd));
  WS_ASSIGN(lock, context.memory.load<abi::Flock64>(address));
  if (lock.type < abi::kF_RDLCK || lock.type > abi::kF_UNLCK) return Errno::inval;
  const bool of_description =
      command == abi::kF_OFD_GETLK || command == abi::kF_OFD_SETLK || command == abi::kF_OFD_SETLKW;
  if (of_description && lock.pid != 0) return Errno::inval;
  WS_ASSIGN(range, range_of(*file, lock));
  const auto kind = static_cast<LockTable::Kind>(lock.type);
  const auto owner = of_description ? LockTable::Owner::description : LockTable::Owner::process;
  LockTable& locks = context.vfs().locks();

  if (command == abi::kF_GETLK64 || command == abi::kF_OFD_GETLK) {
    if (kind == LockTable::Kind::unlock) return Errno::inval;
    WS_ASSIGN(held, locks.conflict(context.process, *file, owner, kind, range));
    if (!held) {
      lock.type = abi::kF_UNLCK;
    } else {
      lock.type = static_cast<int16_t>(held->kind);
      lock.whence = abi::kSEEK_SET;
      lock.start = static_cast<int64_t>(held->range.first);
      lock.length =
          held->range.last == LockTable::kEnd ? 0 : static_cast<int64_t>(held->range.last - held->range.first + 1);
      lock.pid = held->pid;
    }
    WS_TRY(context.memory.store(address, lock));
    return 0;
  }

  if (kind == LockTable::Kind::shared && !file->readable()) return Errno::badf;
  if (kind == LockTable::Kind::exclusive && !file->writable()) return Errno::badf;
  const bool wait = command == abi::kF_SETLKW64 || command == abi::kF_OFD_SETLKW;
  if (wait) range = context.process.progress().lock_range.value_or(range);
  if (wait) context.process.progress().lock_range = range;
  WS_TRY(locks.set_record(context.process, *file, owner, kind, range, wait));
  return 0;
}

}  // namespace

Result<int32_t> sys_dup(LinuxContext& context, int32_t fd) {
  WS_ASSIGN(file, context.file_or_path(fd));
  return context.add_descriptor(file, false);
}

Result<int32_t> sys_dup3(LinuxContext& context, int32_t from, int32_t to, uint32_t flags) {
  if (flags & ~abi::kO_CLOEXEC) return Errno::inval;
  if (from == to) return Errno::inval;
  if (to < 0 || static_cast<uint32_t>(to) >= context.descriptor_limit()) return Errno::badf;
  WS_ASSIGN(file, context.file_or_path(from));
  if (Result<Ref<OpenFile>> replaced = context.file_or_path(to); replaced.ok()) {
    context.vfs().locks().descriptor_closed(context.process, **replaced);
  }
  WS_TRY(context.process.descriptors->put(to, file, (flags & abi::kO_CLOEXEC) != 0, context.descriptor_limit()));
  return to;
}

Result<int32_t> sys_close(LinuxContext& context, int32_t fd) {
  WS_TRY(close_descriptor(context, fd));
  return 0;
}

Result<int32_t> sys_close_range(LinuxContext& context, uint32_t first, uint32_t last, uint32_t flags) {
  if ((flags & ~(abi::kCLOSE_RANGE_UNSHARE | abi::kCLOSE_RANGE_CLOEXEC)) || first > last) return Errno::inval;
  Turns turns(context.lock);
  for (const int fd : context.process.descriptors->open_descriptors()) {
    if (turns.next() && context.process.killed) return Errno::intr;
    if (static_cast<uint32_t>(fd) < first || static_cast<uint32_t>(fd) > last) continue;
    WS_TRY(flags & abi::kCLOSE_RANGE_CLOEXEC ? context.process.descriptors->set_close_on_exec(fd, true)
                                             : close_descriptor(context, fd));
  }
  return 0;
}

Result<int32_t> sys_fcntl64(LinuxContext& context, int32_t fd, int32_t command, uint32_t argument) {
  DescriptorTable& descriptors = *context.process.descriptors;
  switch (command) {
    case abi::kF_DUPFD:
    case abi::kF_DUPFD_CLOEXEC:
      return duplicate(context, fd, static_cast<int32_t>(argument), command == abi::kF_DUPFD_CLOEXEC);
    case abi::kF_GETFD: {
      WS_ASSIGN(close_on_exec, descriptors.close_on_exec(fd));
      return close_on_exec ? 1 : 0;
    }
    case abi::kF_SETFD: {
      constexpr uint32_t kCloseOnExec = 1;  // FD_CLOEXEC; Linux ignores the other bits
      WS_TRY(descriptors.set_close_on_exec(fd, (argument & kCloseOnExec) != 0));
      return 0;
    }
    case abi::kF_GETFL: {
      WS_ASSIGN(file, context.file_or_path(fd));
      return static_cast<int32_t>(file->flags());
    }
    default:
      break;
  }
  WS_ASSIGN(file, context.file(fd));
  switch (command) {
    case abi::kF_SETFL:
      file->set_flags(argument);
      return 0;
    case abi::kF_GETLK64:
    case abi::kF_SETLK64:
    case abi::kF_SETLKW64:
    case abi::kF_OFD_GETLK:
    case abi::kF_OFD_SETLK:
    case abi::kF_OFD_SETLKW:
      return record_lock(context, fd, command, argument);
    case abi::kF_GETPIPE_SZ: {
      WS_ASSIGN(capacity, file->pipe_capacity());
      return static_cast<int32_t>(capacity);
    }
    case abi::kF_SETPIPE_SZ: {
      IoContext io = context.io();
      WS_ASSIGN(capacity, file->set_pipe_capacity(io, argument));
      return static_cast<int32_t>(capacity);
    }
    case abi::kF_GETOWN:  // nobody: no file sends SIGIO
      return 0;
    case abi::kF_GETOWN_EX:
      WS_TRY(context.memory.store(argument, abi::FOwnerEx{}));
      return 0;
    case abi::kF_GETLEASE:
      return int32_t{abi::kF_UNLCK};
    default:
      return Errno::inval;
  }
}

Result<int32_t> sys_flock(LinuxContext& context, int32_t fd, uint32_t operation) {
  WS_ASSIGN(file, context.file(fd));
  LockTable::Kind kind;
  switch (operation & ~abi::kLOCK_NB) {
    case abi::kLOCK_SH:
      kind = LockTable::Kind::shared;
      break;
    case abi::kLOCK_EX:
      kind = LockTable::Kind::exclusive;
      break;
    case abi::kLOCK_UN:
      kind = LockTable::Kind::unlock;
      break;
    default:
      return Errno::inval;
  }
  if (!file->node()) return Errno::badf;
  WS_TRY(context.vfs().locks().flock(&context.process, *file, kind, !(operation & abi::kLOCK_NB)));
  return 0;
}

Result<int32_t> sys_ioctl(LinuxContext& context, int32_t fd, int32_t request, uint32_t argument) {
  WS_ASSIGN(file, context.file(fd));
  switch (request) {
    case abi::kFIOCLEX:
    case abi::kFIONCLEX:
      WS_TRY(context.process.descriptors->set_close_on_exec(fd, request == abi::kFIOCLEX));
      return 0;
    case abi::kFIONBIO: {
      WS_ASSIGN(value, context.memory.load<int32_t>(argument));
      const uint32_t others = file->flags() & ~OpenFile::kNonBlocking;
      file->set_flags(value != 0 ? others | OpenFile::kNonBlocking : others);
      return 0;
    }
    case abi::kFIONREAD: {
      WS_ASSIGN(bytes, file->readable_bytes());
      WS_TRY(context.memory.store(argument, static_cast<int32_t>(std::min<size_t>(bytes, INT32_MAX))));
      return 0;
    }
    default:
      // What isatty() turns on.
      if (TerminalFile* const terminal = file->as_terminal())
        return terminal_request(context, *terminal, static_cast<uint32_t>(request), argument);
      return Errno::notty;
  }
}

}  // namespace wasmsand
