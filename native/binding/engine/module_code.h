// Which modules of guests the engine of one thread has, for the ledger of code: a module is held there from before it
// is compiled until the engine has collected it. No event loop turns where processes wait in native code, and with none
// no finalizer runs: so tidy() looks.
#pragma once

#include <napi.h>

#include <map>
#include <memory>
#include <span>
#include <utility>

#include "module/code_ledger.h"

namespace wasmsand {

class ModuleCode {
 public:
  static ModuleCode& of_thread(Napi::Env env);

  // What the thread has compiled next is this module of a guest's. False: there is no room for its code.
  [[nodiscard]] bool begin(std::span<const std::byte> module, uint64_t code_bytes);
  // It is nobody's.
  void begin_unheld() { begun_ = 0; }
  // The number of the compilation that begins; 0: nothing is held for it.
  uint32_t take() { return std::exchange(begun_, 0); }
  // It has become a module; it has become none.
  void compiled(uint32_t number, Napi::Object module);
  void failed(uint32_t number) { holds_.erase(number); }
  // Lets go of what has been collected, and where nothing is being compiled of what never became a module. Whether
  // modules that are only remembered are to be dropped.
  bool tidy(bool nothing_compiles);

 private:
  struct Held {
    std::unique_ptr<CodeLedger::Hold> hold;
    Napi::ObjectReference module;  // weak; empty while it is compiled
  };
  std::map<uint32_t, Held> holds_;
  uint32_t last_ = 0, begun_ = 0;
};

}  // namespace wasmsand
