// A worker thread of Node that runs many processes, each on a stack which the engine can switch: one that must wait is
// suspended and gives the thread back. The thread's event loop turns; who has work here is in two queues, of processes
// to go on and of jobs to begin with, and each gets a turn: a callback of its own, after which the engine's microtasks
// have run. What ends a process in the middle of its turn takes no other along.
//
// A suspended process cannot move to another thread. One that computes on and on keeps those that share its thread
// waiting: so jobs go to the thread with the least to do, a long turn ends with the next call, which loops make when
// they are told to (module/yield_points.h), and what was killed ends without its thread. Whose turn it is goes by
// sandbox (turn_queue.h). Before it begins, also while its program is compiled, a process is no thread's, and goes
// elsewhere when a turn here is long; no turn ends for a program that makes no calls in its loops, for who gave one up
// might be kept waiting by it.
//
// Lock order: a kernel's, the pool's, then the thread's.
#pragma once

#include <napi.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "binding/objects/loop_bell.h"
#include "binding/pool/deadlines.h"
#include "binding/pool/turn_queue.h"
#include "binding/worker/worker.h"

namespace wasmsand {

class StackThread;

// The place of one process on such a thread.
class StackWorker final : public Worker {
 public:
  StackWorker(StackThread& thread, uint32_t slot, Napi::Env env, std::shared_ptr<WorkerPool> pool, uint32_t id,
              Napi::Int32Array block, Napi::Object unwind);

  void wake() override;
  bool wait(Process& process, Nanoseconds deadline, bool soon) override;
  void interrupt() override;
  // Nobody can tell whose what the thread holds is.
  bool measure_thread(Process&) override { return false; }
  bool yield() override;
  void ask_for_call() override;
  [[nodiscard]] bool misplaced() const override;
  [[nodiscard]] bool unreachable() const override;

 protected:
  [[nodiscard]] Nanoseconds cpu_clock() const override;
  [[nodiscard]] bool awaits_turn() const override;

 private:
  friend class StackThread;
  void wait_for_host();
  StackThread& thread_;
  const uint32_t slot_;
  // Guarded by the thread's lock.
  bool waits_ = false, woken_ = false, queued_ = false;
  bool waits_for_host_ = false;
  TurnQueue<StackWorker*>::Tenant* tenant_ = nullptr;  // its sandbox
  Deadlines<StackWorker*>::Place deadline_;
  bool yielded_ = false;
  bool ended_ = false;            // its own JavaScript has said so
  std::optional<uint64_t> left_;  // the same; for what program it waits, or 0
  Nanoseconds cpu_before_ = 0;    // with the thread's run_mutex_
};

class StackThread {
 public:
  using Turn = StackTurn;

  // On the thread itself. `turn(slot, what)` gives a process its turn, and returns whether there was anything to be
  // done; `tidy(idle)` is called now and then between turns.
  StackThread(Napi::Env env, std::shared_ptr<WorkerPool> pool, uint32_t id, Napi::Int32Array block, Napi::Object unwind,
              Napi::Function turn, Napi::Function tidy);

  // The thread of the caller; null elsewhere.
  static StackThread* current();

  bool for_shells = false;  // the crew's

  // With the pool locked.
  void give(Job job);
  // The jobs that wait here for their first turn.
  std::deque<Job> take_back();
  // Whether some wait for their first turn, or for that to be possible.
  bool has_jobs() {
    std::lock_guard lock(mutex_);
    return !jobs_.empty() || !loading_.empty();
  }
  // How many wait for their turn.
  uint32_t waiting() const { return queued_; }
  // Somebody waits for the turn of another to end, which it does at once if it has lasted long enough.
  void bound_turn(const StackWorker* waiting = nullptr);
  // From the ticker, while a turn lasts: those whose deadline has passed wait for their turn, which the thread itself
  // sees only between two of them.
  void expire_deadlines(Nanoseconds now);
  // From the ticker: a turn that was to end goes on, for its process makes no calls. Now it makes one.
  void end_long_turn();
  template <typename Match>
  std::optional<Job> remove(Match match) {
    std::lock_guard lock(mutex_);
    if (const auto found = std::ranges::find_if(jobs_, match); found != jobs_.end()) {
      Job job = std::move(*found);
      jobs_.erase(found);
      queued_--;
      return job;
    }
    const auto found = std::ranges::find_if(loading_, match, &Loading::job);
    if (found == loading_.end()) return std::nullopt;
    Job job = std::move(found->job);
    loading_.erase(found);
    return job;
  }
  // How much there is to do here, then how many processes are here. One that has computed for long counts for many.
  uint64_t load(Nanoseconds now) const;
  // Whether one process has had its turn for so long that nobody should be sent here.
  bool hot(Nanoseconds now) const;
  // Whether it has computed that long. A turn that is long because others have the processors is no shorter with one
  // more thread.
  bool computes() const;

