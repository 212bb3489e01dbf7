#include "binding/kernel_object.h"

#include <cstring>

#include "binding/environment.h"
#include "binding/interface.h"
#include "binding/worker.h"
#include "kernel/vfs/image.h"

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

int open_output(KernelCall& call, napi_value options) {
  uint64_t capacity = static_cast<uint64_t>(js::to_number(call.env, js::property(call.env, options, "capacity")));
  return call.streams.open_output(capacity, js::to_bool(call.env, js::property(call.env, options, "wait")));
}

Result<int64_t> spawn(KernelCall& call) {
  napi_env env = call.env;
  napi_value request = call.arguments[0];
  auto get = [&](const char* name) { return js::property(env, request, name); };
  HostSpawn spawn = host_spawn(call);
  std::span<int32_t> result = call.integers(1, 4);
  if (result.empty()) return Errno::inval;

  KernelLock lock(call.kernel().mutex());
  StandardStreams standard{call.streams};
  if (js::has_value(env, get("stdin"))) {
    standard.input =
        call.streams.open_input(static_cast<size_t>(js::to_number(env, js::property(env, get("stdin"), "capacity"))));
    spawn.standard_input = call.streams.file(standard.input);
  } else {
    WS_ASSIGN(null, open_null(call, OpenFile::kReadOnly));
    spawn.standard_input = null;
  }
  standard.output = open_output(call, get("stdout"));
  spawn.standard_output = call.streams.file(standard.output);
  spawn.standard_error = spawn.standard_output;
  if (js::has_value(env, get("stderr"))) {
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
      .open = output->sink->unique() ? 0.0 : 1.0,
  };
  if (into.size_bytes() < sizeof(fields)) return Errno::inval;
  std::memcpy(into.data(), &fields, sizeof(fields));
  return 0;
}

Result<int64_t> detach_output(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  Streams::Output* output = call.streams.output(call.integer(0));
  if (output == nullptr) return Errno::badf;
  output->sink->detach();
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
  KernelLock lock(call.kernel().mutex());
  call.kernel().kill_run(static_cast<uint64_t>(call.integer(0)));
  return 0;
}

Result<int64_t> set_deadline(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  int64_t run_id = call.integer(0);
  Nanoseconds deadline = monotonic_now() + static_cast<Nanoseconds>(call.number(1) * kMilliseconds);
  call.kernel().set_run_deadline(static_cast<uint64_t>(run_id), deadline,
                                 [&events = call.handle.pool().events(), kernel = call.handle.id, run_id] {
                                   events.post({.kernel = kernel, .kind = EventKind::deadline, .id = run_id});
                                 });
  return 0;
}

Result<int64_t> clear_deadline(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  call.kernel().clear_run_deadline(static_cast<uint64_t>(call.integer(0)));
  return 0;
}

bool ended(const Process& process) {
  return process.state == ProcessState::zombie || process.state == ProcessState::reaped;
}

Result<int64_t> run_processes(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  auto run_id = static_cast<uint64_t>(call.integer(0));
  int64_t count = 0;
  for (const auto& [pid, process] : call.kernel().processes()) count += process->run_id == run_id && !ended(*process);
  return count;
}

std::optional<WaitCause> wait_cause(const Process& process) {
  const auto* const worker = static_cast<const Worker*>(process.thread);
  return worker != nullptr ? worker->waits_for(process) : process.waits_for();
}

