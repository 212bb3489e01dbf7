// The imports of `linux` besides `syscall`: how a program starts, makes children and becomes another program.
#include <algorithm>

#include "syscall/finish_call.h"
#include "syscall/linux/context.h"
#include "syscall/trace.h"

namespace wasmsand {
namespace {

// Runs `action(lock)` as a call and gives its value or -errno.
template <typename Action>
int32_t enter(GuestCall& call, Action action) {
  call.after = GuestCall::After::resume;
  CallLock lock(call.process, KernelLock::Side::guest);
  const Result<int32_t> result = call.process.ask(lock, [&] { return action(lock); });
  finish_call(call, result.error(), false);
  return result.ok() ? *result : -static_cast<int32_t>(result.error());
}

class StackImage {
 public:
  explicit StackImage(uint32_t address) : address_(address) {}
  void word(uint32_t value) { words_.push_back(value); }
  void auxiliary(int32_t type, uint32_t value) {
    word(static_cast<uint32_t>(type));
    word(value);
  }
  // A word that points to `bytes`, which come after the words.
  void pointer_to(std::string_view bytes) {
    pointers_.push_back(words_.size());
    word(static_cast<uint32_t>(bytes_.size()));
    bytes_.append(bytes);
  }
  std::vector<std::byte> finish() {
    const size_t words_size = words_.size() * sizeof(uint32_t);
    for (const size_t index : pointers_) words_[index] += address_ + static_cast<uint32_t>(words_size);
    std::vector<std::byte> image(words_size + bytes_.size());
    std::memcpy(image.data(), words_.data(), words_size);
    std::memcpy(image.data() + words_size, bytes_.data(), bytes_.size());
    return image;
  }

