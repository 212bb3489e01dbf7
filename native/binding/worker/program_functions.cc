#include "binding/worker/program_functions.h"

#include <algorithm>

#include "binding/engine/calls.h"
#include "binding/engine/module_code.h"
#include "binding/objects/arguments.h"
#include "binding/worker/block.h"
#include "binding/worker/loading.h"
#include "binding/worker/renewal.h"
#include "binding/worker/worker.h"
#include "kernel/platform/mappings.h"
#include "kernel/vfs/file_program.h"
#include "module/growth.h"
#include "module/limits.h"
#include "module/module.h"
#include "module/type_ledger.h"
#include "module/yield_points.h"

namespace wasmsand {
namespace {

// The image a function is about: the process's own, or the one exec has prepared.
Ref<Program> program_of(GuestCall& call, bool next) {
  CallLock lock(call.process);
  return next ? call.next_image.program : call.process.image.program;
}

// (next) Fills in the program's id and what the sandbox allows it; for the first image, also how to bring it to life.
void describe_image(const Napi::CallbackInfo& info) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return;
  GuestCall& call = *worker->call();
  int32_t* block = worker->block();
  bool next = js::to_bool(info[0]);
  CallLock lock(call.process);
  const Ref<Program>& program = (next ? call.next_image : call.process.image).program;
  uint64_t id = program->id();
  block[block::kProgramShared] = !program->copies();
  block[block::kProgramLow] = static_cast<int32_t>(id);
  block[block::kProgramHigh] = static_cast<int32_t>(id >> 32);
  uint64_t bytes = call.kernel.accounting().limits().memory_bytes;
  if (bytes == 0) bytes = kUnlimited;
  bytes = std::min(bytes, call.process.limits[kLimitAddressSpace].soft);
  const Launch& launch = call.process.launch;
  const size_t copied = launch.image ? launch.image->memory_bytes() : launch.memory.size();
  // The process may have set itself a limit below what it has.
  if (launch.image) bytes = std::max<uint64_t>(bytes, copied);
  block[block::kMaximumPages] = static_cast<int32_t>(std::min<uint64_t>(bytes / kWasmPageBytes, kMaxMemoryPages));
  block[block::kLaunchKind] = static_cast<int32_t>(launch.kind);
  block[block::kParentPages] = static_cast<int32_t>(copied / kWasmPageBytes);
  block[block::kFunction] = static_cast<int32_t>(launch.function);
  block[block::kFunctionArgument] = static_cast<int32_t>(launch.argument);
  block[block::kStackPointer] = static_cast<int32_t>(launch.stack_pointer);
  block[block::kAsyncifyData] = static_cast<int32_t>(launch.asyncify_data);
  block[block::kThroughClone] = launch.through_clone;
}

bool can_link(const ModuleInfo& module) {
  return std::ranges::any_of(module.imports,
                             [](const Import& import) { return import.module == "linux" && import.name == "link"; });
}

// (next) → the program's bytes with its memory imported, as an ArrayBuffer; or a sentence that says why it cannot run;
// undefined: it is to be loaded by another kind of worker.
Napi::Value read_program(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto refused = [env](const std::string& why) { return Napi::String::New(env, why); };
  Worker* const worker = begin_loading();
  if (worker == nullptr) return {};
  Ref<Program> program = program_of(*worker->call(), js::to_bool(info[0]));
  if (!ProgramLoad::may_load(worker->call()->process, *program))
    return refused("the module is larger than maxProgramBytes allows");
  if (!worker->load().charge(worker->call()->process, *program))
    return refused("no memory left to load the program (memoryLimitBytes)");
  if (!Mappings::of_process().take(Mappings::kOfModule)) return refused("the host process has no mappings left");
  auto bytes = program->bytes();
  if (!bytes.ok()) return refused(errno_message(bytes.error()));
  std::string why;
  auto module = inspect(**bytes, why);
  if (!module.ok()) return refused(why);
  if (!program->copies() && can_link(*module)) {
    program->links = true;
    if (!js::to_bool(info[0]) && worker->misplaced()) return {};
  }
  // Programs of the image are not the sandbox's doing.
  const Kernel* owner = program->copies() ? &worker->call()->kernel : nullptr;
  if (!TypeLedger::of_process().add(**bytes, *module, owner))
    return refused("the module has more function types than the sandbox may bring into its host");
  program->code_bytes = charged_code((*bytes)->size(), module->code_bytes);
  ModuleCode& code = ModuleCode::of_thread(env);
  if (owner == nullptr) {
    code.begin_unheld();
  } else if (!code.begin(**bytes, module->code_bytes)) {
    return refused("the host process has no room left for the module's code");
  }
  const bool looks = !program->copies() && can_yield(*module);
  const bool yields = looks && worker->pool().switches_stacks();
  program->unyielding = !yields;
  const bool shares = !program->copies() && share_initial_memory(**bytes, *module, *program);
  std::vector<std::byte> rewritten =
      with_imported_memory(**bytes, *module, program->copies() ? Origin::guest : Origin::image, yields);
  bytes->reset();
  // Programs of the base image ask before they grow.
  if (program->copies() && module->memory) {
    auto asking = with_growth_import(std::move(rewritten), why);
    if (!asking.ok()) return refused(why);
    rewritten = std::move(*asking);
  }

  int32_t* block = worker->block();
  const auto& memory = module->memory;
  block[block::kMinimumPages] = memory ? static_cast<int32_t>(memory->minimum_pages) : 0;
  block[block::kDeclaredPages] =
      memory ? static_cast<int32_t>(memory->declared_maximum_pages.value_or(kMaxMemoryPages)) : 0;
  block[block::kEngineBytes] = static_cast<int32_t>(module->engine_bytes);
  block[block::kRenewable] = !program->copies() && module->renewable && !shares;
  // Also where it has no yield points: a program may look at the word by itself (wasm/sys/process.h).
  block[block::kYields] = looks;
  return kept(env, *worker, rewritten);
}

// The bytes of readProgram have become a module or will not: frees them now, for an idle worker collects no garbage.
void drop_program(const Napi::CallbackInfo&) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return;
  worker->load().drop(worker->call()->process);
  if (!worker->end_loading()) worker->throw_unwind();
}

