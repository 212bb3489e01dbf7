// The methods of a kernel object about processes, their streams, the runs that they belong to, and what these use.
#include "binding/objects/kernel_object.h"

#include <algorithm>
#include <cstring>

#include "binding/interface.h"
#include "binding/worker/worker.h"

namespace wasmsand {
namespace {

constexpr double kMilliseconds = 1e6;

double cpu_milliseconds(Nanoseconds time) { return static_cast<double>(time) / kMilliseconds; }

// The streams of a process to be started; closed again unless it does start.
struct StandardStreams {
  Streams& streams;
  int input = 0, output = 0, error = 0;
  bool kept = false;
  ~StandardStreams() {
    if (kept) return;
    for (int number : {input, output, error}) streams.close(number);
  }
};

int open_output(KernelCall& call, Napi::Value options) {
  uint64_t capacity = static_cast<uint64_t>(js::to_number(js::property(options, "capacity")));
  const Napi::Value announce = js::property(options, "announce");
  return call.streams.open_output(capacity, js::to_bool(js::property(options, "blockWhenFull")),
                                  !js::has_value(announce) || js::to_bool(announce));
}

WindowSize window_size(double columns, double rows) {
  const auto bounded = [](double size) { return static_cast<uint16_t>(std::clamp(size, 0.0, 65'535.0)); };
  return {.rows = bounded(rows), .columns = bounded(columns)};
}

// (output stream, columns, rows)
Result<int64_t> resize_terminal(KernelCall& call) {
  const WindowSize size = window_size(static_cast<double>(call.integer(1)), static_cast<double>(call.integer(2)));
  KernelLock lock(call.kernel().mutex());
  const Streams::Output* const output = call.streams.output(call.integer(0));
  if (output == nullptr || !output->terminal) return Errno::badf;
  output->terminal->resize(size);
  return 0;
}

Result<int64_t> spawn(KernelCall& call) {
  auto get = [&](const char* name) { return js::property(call.arguments[0], name); };
  HostSpawn spawn = host_spawn(call);
  std::span<int32_t> result = call.integers(1, 4);
  if (result.empty()) return Errno::inval;

  KernelLock lock(call.kernel().mutex());
  StandardStreams standard{call.streams};
  const Napi::Value terminal = get("terminal");
  if (js::has_value(get("stdin"))) {
    standard.input =
        call.streams.open_input(static_cast<size_t>(js::to_number(js::property(get("stdin"), "capacity"))));
    spawn.standard_input = call.streams.file(standard.input);
  } else {
    WS_ASSIGN(null, open_null(call, OpenFile::kReadOnly));
    spawn.standard_input = null;
  }
  standard.output = open_output(call, get("stdout"));
  spawn.standard_output = call.streams.file(standard.output);
  spawn.standard_error = spawn.standard_output;
  if (js::has_value(terminal)) {
    WS_ASSIGN(opened, call.streams.open_terminal(standard.output, standard.input,
                                                 window_size(js::to_number(js::property(terminal, "columns")),
                                                             js::to_number(js::property(terminal, "rows")))));
    spawn.standard_input = call.kernel().terminals().open_end(*opened, OpenFile::kReadWrite);
    spawn.standard_output = spawn.standard_error = spawn.standard_input;
    spawn.terminal = std::move(opened);
  } else if (js::has_value(get("stderr"))) {
    standard.error = open_output(call, get("stderr"));
    spawn.standard_error = call.streams.file(standard.error);
  }
  WS_ASSIGN(process, call.kernel().spawn_from_host(std::move(spawn)));
  standard.kept = true;
  result[0] = process->pid;
  result[1] = standard.input;
  result[2] = standard.output;
  result[3] = standard.error;
  process.reset();
  return 0;
}

Result<int64_t> take_output(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  Streams::Output* output = call.streams.output(call.integer(0));
  if (output == nullptr) return Errno::badf;
  *output->announced = false;
  std::span<std::byte> into = call.bytes(1);
  ByteQueue taken = output->sink->take(into.size());
  lock.unlock();
  return static_cast<int64_t>(taken.take(into));
}

Result<int64_t> output_state(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  Streams::Output* output = call.streams.output(call.integer(0));
  std::span<double> into = call.doubles(1);
  if (output == nullptr) return Errno::badf;
  const OutputFields fields = {
      .available = static_cast<double>(output->sink->available()),
      .total = static_cast<double>(output->sink->total()),
      .truncated = output->sink->truncated() ? 1.0 : 0.0,
      .open = output->sink->is_open() ? 1.0 : 0.0,
  };
  if (into.size_bytes() < sizeof(fields)) return Errno::inval;
  std::memcpy(into.data(), &fields, sizeof(fields));
  return 0;
}

Result<int64_t> await_close(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  Streams::Output* output = call.streams.output(call.integer(0));
  if (output == nullptr) return Errno::badf;
  return output->sink->await_close() ? 1 : 0;
}

// (stream, bytes)
Result<int64_t> hold_output(KernelCall& call) {
  const int64_t bytes = call.integer(1);
  if (bytes < 0) return Errno::inval;
  KernelLock lock(call.kernel().mutex());
  WS_TRY(call.streams.hold(call.integer(0), static_cast<uint64_t>(bytes)));
  return 0;
}

// (bytes more; negative: less)
Result<int64_t> hold_bytes(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  WS_TRY(call.streams.hold_more(call.integer(0)));
  return 0;
}

Result<int64_t> put_input(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  HostSource* source = call.streams.input(call.integer(0));
  if (source == nullptr) return Errno::badf;
  if (source->abandoned()) return Errno::pipe;
  return static_cast<int64_t>(source->put(call.bytes(1)));
}

Result<int64_t> end_input(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  HostSource* source = call.streams.input(call.integer(0));
  if (source == nullptr) return Errno::badf;
  source->end();
  return 0;
}

Result<int64_t> close_stream(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  call.streams.close(call.integer(0));
  return 0;
}

Result<int64_t> signal(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  WS_TRY(call.kernel().kill(nullptr, static_cast<int>(call.integer(0)), static_cast<int>(call.integer(1))));
  return 0;
}

Result<int64_t> kill_run(KernelCall& call) {
  call.handle.kill_run(static_cast<uint64_t>(call.integer(0)));
  return 0;
}

Result<int64_t> run_lives(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  return call.kernel().processes().run_lives(static_cast<uint64_t>(call.integer(0))) ? 1 : 0;
}

Result<int64_t> set_deadline(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  int64_t run_id = call.integer(0);
  const auto after = static_cast<Nanoseconds>(call.number(1) * kMilliseconds);
  const auto cpu = static_cast<Nanoseconds>(call.number(2) * kMilliseconds);
  call.kernel().deadlines().set(static_cast<uint64_t>(run_id), after == 0 ? 0 : monotonic_now() + after, cpu,
                                [&events = call.handle.pool().events(), kernel = call.handle.id, run_id] {
                                  events.post({.kernel = kernel, .kind = EventKind::deadline, .id = run_id});
                                });
  return 0;
}

Result<int64_t> clear_deadline(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  call.kernel().deadlines().clear(static_cast<uint64_t>(call.integer(0)));
  return 0;
}

Result<int64_t> watch_limits(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  const auto run = static_cast<uint64_t>(call.integer(0));
  call.kernel().accounting().refusals().watch(run);
  call.kernel().run_usage().watch(run);
  return 0;
}

// (run, into [milliseconds of processor time, processes]). ESRCH: it is not watched.
Result<int64_t> run_usage(KernelCall& call) {
  const std::span<double> into = call.doubles(1);
  if (into.size() < 2) return Errno::inval;
  KernelLock lock(call.kernel().mutex());
  const auto use = call.kernel().run_usage().of(static_cast<uint64_t>(call.integer(0)));
  if (!use) return Errno::srch;
  into[0] = cpu_milliseconds(use->cpu_ns);
  into[1] = use->processes;
  return 0;
}

// (run, into) → how many
Result<int64_t> limits_met(KernelCall& call) {
  const std::span<std::byte> into = call.bytes(1);
  if (into.size() < kLimitCount) return Errno::inval;
  KernelLock lock(call.kernel().mutex());
  const auto run = static_cast<uint64_t>(call.integer(0));
  const LimitsMet met = call.kernel().accounting().refusals().take(run);
  call.kernel().run_usage().forget(run);
  std::ranges::transform(met.in_order(), into.begin(), [](Limit limit) { return static_cast<std::byte>(limit); });
  return static_cast<int64_t>(met.in_order().size());
}

bool ended(const Process& process) {
  return process.state == ProcessState::zombie || process.state == ProcessState::reaped;
}

Result<int64_t> await_end(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  const int64_t run_id = call.integer(0);
  return static_cast<int64_t>(call.kernel().processes().await_end(
      static_cast<uint64_t>(run_id), [&events = call.handle.pool().events(), kernel = call.handle.id, run_id] {
        events.post({.kernel = kernel, .kind = EventKind::ended, .id = run_id});
      }));
}

std::optional<WaitCause> wait_cause(const Process& process) {
  const auto* const worker = static_cast<const Worker*>(process.thread);
  return worker != nullptr ? worker->waits_for(process) : process.waits_for();
}

Result<int64_t> usage(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  const Accounting::Usage& used = call.kernel().accounting().usage();
  Nanoseconds cpu = used.cpu_ns;
  // What has ended and waits for its parent is none that lives, though its number is taken.
  uint64_t alive = 0, at_rest = 0, image_bytes = 0;
  UsageFields fields{};
  for (const auto& [pid, process] : call.kernel().processes()) {
    if (!ended(*process)) {
      cpu += process->cpu_time();
      alive++;
    }
    if (const auto cause = wait_cause(*process)) fields.waits[static_cast<size_t>(*cause)]++;
    if (process->rest != Rest::resting) continue;
    at_rest++;
    image_bytes += process->launch.image->held_bytes();
  }
  const WorkerPool::State pool = call.handle.pool().state();
  fields.memory_bytes = static_cast<double>(used.memory_bytes);
  fields.peak_memory_bytes = static_cast<double>(used.peak_memory_bytes);
  const Space kept = call.kernel().snapshots().space();
  fields.file_bytes = static_cast<double>(used.file_bytes - kept.bytes);
  fields.inodes = static_cast<double>(used.inodes - kept.inodes);
  fields.snapshots = static_cast<double>(call.kernel().snapshots().size());
  fields.snapshot_bytes = static_cast<double>(kept.bytes);
  fields.snapshot_inodes = static_cast<double>(kept.inodes);
  fields.processes = static_cast<double>(alive);
  fields.descriptors = static_cast<double>(used.descriptors);
  fields.pipe_bytes = static_cast<double>(used.pipe_bytes);
  fields.locks = static_cast<double>(used.locks);
  fields.sockets = static_cast<double>(used.sockets);
  std::ranges::copy(call.kernel().accounting().refusals().counts(), fields.refusals);
  fields.processes_started = static_cast<double>(used.processes_started);
  fields.cpu_ms = cpu_milliseconds(cpu);
  fields.at_rest = static_cast<double>(at_rest);
  fields.image_bytes = static_cast<double>(image_bytes);
  fields.workers = static_cast<double>(pool.workers);
  fields.host_memory_bytes = static_cast<double>(HostMemory::used());
  fields.running = static_cast<double>(pool.running);
  fields.waiting = static_cast<double>(pool.waiting);
  std::span<double> into = call.doubles(0);
  if (into.size_bytes() < sizeof(fields)) return Errno::inval;
  std::memcpy(into.data(), &fields, sizeof(fields));
  return 0;
}

Result<int64_t> reset_peak_memory(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  call.kernel().accounting().reset_peak_memory();
  return 0;
}

const char* state_letter(const Process& process) {
  switch (process.state) {
    case ProcessState::stopped:
      return "T";
    case ProcessState::zombie:
    case ProcessState::reaped:
      return "Z";
    default:
      return process.may_run() ? "R" : "S";
  }
}

Napi::Object describe(Napi::Env env, Kernel& kernel, const Process& process) {
  // As many as one looks at: a process may have 200 000, of megabytes.
  constexpr size_t kShown = 64, kShownBytes = 4096;
  auto arguments = Napi::Array::New(env);
  uint32_t index = 0;
  for (const std::string_view argument : process.image.arguments) {
    if (index == kShown) break;
    arguments.Set(index++, Napi::String::New(env, argument.substr(0, kShownBytes)));
  }
  auto object = Napi::Object::New(env);
  object.Set("pid", process.pid);
  object.Set("parentPid", process.parent != nullptr ? process.parent->pid : 1);
  object.Set("group", process.process_group);
  object.Set("session", process.session);
  object.Set("runId", process.run_id);
  object.Set("state", state_letter(process));
  object.Set("name", process.name);
  object.Set("arguments", arguments);
  object.Set("cpuMs", cpu_milliseconds(process.cpu_time()));
  object.Set("memoryBytes", process.memory_bytes);
  object.Set("uid", process.credentials.uid);
  const auto directory = (*process.working_directory) ? kernel.vfs().path_of_directory(*process.working_directory)
                                                      : Result<std::string>(Errno::noent);
  object.Set("terminal", process.terminal ? static_cast<int>(process.terminal->number()) : -1);
  object.Set("cwd", directory.ok() ? *directory : std::string());
  return object;
}

}  // namespace

Result<Ref<OpenFile>> open_null(KernelCall& call, uint32_t flags) {
  return call.kernel().vfs().open(call.kernel().host_caller(), "/dev/null", flags, 0);
}

std::optional<Credentials> credentials_of(Napi::Value user) {
  if (!js::has_value(user)) return {};
  const auto id = [&](const char* name) { return static_cast<uint32_t>(js::to_integer(js::property(user, name))); };
  Credentials credentials{id("uid"), id("gid"), {}};
  const Napi::Value groups = js::property(user, "groups");
  if (groups.IsTypedArray() && groups.As<Napi::TypedArray>().TypedArrayType() == napi_uint32_array) {
    const auto given = groups.As<Napi::Uint32Array>();
    credentials.groups.assign(given.Data(), given.Data() + std::min(given.ElementLength(), kGroupsMax));
  }
  return credentials;
}

HostSpawn host_spawn(KernelCall& call) {
  auto get = [&](const char* name) { return js::property(call.arguments[0], name); };
  return {.path = js::to_string(get("path")),
          .arguments = js::to_strings(get("argv")),
          .environment = js::to_strings(get("env")),
          .working_directory = js::to_string(get("cwd")),
          .credentials = credentials_of(get("user")),
          .standard_input = {},
          .standard_output = {},
          .standard_error = {},
          .session = {},
          .run_id = static_cast<uint64_t>(js::to_integer(get("runId"))),
          .on_exit = exit_event(call.handle)};
}

std::function<void(Process&)> exit_event(KernelHandle& handle) {
  return [&events = handle.pool().events(), kernel = handle.id](Process& process) {
    events.post({
        .kernel = kernel,
        .kind = EventKind::exit,
        .id = process.pid,
        .a = static_cast<double>(process.exit_status.code),
        .b = static_cast<double>(process.exit_status.signal),
        .c = cpu_milliseconds(process.cpu_time() + process.children_cpu_ns),
        .d = static_cast<double>(process.peak_memory_bytes),
    });
  };
}

Napi::Value KernelObject::processes(const Napi::CallbackInfo& info) {
  auto list = Napi::Array::New(info.Env());
  if (!handle_) return list;
  KernelLock lock(handle_->kernel().mutex());
  uint32_t index = 0;
  for (const auto& [pid, process] : handle_->kernel().processes())
    list.Set(index++, describe(info.Env(), handle_->kernel(), *process));
  return list;
}

std::vector<KernelObject::PropertyDescriptor> KernelObject::process_methods() {
  return {
      method<spawn>("spawn"),
      method<take_output>("takeOutput"),
      method<output_state>("outputState"),
      method<await_close>("awaitClose"),
      method<hold_output>("holdOutput"),
      method<resize_terminal>("resizeTerminal"),
      method<hold_bytes>("holdBytes"),
      method<put_input>("putInput"),
      method<end_input>("endInput"),
      method<close_stream>("closeStream"),
      method<signal>("signal"),
      method<kill_run>("killRun"),
      method<run_lives>("runLives"),
      method<set_deadline>("setDeadline"),
      method<clear_deadline>("clearDeadline"),
      method<watch_limits>("watchLimits"),
      method<limits_met>("limitsMet"),
      method<run_usage>("runUsage"),
      method<await_end>("awaitEnd"),
      method<usage>("usage"),
      method<reset_peak_memory>("resetPeakMemory"),
      InstanceMethod<&KernelObject::processes>("processes"),
      InstanceMethod<&KernelObject::destroy>("destroy"),
  };
}

}  // namespace wasmsand