 private:
  uint32_t address_;
  std::vector<uint32_t> words_;
  std::vector<size_t> pointers_;
  std::string bytes_;
};

// Of a string that one follows.
std::string_view with_nul(std::string_view string) { return {string.data(), string.size() + 1}; }

Result<std::vector<DescriptorAction>> load_actions(LinuxContext& context, uint32_t address, uint32_t count) {
  // Each action opens, closes or moves a descriptor; more than this is no program's intention. Their paths together
  // are as long as arguments may be.
  constexpr uint32_t kActionsMax = 16384;
  constexpr size_t kPathsMax = 2 * 1024 * 1024;
  if (count > kActionsMax) return Errno::twobig;
  WS_ASSIGN(bytes, context.memory.range(address, uint64_t{count} * sizeof(abi::SpawnAction)));
  std::vector<abi::SpawnAction> raw(count);
  if (count > 0) std::memcpy(raw.data(), bytes.data(), bytes.size());

  std::vector<DescriptorAction> actions;
  actions.reserve(count);
  size_t path_bytes = 0;
  Turns turns(context.lock);
  for (const abi::SpawnAction& action : raw) {
    if (turns.next() && context.process.killed) return Errno::intr;
    DescriptorAction& out = actions.emplace_back();
    switch (static_cast<int32_t>(action.kind)) {
      case abi::kSpawnOpen:
      case abi::kSpawnChangeDirectory: {
        WS_ASSIGN(path, context.path(action.path));
        path_bytes += path.size();
        if (path_bytes > kPathsMax) return Errno::twobig;
        out.path = std::move(path);
        break;
      }
      case abi::kSpawnClose:
      case abi::kSpawnDuplicate:
      case abi::kSpawnChangeToDescriptor:
        break;
      default:
        return Errno::inval;
    }
    out.kind = static_cast<DescriptorAction::Kind>(action.kind);
    out.fd = action.fd;
    out.new_fd = action.new_fd;
    out.flags = action.flags;
    out.permissions = static_cast<uint16_t>(action.mode & 07777);
  }
  return actions;
}

Result<SpawnRequest> load_spawn_request(LinuxContext& context, uint32_t address) {
  WS_ASSIGN(raw, context.memory.load<abi::SpawnRequest>(address));
  constexpr uint32_t kServed = abi::kPOSIX_SPAWN_RESETIDS | abi::kPOSIX_SPAWN_SETPGROUP | abi::kPOSIX_SPAWN_SETSIGDEF |
                               abi::kPOSIX_SPAWN_SETSIGMASK | abi::kPOSIX_SPAWN_USEVFORK | abi::kPOSIX_SPAWN_SETSID;
  // As in musl, which has no scheduling attributes either.
  if (raw.flags & (abi::kPOSIX_SPAWN_SETSCHEDPARAM | abi::kPOSIX_SPAWN_SETSCHEDULER)) return Errno::nosys;
  if (raw.flags & ~kServed) return Errno::inval;

  SpawnRequest request;
  WS_ASSIGN(path, context.path(raw.path));
  WS_ASSIGN(arguments, load_strings(context, raw.arguments));
  WS_ASSIGN(environment, load_strings(context, raw.environment));
  WS_ASSIGN(actions, load_actions(context, raw.actions, raw.action_count));
  request.path = std::move(path);
  request.arguments = std::move(arguments);
  request.environment = std::move(environment);
  request.actions = std::move(actions);
  if (raw.working_directory != 0) {
    WS_ASSIGN(directory, context.path(raw.working_directory));
    request.working_directory = std::move(directory);
  }
  if (raw.flags & abi::kPOSIX_SPAWN_SETPGROUP) request.process_group = raw.process_group;
  if (raw.flags & abi::kPOSIX_SPAWN_SETSIGMASK) request.mask = raw.signal_mask & ~kUnblockableSignals;
  if (raw.flags & abi::kPOSIX_SPAWN_SETSIGDEF) request.defaults = raw.signal_defaults;
  request.new_session = (raw.flags & abi::kPOSIX_SPAWN_SETSID) != 0;
  return request;
}

}  // namespace

int32_t linux_init_stack(GuestCall& call, uint32_t address, uint32_t length) {
  return enter(call, [&](KernelLock& lock) -> Result<int32_t> {
    // Nobody else changes them, and there may be 200 000 strings.
    const Image& image = call.process.image;
    const Credentials& credentials = call.process.credentials;
    Unlocked unlocked(lock);
    std::byte random[16];
    WS_TRY(random_bytes(random));

    StackImage stack(address);
    stack.word(static_cast<uint32_t>(image.arguments.size()));
    for (const std::string_view argument : image.arguments) stack.pointer_to(with_nul(argument));
    stack.word(0);
    for (const std::string_view variable : image.environment) stack.pointer_to(with_nul(variable));
    stack.word(0);
    stack.auxiliary(abi::kAT_PAGESZ, 65536);
    stack.auxiliary(abi::kAT_CLKTCK, 100);
    stack.auxiliary(abi::kAT_UID, credentials.real_uid);
    stack.auxiliary(abi::kAT_EUID, credentials.uid);
    stack.auxiliary(abi::kAT_GID, credentials.real_gid);
    stack.auxiliary(abi::kAT_EGID, credentials.gid);
    const bool has_raised = credentials.uid != credentials.real_uid || credentials.gid != credentials.real_gid;
    stack.auxiliary(abi::kAT_SECURE, has_raised ? 1 : 0);
    stack.word(static_cast<uint32_t>(abi::kAT_RANDOM));
    stack.pointer_to({reinterpret_cast<const char*>(random), sizeof random});
    stack.word(static_cast<uint32_t>(abi::kAT_EXECFN));
    stack.pointer_to(with_nul(image.path));
    stack.auxiliary(abi::kAT_NULL, 0);

    const std::vector<std::byte> bytes = stack.finish();
    const auto needed = static_cast<int32_t>(bytes.size());
    if (length < bytes.size()) return needed;
    WS_ASSIGN(target, call.memory.range(address, bytes.size()));
    std::memcpy(target.data(), bytes.data(), bytes.size());
    return needed;
  });
}

int32_t linux_spawn(GuestCall& call, uint32_t request_address) {
  std::string path;
  const int32_t result = enter(call, [&](KernelLock& lock) -> Result<int32_t> {
    LinuxContext context{call, lock};
    WS_ASSIGN(request, load_spawn_request(context, request_address));
    path = request.path;
    WS_ASSIGN(child, call.kernel.spawn(lock, call.process, request));
    return child->pid;
  });
  if (traced(call)) trace_text(call, ("spawn(\"" + path + "\")").c_str(), result);
  return result;
}

int32_t linux_clone(GuestCall& call, uint32_t function, uint32_t argument, uint32_t stack_pointer) {
  const int32_t result = enter(call, [&](KernelLock& lock) -> Result<int32_t> {
    WS_ASSIGN(pid, call.kernel.fork(lock, call.process,
                                    {.kind = Launch::Kind::clone,
                                     .memory = call.memory.whole(),
                                     .stack_pointer = stack_pointer,
                                     .function = function,
                                     .argument = argument}));
    return pid;
  });
  if (traced(call)) trace_text(call, "clone()", result);
  return result;
}

int32_t linux_fork(GuestCall& call, uint32_t asyncify_data, uint32_t stack_pointer, bool through_clone) {
  const int32_t result = enter(call, [&](KernelLock& lock) -> Result<int32_t> {
    const Launch& own = call.process.launch;
    WS_ASSIGN(pid, call.kernel.fork(lock, call.process,
                                    {.kind = Launch::Kind::fork,
                                     .memory = call.memory.whole(),
                                     .stack_pointer = stack_pointer,
                                     .function = through_clone ? own.function : 0,
                                     .argument = through_clone ? own.argument : 0,
                                     .asyncify_data = asyncify_data,
                                     .through_clone = through_clone}));
    return pid;
  });
  if (traced(call)) trace_text(call, "fork()", result);
  return result;
}

void linux_commit_exec(GuestCall& call) {
  CallLock lock(call.process, KernelLock::Side::guest);
  // Killed while the program was loaded, it may be finished already.
  if (call.process.killed) {
    call.after = GuestCall::After::exit;
    return;
  }
  call.frames.clear();
  call.alternate_stack = {};
  call.kernel.close_on_exec(lock, call.process);
  call.kernel.commit_exec(call.process, std::move(call.next_image));
  call.next_image = {};
  call.after = call.process.killed ? GuestCall::After::exit : GuestCall::After::resume;
}

}  // namespace wasmsand
