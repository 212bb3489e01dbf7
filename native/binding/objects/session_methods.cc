// The methods of a kernel object about its session shell.
#include <algorithm>

#include "binding/objects/kernel_object.h"
#include "binding/pool/worker_pool.h"
#include "kernel/io/session_channel.h"
#include "syscall/process_thread.h"

namespace wasmsand {
namespace {

constexpr size_t kMaxRequestBytes = size_t{64} << 20;

// (request {path, argv, env, cwd, runId}, result [pid, channel])
Result<int64_t> start_session(KernelCall& call) {
  HostSpawn spawn = host_spawn(call);
  std::span<int32_t> result = call.integers(1, 2);
  if (result.empty()) return Errno::inval;
  KernelLock lock(call.kernel().mutex());
  const int channel = call.streams.open_session();
  spawn.session = Ref<SessionChannel>(call.streams.session(channel));
  auto process = call.kernel().spawn_from_host(std::move(spawn));
  if (!process.ok()) {
    call.streams.close(channel);
    return process.error();
  }
  result[0] = (*process)->pid;
  result[1] = channel;
  return 0;
}

// (channel, bytes, {runId, stdin: capacity | null, capacity, blockWhenFull, announceStdout, announceStderr, merge,
// interrupt, user}, result [stdin, stdout, stderr]) → the bytes of the reply if it came at once; EPIPE when the shell
// was killed. Without a capacity all three are /dev/null.
Result<int64_t> session_request(KernelCall& call) {
  std::span<const std::byte> bytes = call.bytes(1);
  std::span<int32_t> result = call.integers(3, 3);
  if (result.empty()) return Errno::inval;
  if (bytes.size() > kMaxRequestBytes) return Errno::twobig;
  auto get = [&](const char* name) { return js::property(call.arguments[2], name); };

  std::string message(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  KernelLock lock(call.kernel().mutex());
  Ref<SessionChannel> channel(call.streams.session(call.integer(0)));
  if (!channel) return Errno::badf;
  if (channel->abandoned()) return Errno::pipe;
  WS_ASSIGN(null, open_null(call, OpenFile::kReadWrite));
  SessionChannel::Request request{.bytes = std::move(message),
                                  .run_id = static_cast<uint64_t>(js::to_integer(get("runId"))),
                                  .streams = {null, null, null},
                                  .credentials = credentials_of(get("user"))};
  if (js::has_value(get("interrupt"))) {
    request.interrupt = static_cast<int>(js::to_integer(get("interrupt")));
    if (request.interrupt < 1 || request.interrupt > kSignalCount) return Errno::inval;
  }
  std::ranges::fill(result, 0);
  if (js::has_value(get("stdin"))) {
    result[0] = call.streams.open_input(static_cast<size_t>(js::to_number(get("stdin"))));
    request.streams[0] = call.streams.file(result[0]);
  }
  if (js::has_value(get("capacity"))) {
    const auto capacity = static_cast<uint64_t>(js::to_number(get("capacity")));
    const bool merged = js::to_bool(get("merge"));
    for (int fd = 1; fd <= (merged ? 1 : 2); fd++) {
      const bool announce = js::to_bool(get(fd == 1 ? "announceStdout" : "announceStderr"));
      result[fd] = call.streams.open_output(capacity, js::to_bool(get("blockWhenFull")), announce);
      request.streams[fd] = call.streams.file(result[fd]);
    }
    if (merged) request.streams[2] = request.streams[1];
  }
  channel->send(std::move(request));
  channel->expect_reply(lock);
  return static_cast<int64_t>(channel->available());
}

// (channel, into) → the bytes of the next reply; it is taken only when `into` has room for all.
Result<int64_t> take_reply(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  SessionChannel* channel = call.streams.session(call.integer(0));
  if (channel == nullptr) return Errno::badf;
  const size_t available = channel->available();
  std::span<std::byte> into = call.bytes(1);
  if (available > 0 && available <= into.size()) {
    const std::vector<std::byte> reply = channel->take();
    lock.unlock();
    std::ranges::copy(reply, into.begin());
  }
  return static_cast<int64_t>(available);
}

// (channel, run) → 1 if the shell has not begun with that run's request.
Result<int64_t> request_waits(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  const SessionChannel* channel = call.streams.session(call.integer(0));
  return channel != nullptr && channel->holds(static_cast<uint64_t>(call.integer(1))) ? 1 : 0;
}

// (channel, run) → 1 if the shell had not begun with that run's request, which is taken back.
Result<int64_t> withdraw_request(KernelCall& call) {
  SessionChannel* channel = call.streams.session(call.integer(0));
  if (channel == nullptr || !channel->has_unread()) return 0;
  KernelLock lock(call.kernel().mutex());
  return channel->withdraw(static_cast<uint64_t>(call.integer(1))) ? 1 : 0;
}

// (channel, run, channel): that request, with its streams, is for another shell from now on.
Result<int64_t> pass_request(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  SessionChannel* from = call.streams.session(call.integer(0));
  SessionChannel* to = call.streams.session(call.integer(2));
  if (from == nullptr || to == nullptr) return Errno::badf;
  auto request = from->withdraw(static_cast<uint64_t>(call.integer(1)));
  if (!request) return Errno::srch;
  to->send(std::move(*request));
  return 0;
}

// (channel, run, milliseconds): as RunDeadlines::set_grace. ESRCH: the process has ended.
Result<int64_t> set_grace(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  const SessionChannel* channel = call.streams.session(call.integer(0));
  if (channel == nullptr) return Errno::badf;
  Process* const session = shell_of(call.kernel(), *channel);
  if (session == nullptr) return Errno::srch;
  const auto time = static_cast<Nanoseconds>(call.number(2) * 1e6);
  call.kernel().deadlines().set_grace(*session, static_cast<uint64_t>(call.integer(1)), time);
  return 0;
}

}  // namespace

Process* shell_of(Kernel& kernel, const SessionChannel& channel) {
  for (const auto& [pid, process] : kernel.processes())
    if (process->session_channel.get() == &channel) return process.get();
  return nullptr;
}

std::vector<KernelObject::PropertyDescriptor> KernelObject::session_methods() {
  return {
      method<start_session>("startSession"),
      method<session_request>("sessionRequest"),
      method<take_reply>("takeReply"),
      method<request_waits>("requestWaits"),
      method<withdraw_request>("withdrawRequest"),
      method<pass_request>("passRequest"),
      method<set_grace>("setGrace"),
  };
}

}  // namespace wasmsand
