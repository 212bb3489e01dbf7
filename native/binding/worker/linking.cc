#include "binding/worker/linking.h"

#include <algorithm>

#include "binding/engine/calls.h"
#include "binding/engine/module_code.h"
#include "binding/objects/arguments.h"
#include "binding/worker/loading.h"
#include "module/growth.h"
#include "module/limits.h"
#include "module/module.h"
#include "module/type_ledger.h"
#include "syscall/linking.h"

namespace wasmsand {
namespace {

// Beside its content the engine takes this for a module and its instance, however small they are, and for each function
// that comes into the table. Measured on Node 20, 24 and 26: 22 to 29 KB, and 1.6 KB.
constexpr uint64_t kModuleBytes = 32 << 10, kExportBytes = 2 << 10;
// For an entry of the program's table, in engines that make a copy of it for each time that a module imports it.
constexpr uint64_t kCopiedEntryBytes = 20;
constexpr uint32_t kFirstWithSharedTables = 24;  // Node

bool copies_tables(Napi::Env env) {
  static const bool copies = [env] {
    const napi_node_version* version = nullptr;
    return napi_get_node_version(env, &version) != napi_ok || version->major < kFirstWithSharedTables;
  }();
  return copies;
}

// As the guest says how long the table is: it is looked at before the module is linked.
uint64_t engine_bytes_of(Napi::Env env, const LinkedClaims& claims, const ModuleInfo& module, uint32_t table_length,
                         uint32_t table_growth) {
  const auto functions =
      static_cast<uint64_t>(std::ranges::count(module.exports, ExternalKind::function, &Export::kind));
  uint64_t bytes = kModuleBytes + functions * kExportBytes;
  if (copies_tables(env)) {
    const uint64_t own = (uint64_t{table_length} + table_growth) * module.imported_tables;
    bytes += kCopiedEntryBytes * (own + uint64_t{table_growth} * claims.tables());
  }
  return bytes;
}

// The copies there are of a module at a time. Its code is charged_code().
uint64_t charge_of(uint64_t size, uint32_t table_growth) {
  constexpr uint64_t kCopies = 2;
  return size * kCopies + table_growth * kFunctionEntryBytes;
}

// For the engine: the module as it is to be linked.
Result<std::vector<std::byte>> prepare(Worker& worker, std::span<const std::byte> bytes, ModuleInfo& module,
                                       std::string& why) {
  WS_ASSIGN(found, inspect_linked(bytes, why));
  module = std::move(found);
  if (!TypeLedger::of_process().add(bytes, module, &worker.call()->kernel)) {
    why = "the module has more function types than the sandbox may bring into its host";
    return Errno::noexec;
  }
  if (!ModuleCode::of_thread(worker.env()).begin(bytes, module.code_bytes)) {
    why = "the host process has no room left for the module's code";
    return Errno::noexec;
  }
  return with_growth_import(as_linked(bytes, module), why);
}

Napi::Uint32Array words_object(Napi::Env env, const std::vector<uint32_t>& words) {
  auto array = Napi::Uint32Array::New(env, words.size());
  if (!words.empty()) std::memcpy(array.Data(), words.data(), words.size() * sizeof(uint32_t));
  return array;
}

// {bytes, imports, exports, tableLength, tableGrowth}. `bytes`: the module as it is to be linked.
Napi::Value plan_object(Napi::Env env, Worker& worker, const LinkedModule& module, std::span<const std::byte> bytes) {
  auto object = Napi::Object::New(env);
  object.Set("bytes", kept(env, worker, bytes));
  object.Set("imports", words_object(env, module.imports));
  object.Set("exports", words_object(env, module.exports));
  object.Set("tableLength", module.table_length);
  object.Set("tableGrowth", module.table_growth);
  return object;
}

// (request) → the plan, as plan_object() says, of what the guest asks for, charged with the growth of the table; or the
// result of the guest's call when it cannot be.
Napi::Value read_linked(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Worker* const worker = begin_loading();
  if (worker == nullptr) return {};
  GuestCall& call = *worker->call();
  const auto refused = [&](std::string_view why) {
    return Napi::Number::New(env, linux_not_linked(call, Errno::noexec, why));
  };
  const auto plan = linux_begin_link(call, static_cast<uint32_t>(js::to_integer(info[0])));
  if (!plan.ok()) return Napi::Number::New(env, -static_cast<int32_t>(plan.error()));
  Process& process = call.process;
  LinkedModule& asked = *plan->module;
  const uint64_t size = plan->bytes.size();
  // Nobody could tell whose it is what the module makes the thread hold, nor end it alone.
  if (!worker->holdings().owned()) return refused("modules are linked on a thread of the process's own");
  if (!ProgramLoad::may_link(process, size)) return refused("the module is larger than maxProgramBytes allows");
  if (asked.table_growth > kMaxFunctionEntries) return refused("the module wants too many entries of the table");
  const char* const full = "no memory left for the module (memoryLimitBytes)";
  uint64_t charge = charge_of(size, asked.table_growth);
  if (!worker->load().charge_linked(process, charge)) return refused(full);
  std::vector<std::byte> bytes(plan->bytes.begin(), plan->bytes.end());
  std::string why;
  ModuleInfo module;
  const auto linked = prepare(*worker, bytes, module, why);
  worker->load().drop_linked(process);
  if (!linked.ok()) return refused(why);
  charge += module.engine_bytes + charged_code(bytes.size(), module.code_bytes);
  if (!worker->load().charge_linked(process, charge)) return refused(full);
  const uint64_t engine_bytes =
      engine_bytes_of(env, worker->load().linked_claims(), module, asked.table_length, asked.table_growth);
  const std::string_view refusal =
      worker->load().linked_claims().take(process, engine_bytes, module.imported_tables, false);
  if (!refusal.empty()) {
    worker->load().drop_linked(process);
    return refused(refusal);
  }
  asked.charge = charge;
  asked.bytes = LinkedModule::share(std::move(bytes));
  worker->load().begin_link(plan->module, module.copyable);
  return plan_object(env, *worker, asked, *linked);
}

Worker* worker_with_call() {
  Worker* const worker = Worker::current_thread();
  return worker != nullptr && worker->call() != nullptr ? worker : nullptr;
}

// (exports, tableLength) → the result of the guest's call: what readLinked gave was linked.
Napi::Value keep_linked(const Napi::CallbackInfo& info) {
  Worker* const worker = worker_with_call();
  if (worker == nullptr) return {};
  worker->load().keep_linked(worker->call()->process);
  const auto exports = info[0].As<Napi::Uint32Array>();
  const auto table_length = static_cast<uint32_t>(js::to_integer(info[1]));
  return Napi::Number::New(info.Env(),
                           linux_linked(*worker->call(), {exports.Data(), exports.ElementLength()}, table_length));
}

// (errno, why, tableLength) → the result of the guest's call: it was not.
Napi::Value drop_linked(const Napi::CallbackInfo& info) {
  Worker* const worker = worker_with_call();
  if (worker == nullptr) return {};
  worker->load().drop_linked(worker->call()->process);
  const auto error = static_cast<Errno>(js::to_integer(info[0]));
  const std::string why = info[1].ToString();
  const auto table_length = static_cast<uint32_t>(js::to_integer(info[2]));
  return Napi::Number::New(info.Env(), linux_not_linked(*worker->call(), error, why, table_length));
}

// → how many modules the process has linked: a copy of another is to be given these before it goes on.
Napi::Value linked_count(const Napi::CallbackInfo& info) {
  Worker* const worker = worker_with_call();
  if (worker == nullptr) return Napi::Number::New(info.Env(), 0);
  CallLock lock(worker->call()->process);
  return Napi::Number::New(info.Env(), static_cast<double>(worker->call()->process.linked.size()));
}

Ref<LinkedModule> linked_at(GuestCall& call, size_t index) {
  CallLock lock(call.process);
  const LinkedModules& linked = call.process.linked;
  return index < linked.size() ? linked[index] : Ref<LinkedModule>();
}

// (index) → the plan of one of them, as plan_object() says, charged to who did not have it; or why there is none.
Napi::Value read_linked_again(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto refused = [env](const std::string& why) { return Napi::String::New(env, why); };
  Worker* const worker = begin_loading();
  if (worker == nullptr) return {};
  const Ref<LinkedModule> there = linked_at(*worker->call(), static_cast<size_t>(js::to_integer(info[0])));
  if (!there) return refused("there is no such module");
  const LinkedModule& module = *there;
  // What has rested is still charged.
  Process& process = worker->call()->process;
  const bool is_copy = process.launch.kind != Launch::Kind::wake;
  if (is_copy && !worker->load().charge_linked(process, module.charge)) return refused("no memory left for the module");
  std::string why;
  ModuleInfo found;
  const auto prepared = prepare(*worker, *module.bytes, found, why);
  if (!prepared.ok()) return refused(why);
  // Of a state that a stranger has written, or another version.
  if (!found.copyable) return refused("the module is not what it was");
  const uint64_t needed = charge_of(module.bytes->size(), module.table_growth) + found.engine_bytes +
                          charged_code(module.bytes->size(), found.code_bytes);
  if (needed > module.charge && !worker->load().charge_linked(process, needed - module.charge))
    return refused("no memory left for the module");
  const uint64_t engine_bytes =
      engine_bytes_of(env, worker->load().linked_claims(), found, module.table_length, module.table_growth);
  const std::string_view refusal =
      worker->load().linked_claims().take(process, engine_bytes, found.imported_tables, !is_copy);
  if (!refusal.empty()) return refused(std::string(refusal));
  worker->load().linked_claims().keep();
  return plan_object(env, *worker, module, *prepared);
}

}  // namespace

void define_linking_functions(Napi::Object worker) {
  js::define<read_linked>(worker, "readLinked");
  js::define<keep_linked>(worker, "keepLinked");
  js::define<drop_linked>(worker, "dropLinked");
  js::define<linked_count>(worker, "linkedCount");
  js::define<read_linked_again>(worker, "readLinkedAgain");
}

}  // namespace wasmsand