Result<int64_t> usage(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  const Accounting::Usage& used = call.kernel().accounting().usage();
  Nanoseconds cpu = used.cpu_ns;
  uint64_t at_rest = 0, image_bytes = 0;
  UsageFields fields{};
  for (const auto& [pid, process] : call.kernel().processes()) {
    if (!ended(*process)) cpu += process->cpu_time();
    if (const auto cause = wait_cause(*process)) fields.waits[static_cast<size_t>(*cause)]++;
    if (process->rest != Rest::resting) continue;
    at_rest++;
    image_bytes += process->launch.image->held_bytes();
  }
  const WorkerPool::State pool = call.handle.pool().state();
  fields.memory_bytes = static_cast<double>(used.memory_bytes);
  fields.peak_memory_bytes = static_cast<double>(used.peak_memory_bytes);
  fields.file_bytes = static_cast<double>(used.file_bytes);
  fields.inodes = static_cast<double>(used.inodes);
  fields.processes = static_cast<double>(used.processes);
  fields.descriptors = static_cast<double>(used.descriptors);
  fields.processes_started = static_cast<double>(used.processes_started);
  fields.cpu_ms = cpu_milliseconds(cpu);
  fields.at_rest = static_cast<double>(at_rest);
  fields.image_bytes = static_cast<double>(image_bytes);
  fields.workers = static_cast<double>(pool.workers);
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

const char* state_letter(ProcessState state) {
  switch (state) {
    case ProcessState::stopped:
      return "T";
    case ProcessState::zombie:
    case ProcessState::reaped:
      return "Z";
    default:
      return "R";
  }
}

napi_value describe(napi_env env, const Process& process) {
  napi_value object = nullptr, arguments = nullptr;
  napi_create_object(env, &object);
  auto set = [&](const char* name, napi_value value) { napi_set_named_property(env, object, name, value); };
  set("pid", js::integer(env, process.pid));
  set("parentPid", js::integer(env, process.parent != nullptr ? process.parent->pid : 1));
  set("group", js::integer(env, process.process_group));
  set("session", js::integer(env, process.session));
  set("runId", js::integer(env, static_cast<int64_t>(process.run_id)));
  set("state", js::text(env, state_letter(process.state)));
  set("name", js::text(env, process.name));
  napi_create_array(env, &arguments);
  // As many as one looks at: a process may have 200 000, of megabytes.
  constexpr size_t kShown = 64, kShownBytes = 4096;
  uint32_t index = 0;
  for (const std::string_view argument : process.image.arguments) {
    if (index == kShown) break;
    napi_set_element(env, arguments, index++, js::text(env, std::string(argument.substr(0, kShownBytes))));
  }
  set("arguments", arguments);
  set("cpuMs", js::number(env, cpu_milliseconds(process.cpu_time())));
  set("memoryBytes", js::number(env, static_cast<double>(process.memory_bytes)));
  return object;
}

KernelObject* unwrap(napi_env env, napi_value receiver) {
  KernelObject* object = nullptr;
  napi_unwrap(env, receiver, reinterpret_cast<void**>(&object));
  return object;
}

napi_value processes(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  KernelObject* object = unwrap(env, arguments.receiver);
  napi_value list = nullptr;
  napi_create_array(env, &list);
  if (object == nullptr || !object->handle) return list;
  Kernel& kernel = object->handle->kernel();
  KernelLock lock(kernel.mutex());
  uint32_t index = 0;
  for (const auto& [pid, process] : kernel.processes()) napi_set_element(env, list, index++, describe(env, *process));
  return list;
}

napi_value destroy(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  if (KernelObject* object = unwrap(env, arguments.receiver)) object->destroy();
  return nullptr;
}

Limits read_limits(napi_env env, napi_value options) {
  auto get = [&](const char* name) {
    return static_cast<uint64_t>(js::to_number(env, js::property(env, options, name)));
  };
  Limits limits;
  limits.memory_bytes = get("memoryBytes");
  limits.file_system_bytes = get("fileSystemBytes");
  limits.file_count = get("fileCount");
  limits.processes = static_cast<uint32_t>(get("processes"));
  limits.descriptors = static_cast<uint32_t>(get("descriptors"));
  return limits;
}

constexpr js::Function kMethods[] = {
    {"spawn", call_method<spawn>},
    {"takeOutput", call_method<take_output>},
    {"outputState", call_method<output_state>},
    {"detachOutput", call_method<detach_output>},
    {"putInput", call_method<put_input>},
    {"endInput", call_method<end_input>},
    {"closeStream", call_method<close_stream>},
    {"signal", call_method<signal>},
    {"killRun", call_method<kill_run>},
    {"setDeadline", call_method<set_deadline>},
    {"clearDeadline", call_method<clear_deadline>},
    {"runProcesses", call_method<run_processes>},
    {"usage", call_method<usage>},
    {"resetPeakMemory", call_method<reset_peak_memory>},
    {"processes", processes},
    {"destroy", destroy},
};

napi_value construct(napi_env env, napi_callback_info info) {
  js::Arguments<1> arguments(env, info);
  return arguments.receiver;
}

// The class is made once per environment: its functions are looked up on the prototype, not copied per kernel.
napi_value kernel_class(napi_env env, Environment& environment) {
  napi_value constructor = nullptr;
  if (environment.kernel_class != nullptr) {
    napi_get_reference_value(env, environment.kernel_class, &constructor);
    return constructor;
  }
  std::vector<napi_property_descriptor> properties;
  for (std::span<const js::Function> group :
       {std::span<const js::Function>(kMethods), session_methods(), file_methods()}) {
    for (const js::Function& method : group) {
      properties.push_back({method.name, nullptr, method.callback, nullptr, nullptr, nullptr, napi_default, nullptr});
    }
  }
  napi_define_class(env, "NativeKernel", NAPI_AUTO_LENGTH, construct, nullptr, properties.size(), properties.data(),
                    &constructor);
  napi_create_reference(env, constructor, 1, &environment.kernel_class);
  return constructor;
}

}  // namespace

