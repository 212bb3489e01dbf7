// The modules that a worker's processes have linked, as the engine has them on its thread: counted in the LinkedLedger,
// and charged to the sandbox while the instance is there that has them.
#pragma once

#include <cstdint>
#include <string_view>

namespace wasmsand {

class Process;

class LinkedClaims {
 public:
  LinkedClaims() = default;
  // The engine's thread ends with the worker.
  ~LinkedClaims() { collected(); }
  LinkedClaims(const LinkedClaims&) = delete;
  LinkedClaims& operator=(const LinkedClaims&) = delete;

  // One module more in the instance of the process that runs, which imports `tables` and for which the engine takes
  // `bytes` beside its content. The sentence that comes back says why there can be none, or is empty. `again`: it was
  // there before a rest, and must be there again.
  std::string_view take(Process& process, uint64_t bytes, uint32_t tables, bool again);
  // It is linked; or it is not.
  void keep() { last_ = {}; }
  void drop(Process& process);
  // The instance is gone.
  void leave(Process& process);
  // The engine has collected its garbage.
  void collected();

  // How often the instance's modules import its table.
  [[nodiscard]] uint32_t tables() const { return all_.tables; }
  // What is charged for them. With the kernel locked.
  [[nodiscard]] uint64_t bytes() const { return all_.bytes; }
  // Whether the engine keeps many modules for nobody.
  [[nodiscard]] bool many_uncollected() const { return uncollected_ > kMostUncollected; }

 private:
  static constexpr uint32_t kMostUncollected = 64;

  struct Claim {
    uint32_t modules = 0, tables = 0;
    uint64_t bytes = 0;
  };
  void give_back(Process& process, const Claim& claim);

  Claim all_, last_;
  uint32_t uncollected_ = 0;
};

}  // namespace wasmsand
