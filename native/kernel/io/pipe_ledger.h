// The state that all pipes and host streams of one sandbox share: their numbers, as Linux's pipefs gives them, and the
// account of their memory.
#pragma once

#include "kernel/resources/accounting.h"

namespace wasmsand {

class PipeLedger {
 public:
  explicit PipeLedger(Accounting& accounting) : accounting_(accounting) {}

  Accounting& accounting() { return accounting_; }
  uint64_t next_number() { return ++last_number_; }

 private:
  Accounting& accounting_;
  uint64_t last_number_ = 0;
};

}  // namespace wasmsand
