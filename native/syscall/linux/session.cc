// What the session shell talks to the host with. Calls of our own: no descriptor that a script could name leads there.
#include "kernel/io/session_channel.h"
#include "syscall/linux/context.h"

namespace wasmsand {

Result<int32_t> sys_session_receive(LinuxContext& context, uint32_t buffer, uint32_t size) {
  const Ref<SessionChannel> channel = context.process.session_channel;
  if (!channel) return Errno::perm;
  WS_ASSIGN(out, context.memory.range(buffer, std::min(size, kTransferMax)));
  WS_ASSIGN(count, channel->receive(context.lock, context.process, out));
  return static_cast<int32_t>(count);
}

Result<int32_t> sys_session_reply(LinuxContext& context, uint32_t buffer, uint32_t size) {
  const Ref<SessionChannel> channel = context.process.session_channel;
  if (!channel) return Errno::perm;
  if (size > SessionChannel::kMaxReplyBytes) return Errno::twobig;
  WS_ASSIGN(message, context.memory.range(buffer, size));
  WS_TRY(channel->reply(context.lock, context.process, message));
  return 0;
}

}  // namespace wasmsand
