// How many modules guests have linked, all processes of the host together. The engine takes some tens of kilobytes for
// each, and Node 20 a mapping, however small the module is.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

namespace wasmsand {

class LinkedLedger {
 public:
  static constexpr uint32_t kMost = 16'384;
  // A sandbox gets one part of what others leave, so that the next ones find some too.
  static constexpr uint32_t kParts = 4;
  static constexpr uint32_t kMostOfSandbox = kMost / kParts;

  static LinkedLedger& of_process();

  // One more, of the sandbox `owner`. False: it has too many, or the host has.
  [[nodiscard]] bool take(const void* owner);
  // The same of what was linked before a rest, which must be there again.
  void force(const void* owner);
  // The instances are gone; the engine keeps the modules until it collects garbage.
  void leave(const void* owner, uint32_t count);
  void collected(uint32_t count);

  uint32_t count();

 private:
  std::mutex mutex_;
  std::map<const void*, uint32_t> owners_;
  uint32_t count_ = 0;
};

}  // namespace wasmsand
