// The code of the guests' modules that this host process may come to have: each module counts with the estimate of its
// code (ModuleInfo::code_bytes) from before it is compiled until the engine has dropped it. The engine keeps one copy
// of the code of modules with the same bytes, whoever brings them, and ends the process at 4 GB of code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace wasmsand {

class CodeLedger {
 public:
  // What a module is known by: a digest of its bytes.
  using Key = std::array<std::byte, 32>;
  // Of all modules of guests together: 1.5 GB are left for the programs of the image.
  static constexpr uint64_t kMaxBytes = 2'500'000'000;

  // Somebody has the module, or is about to have it compiled.
  class Hold {
   public:
    Hold(CodeLedger& ledger, const Key& key) : ledger_(ledger), key_(key) {}
    ~Hold() { ledger_.release(key_); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    CodeLedger& ledger_;
    const Key key_;
  };

  static CodeLedger& of_process();

  // Null: there is no room for so much code.
  [[nodiscard]] std::unique_ptr<Hold> hold(const Key& key, uint64_t bytes);
  // Modules that are only remembered are to be dropped.
  [[nodiscard]] bool scarce() const;
  [[nodiscard]] uint64_t bytes() const;

 private:
  struct Entry {
    uint64_t bytes = 0;
    uint32_t holds = 0;
  };
  void release(const Key& key);

  mutable std::mutex mutex_;
  std::map<Key, Entry> entries_;
  uint64_t bytes_ = 0;
};

}  // namespace wasmsand