  // Of the process whose turn it is.
  void process_ended() { running_->ended_ = true; }
  // The same begins elsewhere, or here when the engine has the program (0: it waits for none).
  void process_left(uint64_t program) { running_->left_ = program; }
  // Of any: those that wait for it can begin.
  void program_settled(uint64_t program);
  // The same waits for something that is no call, until wake() of its slot.
  void wait_for_host() { running_->wait_for_host(); }
  void wake(uint32_t slot) { workers_[slot]->wake(); }

 private:
  friend class StackWorker;
  void run();
  bool step();
  std::deque<Job>::iterator next_job();
  static bool shares_turns(const Job& job);
  void begin(Job job);
  void take_turn(StackWorker& worker, Turn what);
  void unwind(StackWorker& worker);
  struct Taken {
    bool done = false;
    bool terminated = false;
  };
  Taken guarded_turn(StackWorker& worker, Turn what);
  bool call_turn(StackWorker& worker, Turn what);
  void settle(StackWorker& worker, bool killed);
  void leave(StackWorker& worker);
  void vacate(StackWorker& worker);
  void tidy();
  void arm_timer();
  // With mutex_ held.
  void enqueue(StackWorker& worker);
  void end_wait(StackWorker& worker);
  [[nodiscard]] Nanoseconds end_of_turn() const;
  void enqueue(Job job);
  void ask_for_end();
  void signal();
  static void shut_down(napi_async_cleanup_hook_handle handle, void* thread);
  void closed();

  const Napi::Env env_;
  const std::shared_ptr<WorkerPool> pool_;
  const uint32_t id_;
  const Napi::Reference<Napi::Int32Array> block_;
  const Napi::ObjectReference unwind_;
  const Napi::FunctionReference turn_, tidy_;
  const Napi::ObjectReference resource_;
  std::optional<Napi::AsyncContext> context_;
  napi_async_cleanup_hook_handle cleanup_ = nullptr;
  Ref<LoopBell> bell_;
  uv_timer_t timer_;
  int open_handles_ = 2;

  std::vector<std::unique_ptr<StackWorker>> workers_;  // by slot
  std::vector<StackWorker*> idle_;
  StackWorker* running_ = nullptr;  // changed with run_mutex_ held

  mutable std::mutex mutex_;
  TurnQueue<StackWorker*> ready_;
  std::deque<Job> jobs_;
  struct Loading {
    uint64_t program;
    Job job;
  };
  std::vector<Loading> loading_;
  bool awake_ = false;  // run() will look at the queues
  bool prefers_jobs_ = false, woken_soon_ = false;
  Deadlines<StackWorker*> deadlines_;
  uint32_t wait_for_host_ = 0;  // how many do
  // How many are in the queues; how many processes are here.
  std::atomic<uint32_t> queued_ = 0, residents_ = 0;

  mutable std::mutex run_mutex_;  // orders interrupts and the ends of turns; after mutex_ (native/LOCKS.md)
  bool terminated_ = false;
  Nanoseconds cpu_at_turn_ = 0;
  std::atomic<Nanoseconds> turn_began_ = 0;  // monotonic; 0: nobody's
  Nanoseconds tidied_at_ = 0;
  Nanoseconds idle_since_ = 0;  // 0: it is not, or need not be looked at again
  const clockid_t clock_;
};

}  // namespace wasmsand
