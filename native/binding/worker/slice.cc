#include "binding/worker/slice.h"

#include <utility>

#include "binding/pool/niceness.h"
#include "binding/pool/policy.h"
#include "binding/pool/worker_pool.h"

namespace wasmsand {

Slice::Slice(WorkerPool& pool, WorkerKind kind) : pool_(pool), kind_(kind), thread_(this_thread()) {}

void Slice::begin(Nanoseconds now) {
  begin_short(now);
  counted_ = true;
  times_gone_on_++;
}

void Slice::begin_short(Nanoseconds now) {
  is_long_ = false;
  short_began_ = now;
}

void Slice::waits(KernelHandle& kernel) {
  if (counted_.exchange(false)) pool_.job_waits(kind_, kernel);
}

void Slice::goes_on(KernelHandle& kernel) {
  times_gone_on_++;
  if (!is_long_ && !counted_.exchange(true)) pool_.job_goes_on(kind_, kernel);
}

void Slice::watch(KernelHandle& kernel, Nanoseconds now) {
  const uint64_t slice = times_gone_on_;
  if (std::exchange(slice_, slice) != slice) slice_began_ = now;
  if (now - short_began_ < policy::kShortWork) return;
  is_long_ = true;
  // Again, if it has just gone on.
  if (counted_.exchange(false)) pool_.job_waits(kind_, kernel, true);
  if (kind_ != WorkerKind::threads || now - slice_began_ < policy::kLongSlice || stands_back_.exchange(true)) return;
  stand_back(thread_, policy::kBehindGuests);
}

}  // namespace wasmsand
