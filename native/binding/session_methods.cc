// The methods of a kernel object about its session shell.
#include "binding/kernel_object.h"
#include "binding/worker_pool.h"
#include "kernel/io/session_channel.h"

namespace wasmsand {
namespace {

constexpr size_t kMaxRequestBytes = size_t{64} << 20;

std::span<int32_t> integers(napi_env env, napi_value value, size_t count) {
  napi_typedarray_type type;
  size_t length = 0;
  int32_t* data = nullptr;
  napi_get_typedarray_info(env, value, &type, &length, reinterpret_cast<void**>(&data), nullptr, nullptr);
  if (data == nullptr || type != napi_int32_array || length < count) return {};
  return {data, length};
}

// (request {path, argv, env, cwd, runId}, result [pid, channel])
Result<int64_t> start_session(KernelCall& call) {
  napi_env env = call.env;
  auto get = [&](const char* name) { return js::property(env, call.arguments[0], name); };
  HostSpawn spawn{.path = js::to_string(env, get("path")),
                  .arguments = js::to_strings(env, get("argv")),
                  .environment = js::to_strings(env, get("env")),
                  .working_directory = js::to_string(env, get("cwd")),
                  .standard_input = {},
                  .standard_output = {},
                  .standard_error = {},
                  .session = {},
                  .run_id = static_cast<uint64_t>(js::to_integer(env, get("runId"))),
                  .on_exit = exit_event(call.handle)};
  std::span<int32_t> result = integers(env, call.arguments[1], 2);
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

// (channel, bytes, {runId, stdin: capacity | null, capacity, announceStdout, announceStderr}, result [stdin, stdout,
// stderr])
Result<int64_t> session_request(KernelCall& call) {
  napi_env env = call.env;
  napi_value how = call.arguments[2];
  std::span<const std::byte> bytes = call.bytes(1);
  std::span<int32_t> result = integers(env, call.arguments[3], 3);
  if (result.empty()) return Errno::inval;
  if (bytes.size() > kMaxRequestBytes) return Errno::twobig;
  auto number = [&](const char* name) { return js::to_number(env, js::property(env, how, name)); };

  KernelLock lock(call.kernel().mutex());
  SessionChannel* channel = call.streams.session(call.integer(0));
  if (channel == nullptr) return Errno::badf;
  SessionChannel::Request request{.bytes = std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                                  .run_id = static_cast<uint64_t>(number("runId")),
                                  .streams = {}};
  const auto capacity = static_cast<uint64_t>(number("capacity"));
  result[0] = 0;
  if (js::has_value(env, js::property(env, how, "stdin"))) {
    result[0] = call.streams.open_input(static_cast<size_t>(number("stdin")));
    request.streams[0] = call.streams.file(result[0]);
  } else {
    WS_ASSIGN(null, call.kernel().vfs().open(call.kernel().host_caller(), "/dev/null", OpenFile::kReadOnly, 0));
    request.streams[0] = null;
  }
  for (int fd : {1, 2}) {
    const bool announce = js::to_bool(env, js::property(env, how, fd == 1 ? "announceStdout" : "announceStderr"));
    result[fd] = call.streams.open_output(capacity, false, announce);
    request.streams[fd] = call.streams.file(result[fd]);
  }
  channel->send(std::move(request));
  return 0;
}

// (channel, into) → the bytes there are; they are taken only when `into` has room for all.
Result<int64_t> take_reply(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  SessionChannel* channel = call.streams.session(call.integer(0));
  if (channel == nullptr) return Errno::badf;
  const size_t available = channel->available();
  std::span<std::byte> into = call.bytes(1);
  if (available > 0 && available <= into.size()) (void)channel->take(into.first(available));
  return static_cast<int64_t>(available);
}

// (channel, milliseconds): blocks the calling thread until there is a reply. ETIMEDOUT.
Result<int64_t> await_reply(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  Ref<SessionChannel> channel(call.streams.session(call.integer(0)));
  if (!channel) return Errno::badf;
  const Nanoseconds deadline = monotonic_now() + static_cast<Nanoseconds>(call.number(1) * 1e6);
  Waiter waiter;
  WaitQueue* queue = &channel->replied();
  WaitScope scope(waiter, {&queue, 1});
  while (channel->available() == 0) {
    if (monotonic_now() >= deadline) return Errno::timedout;
    (void)scope.sleep(lock, deadline, nullptr);
  }
  return 0;
}

constexpr js::Function kMethods[] = {
    {"startSession", call_method<start_session>},
    {"sessionRequest", call_method<session_request>},
    {"takeReply", call_method<take_reply>},
    {"awaitReply", call_method<await_reply>},
};

}  // namespace

std::span<const js::Function> session_methods() { return kMethods; }

}  // namespace wasmsand