Result<Ref<OpenFile>> open_null(KernelCall& call, uint32_t flags) {
  return call.kernel().vfs().open(call.kernel().host_caller(), "/dev/null", flags, 0);
}

HostSpawn host_spawn(KernelCall& call) {
  auto get = [&](const char* name) { return js::property(call.env, call.arguments[0], name); };
  return {.path = js::to_string(call.env, get("path")),
          .arguments = js::to_strings(call.env, get("argv")),
          .environment = js::to_strings(call.env, get("env")),
          .working_directory = js::to_string(call.env, get("cwd")),
          .standard_input = {},
          .standard_output = {},
          .standard_error = {},
          .session = {},
          .run_id = static_cast<uint64_t>(js::to_integer(call.env, get("runId"))),
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

void KernelObject::destroy() {
  if (!handle) return;
  {
    KernelLock lock(handle->kernel().mutex());
    streams->close_all();
    handle->kernel().shut_down();
  }
  // The ticker does it elsewise.
  if (handle->pool().closed()) handle->pool().finish_cancelled();
  streams.reset();
  handle.reset();  // the kernel itself goes when the last worker has left it
}

napi_value create_kernel(napi_env env, napi_callback_info info) {
  js::Arguments<2> arguments(env, info);
  Environment& environment = Environment::of(env);
  if (!environment.pool) {
    napi_throw_error(env, nullptr, "wasmsand: attach() comes before createKernel()");
    return nullptr;
  }
  KernelOptions options;
  options.limits = read_limits(env, arguments[0]);
  options.hostname = js::to_string(env, js::property(env, arguments[0], "hostname"));
  if (js::has_value(env, arguments[1])) {
    void* image = nullptr;
    napi_get_value_external(env, arguments[1], &image);
    if (image != nullptr) options.base = *static_cast<Ref<FileSystemImage>*>(image);
  }
  auto object = std::make_unique<KernelObject>();
  uint32_t id = ++environment.last_kernel;
  object->handle = std::make_shared<KernelHandle>(environment.pool, id, std::move(options));
  object->streams = std::make_unique<Streams>(object->handle->kernel(), environment.pool->events(), id);
  environment.pool->warm_up();

  napi_value instance = nullptr;
  napi_new_instance(env, kernel_class(env, environment), 0, nullptr, &instance);
  napi_set_named_property(env, instance, "id", js::integer(env, id));
  auto finalize = [](napi_env, void* data, void*) { delete static_cast<KernelObject*>(data); };
  if (napi_wrap(env, instance, object.get(), finalize, nullptr, nullptr) == napi_ok) object.release();
  return instance;
}

}  // namespace wasmsand