// (id) → whether some sandbox still has the program.
Napi::Value program_exists(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), OwnProgram::exists(static_cast<uint64_t>(js::to_integer(info[0]))));
}

// → how many programs of sandboxes have gone so far.
Napi::Value programs_gone(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(OwnProgram::gone()));
}

// → the number of the compilation that begins, for compiled(); 0: nobody asks for it.
Napi::Value begin_compilation(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), ModuleCode::of_thread(info.Env()).take());
}

// (number, module) The module has been compiled; undefined: there is none.
void compiled(const Napi::CallbackInfo& info) {
  ModuleCode& code = ModuleCode::of_thread(info.Env());
  const auto number = static_cast<uint32_t>(js::to_integer(info[0]));
  if (info[1].IsObject()) {
    code.compiled(number, info[1].As<Napi::Object>());
  } else {
    code.failed(number);
  }
}

// (nothingCompiles) → whether modules that are only remembered are to be dropped, for others have no room for theirs.
Napi::Value tidy_code(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), ModuleCode::of_thread(info.Env()).tidy(js::to_bool(info[0])));
}

}  // namespace

void define_program_functions(Napi::Object worker) {
  js::define<describe_image>(worker, "describeImage");
  js::define<read_program>(worker, "readProgram");
  js::define<drop_program>(worker, "dropProgram");
  js::define<program_exists>(worker, "programExists");
  js::define<programs_gone>(worker, "programsGone");
  js::define<begin_compilation>(worker, "beginCompilation");
  js::define<compiled>(worker, "compiled");
  js::define<tidy_code>(worker, "tidyCode");
}

}  // namespace wasmsand
