#include "binding/engine/module_code.h"

#include "kernel/state/digest.h"

namespace wasmsand {

// Goes before its environment does: the references are of that.
ModuleCode& ModuleCode::of_thread(Napi::Env env) {
  thread_local ModuleCode* code = nullptr;
  if (code != nullptr) return *code;
  code = new ModuleCode;
  env.AddCleanupHook([] {
    delete code;
    code = nullptr;
  });
  return *code;
}

bool ModuleCode::begin(std::span<const std::byte> module, uint64_t code_bytes) {
  begun_ = 0;
  auto hold = CodeLedger::of_process().hold(digest_of(module), code_bytes);
  if (hold == nullptr) return false;
  begun_ = ++last_;
  holds_[begun_].hold = std::move(hold);
  return true;
}

void ModuleCode::compiled(uint32_t number, Napi::Object module) {
  const auto found = holds_.find(number);
  if (found != holds_.end()) found->second.module = Napi::Weak(module);
}

bool ModuleCode::tidy(bool nothing_compiles) {
  std::erase_if(holds_, [&](const auto& entry) {
    const Napi::ObjectReference& module = entry.second.module;
    return module.IsEmpty() ? nothing_compiles : module.Value().IsEmpty();
  });
  return CodeLedger::of_process().scarce();
}

}  // namespace wasmsand
