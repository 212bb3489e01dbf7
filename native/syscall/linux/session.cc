// What the session shell talks to the host with. Calls of our own: no descriptor that a script could name leads there.
#include "kernel/io/session_channel.h"
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

// The process goes on as `launch` says, without what is on its stacks now. False: something has come for it meanwhile.
bool rest(LinuxContext& context, Launch launch, bool to_wait) {
  const Ref<Program>& program = context.process.image.program;
  const Ref<SharedPages> begun = program ? program->initial_pages.get() : Ref<SharedPages>();
  {
    Unlocked unlocked(context.lock);
    const auto lives = [&context] {
      CallLock lock(context.process, KernelLock::Side::guest);
      return !context.process.killed;
    };
    launch.image = MemoryImage::of(context.memory.whole(), lives, begun);
  }
  if (!launch.image || !context.kernel.begin_rest(context.process, std::move(launch), to_wait)) return false;
  context.call.after = GuestCall::After::rest;
  return true;
}

}  // namespace

// With a function to go on with, the wait for the beginning of a request may be a rest: the process then goes on as a
// clone begins, in `resume`(`argument`) with the stack pointer `stack`.
Result<int32_t> sys_session_receive(LinuxContext& context, uint32_t buffer, uint32_t size, uint32_t resume,
                                    uint32_t argument, uint32_t stack) {
  const Ref<SessionChannel> channel = context.process.session_channel;
  if (!channel) return Errno::perm;
  WS_ASSIGN(out, context.memory.range(buffer, std::min(size, kTransferMax)));
  Process& shell = context.process;
  const bool may_rest =
      resume != 0 && !out.empty() && channel->between_requests() && context.call.bare() && context.process.copyable;
  const bool scarce = may_rest && shell.thread != nullptr && shell.thread->scarce();
  const bool wanted = may_rest && (std::exchange(shell.rest_asked, false) || channel->rest_awaited());
  const bool asked = wanted && channel->quiet();
  if ((asked || scarce) && !shell.wait_would_end()) {
    Launch launch;
    launch.kind = Launch::Kind::wake;
    launch.stack_pointer = stack;
    launch.function = resume;
    launch.argument = argument;
    if (rest(context, std::move(launch), scarce)) return 0;
  }
  const Result<size_t> received = channel->receive(context.lock, shell, out);
  const bool idle = may_rest && received.error() == Errno::blocked;
  if (!idle || shell.idle_since == 0) shell.idle_since = idle ? monotonic_now() : 0;
  WS_ASSIGN(count, received);
  return static_cast<int32_t>(count);
}

Result<int32_t> sys_session_reply(LinuxContext& context, uint32_t buffer, uint32_t size) {
  const Ref<SessionChannel> channel = context.process.session_channel;
  if (!channel) return Errno::perm;
  if (size > SessionChannel::kMaxReplyBytes) return Errno::twobig;
  WS_ASSIGN(message, context.memory.range(buffer, size));
  const uint64_t run = context.process.run_of_children;
  WS_TRY(channel->reply(context.lock, context.process, message));
  // It came in time, however long the host takes to read it.
  context.process.kernel.deadlines().clear(run);
  return 0;
}

}  // namespace wasmsand
