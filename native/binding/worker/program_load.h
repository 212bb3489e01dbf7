// What a worker loads for its process: programs, and the modules that a program links. Their bytes, what is charged for
// them, and whether something is being loaded now.
#pragma once

#include <napi.h>

#include <cstdint>

#include "binding/worker/linked_claims.h"
#include "kernel/process/linked_module.h"
#include "kernel/process/program.h"

namespace wasmsand {

class ProgramLoad {
 public:
  explicit ProgramLoad(Napi::Env env) : env_(env) {}
  ProgramLoad(const ProgramLoad&) = delete;
  ProgramLoad& operator=(const ProgramLoad&) = delete;

  // With the kernel locked. While a program is read and compiled no code of it runs, and nothing can interrupt the
  // engine: Worker::begin_loading.
  void begin() { loading_ = true; }
  void end() { loading_ = false; }
  [[nodiscard]] bool loading() const { return loading_; }

  // Whether the program is no larger than one may be.
  static bool may_load(Process& process, const Program& program);
  // Likewise a module that the guest has in its memory.
  static bool may_link(Process& process, uint64_t bytes);

  // The copy of a guest's program counts against its sandbox while it is made into a module: what is a hole in its file
  // is none in the copy. False: there is no room for it.
  bool charge(Process& process, const Program& program);
  void keep(Napi::ArrayBuffer bytes);  // freed by drop
  void drop(Process& process);
  [[nodiscard]] bool keeps_bytes() const { return !bytes_.IsEmpty(); }
  // Leaves them to the engine's thread, whose heap they go with.
  void abandon_bytes() { bytes_.Reset(); }

  // A module that the program links, with what the engine takes for it: charged until the process or its program ends,
  // or drop_linked(). False: there is no room for it.
  bool charge_linked(Process& process, uint64_t bytes);
  // The same module, read to be linked; and it is linked, or is not. `copyable`: as in EngineCharges::keep_linked.
  void begin_link(Ref<LinkedModule> module, bool copyable);
  void keep_linked(Process& process);
  void drop_linked(Process& process);
  LinkedClaims& linked_claims() { return linked_claims_; }

  // The process ends, or leaves this worker.
  void leave(Process& process);

 private:
  const Napi::Env env_;
  Napi::Reference<Napi::ArrayBuffer> bytes_;
  uint64_t charge_ = 0;
  uint64_t linked_charge_ = 0;  // of the module linked last
  LinkedClaims linked_claims_;
  Ref<LinkedModule> link_begun_;
  bool link_copyable_ = false;
  bool loading_ = false;  // guarded by the lock of the process's kernel
};

}  // namespace wasmsand
