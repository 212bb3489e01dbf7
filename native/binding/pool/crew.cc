#include "binding/pool/crew.h"

#include <algorithm>
#include <thread>
#include <unordered_map>

#include "binding/objects/kernel_handle.h"
#include "binding/pool/schedule_trace.h"
#include "binding/worker/stack_thread.h"
#include "binding/worker/worker.h"

namespace wasmsand {
namespace {

// The system is asked once: the C library reads a file each time.
uint32_t processors() {
  static const uint32_t count = std::thread::hardware_concurrency();
  return count;
}

}  // namespace

Crew::Crew(WorkerKind kind, uint32_t maximum, std::optional<uint32_t> most_workers, std::function<void(uint32_t)> ask)
    : kind(kind),
      base_(kind == WorkerKind::stacks
                ? std::max(policy::kLeastStackThreads, policy::kStackThreadsPerProcessor * processors())
                : std::max(policy::kLeastThreads, policy::kThreadsPerProcessor * processors())),
      comfortable_(std::max(policy::kComfortableWorkers, base_)),
      most_workers_(most_workers),
      ask_(std::move(ask)),
      admission_(maximum,
                 kind == WorkerKind::stacks
                     ? std::max(policy::kLeastRunningOnStacks, policy::kRunningOnStacksPerProcessor * processors())
                     : std::max(policy::kLeastRunning, policy::kRunningPerProcessor * processors())),
      work_clock_(processors()) {
  admission_.limit(most_workers_);
}

Admission<Job>::Tenant& Crew::tenant(KernelHandle& kernel) const { return kernel.tenants[static_cast<size_t>(kind)]; }

Result<void> Crew::submit(Job job) {
  Admission<Job>::Tenant& owner = tenant(*job.kernel);
  if (job.from_host) {
    trace_scheduling(job, "queued, a run");
    admission_.offer_run(owner, std::move(job));
  } else {
    if (!admission_.fits(owner)) return Errno::again;
    trace_scheduling(job, "queued, a spawn");
    admission_.offer_spawn(owner, std::move(job));
  }
  admit();
  return {};
}

void Crew::admit() {
  const Nanoseconds now = monotonic_now(), worked = work_clock_.now();
  while (std::optional<Job> job = admission_.next(now, worked, !queue_.empty())) {
    trace_scheduling(*job, "admitted");
    dispatch(std::move(*job));
  }
  warm_up();
}

void Crew::warm_up() {
  const uint32_t assigned = admission_.assigned();
  uint32_t beyond = policy::kWarmWorkers;
  if (kind == WorkerKind::stacks) {
    // A thread holds the next as well.
    if (assigned > 0) beyond = 1;
  } else {
    if (assigned == 0) return;
    // More than there are processors would take the time from the first.
    if (workers_ == 0) beyond = std::min(beyond, processors() - 1);
  }
  grow(std::min(assigned + beyond, base_));
}

uint32_t Crew::threads_for(bool shell) const {
  return static_cast<uint32_t>(
      std::ranges::count_if(threads_, [shell](const StackThread* thread) { return thread->for_shells == shell; }));
}

StackThread* Crew::coolest_thread(bool shell) {
  const Nanoseconds now = monotonic_now();
  const bool any = growing_ == 0 && threads_for(shell) == 0;
  StackThread* coolest = nullptr;
  uint64_t least = UINT64_MAX;
  for (StackThread* thread : threads_) {
    if (!any && thread->for_shells != shell) continue;
    const uint64_t load = thread->load(now);
    if (load < least) coolest = thread;
    least = std::min(least, load);
  }
  return coolest;
}

void Crew::review_threads(Nanoseconds now) {
  review_threads(true, now);
  review_threads(false, now);
}

void Crew::review_threads(bool shell, Nanoseconds now) {
  const bool no_more = workers_ >= policy::kHotThreads * base_ || growth_refused();
  uint32_t there = 0, computing = 0, waiting = 0;
  for (StackThread* thread : std::vector(threads_)) {
    if (thread->for_shells != shell) continue;
    there++;
    if (!thread->hot(now)) continue;
    if (thread->computes()) computing++;
    thread->expire_deadlines(now);
    for (Job& job : thread->take_back()) {
      waiting++;
      dispatch(std::move(job));
    }
    waiting += thread->waiting();
    if (no_more && thread->waiting() > 0) thread->bound_turn();
    thread->end_long_turn();
  }
  if (there == 0 || computing < there || waiting == 0 || growing_ > 0 || no_more) return;
  for_shells_next_ = shell;
  grow(workers_ + 1);
}

void Crew::dispatch(Job job) {
  if (StackThread* thread = coolest_thread(job.shell)) return thread->give(std::move(job));
  if (idle_.empty()) {
    trace_scheduling(job, "waits for a thread to come");
    job.queued_at = monotonic_now();
    if (queue_.empty()) moved_ = job.queued_at;
    queue_.push_back(std::move(job));
    return;
  }
  Worker* worker = idle_.back();
  idle_.pop_back();
  worker->hand_over(std::move(job));
}

std::optional<Job> Crew::remove(Process& process, KernelHandle& kernel) {
  const auto is_it = [&](const Job& job) { return job.process.get() == &process; };
  std::optional<Job> job = admission_.remove(tenant(kernel), is_it);
  if (job) return job;
  for (StackThread* thread : threads_) {
    job = thread->remove(is_it);
    if (job) break;
  }
  if (const auto found = std::ranges::find_if(queue_, is_it); found != queue_.end()) {
    job = std::move(*found);
    queue_.erase(found);
  }
  if (job) admission_.done(tenant(kernel), job->from_host, true);
  return job;
}

void Crew::done(KernelHandle& kernel, bool from_host, bool was_running) {
  admission_.done(tenant(kernel), from_host, was_running);
  admit();
}

std::deque<Job> Crew::give_up() {
  for (const Job& job : queue_) admission_.done(tenant(*job.kernel), job.from_host, true);
  return std::exchange(queue_, {});
}

void Crew::arrived() {
  if (growing_ > 0) growing_--;
  unwaited_ = std::min(unwaited_, growing_);
  workers_++;
  // One that was asked for before others were refused does not say that there are more.
  if (late_ > 0) {
    late_--;
    admission_.limit(workers_);
    return;
  }
  growth_failures_ = 0;
  admission_.limit(most_workers_);
}

bool Crew::failed_to_arrive() {
  if (growing_ > 0) growing_--;
  unwaited_ = std::min(unwaited_, growing_);
  late_ = std::min(late_, growing_);
  refused_at_ = monotonic_now();
  const bool again = ++growth_failures_ < policy::kGrowthRetries;
  if (!again && workers_ > 0 && kind == WorkerKind::threads) make_do();
  if (again) admit();
  // What waits for a thread of its kind takes one of the other, if none is coming.
  if (growing_ == 0 && !threads_.empty())
    for (Job& job : std::exchange(queue_, {})) dispatch(std::move(job));
  return again;
}

bool Crew::replace() {
  if (admission_.limited() || growth_refused()) return false;
  if (!queue_.empty() || workers_ <= base_) grow(workers_ + growing_ + 1);
  return true;
}

// What has no worker yet is admitted anew, by who must not wait for whom.
void Crew::make_do() {
  admission_.limit(workers_);
  late_ = growing_;
  for (Job& job : std::exchange(queue_, {})) {
    Admission<Job>::Tenant& owner = tenant(*job.kernel);
    const bool run = job.from_host;
    (run ? admission_.offer_run(owner, job) : admission_.offer_spawn(owner, job));
    admission_.done(owner, run, true);
  }
  admit();
}

std::optional<Job> Crew::take_queued() {
  if (queue_.empty()) return std::nullopt;
  moved_ = monotonic_now();
  const auto next = next_queued();
  Job job = std::move(*next);
  queue_.erase(next);
  return job;
}

std::deque<Job>::iterator Crew::next_queued() {
  const auto recent =
      std::ranges::find_if(queue_, [this](const Job& job) { return moved_ - job.queued_at < policy::kLongWait; });
  if (recent == queue_.begin()) {
    const auto spawn = std::ranges::find(queue_, false, &Job::from_host);
    return spawn == queue_.end() ? queue_.begin() : spawn;
  }
  if (++taken_late_ % policy::kLongestWaitTurn == 0) return queue_.begin();
  std::unordered_map<const KernelHandle*, uint32_t> waiting;
  for (const Job& job : queue_) waiting[job.kernel.get()]++;
  const Nanoseconds worked = work_clock_.now();
  const auto rank = [&](const Job& job) {
    const Admission<Job>::Tenant& owner = tenant(*job.kernel);
    if (!job.from_host && admission_.has_begun_lately(owner, worked)) return 0U;
    return 1 + owner.assigned - waiting[job.kernel.get()];
  };
  return std::ranges::min_element(queue_.begin(), recent, {}, rank);
}

void Crew::add(StackThread& thread) {
  const bool base = threads_.size() < base_;
  thread.for_shells = base ? threads_for(true) <= threads_for(false) : for_shells_next_;
  threads_.push_back(&thread);
  for (Job& job : std::exchange(queue_, {})) dispatch(std::move(job));
}

bool Crew::let_go(StackThread& thread) {
  if (threads_for(thread.for_shells) <= base_ / 2 || thread.has_jobs()) return false;
  std::erase(threads_, &thread);
  return true;
}

void Crew::remove(StackThread& thread) {
  workers_--;
  std::erase(threads_, &thread);
  for (Job& job : thread.take_back()) dispatch(std::move(job));
  admit();
}

Nanoseconds Crew::growth_due() const {
  if (without_worker() == 0) return 0;
  const bool busy = admission_.running() >= queue_.size() + processors();
  return moved_ + (busy ? policy::kBusyPatience : policy::kGrowthPatience);
}

void Crew::grow_past_base(uint32_t resting) {
  // One thread of stacks is enough for all.
  if (kind == WorkerKind::stacks) return;
  // There may be more to be had again.
  if (admission_.limited() && admission_.waiting() > 0) return grow(workers_ + 1);
  const uint32_t missing = without_worker();
  const Nanoseconds now = monotonic_now();
  if (missing > 0 && missing <= resting && now >= eased_ + policy::kEasing) ease(now);
  if (missing <= resting || growing_ > 0 || now < growth_due()) return;
  grow(workers_ + std::min(missing - resting, std::max(policy::kWarmWorkers, workers_ / 4)));
}

// One more, for sessions to rest less often.
void Crew::ease(Nanoseconds now) {
  if (growing_ > 0 || workers_ >= comfortable_ || admission_.runs_wait()) return;
  eased_ = now;
  grow(workers_ + 1);
  unwaited_ = growing_;
}

bool Crew::growth_refused() const {
  return growth_failures_ >= policy::kGrowthRetries && workers_ > 0 &&
         monotonic_now() - refused_at_ < policy::kGrowthPause;
}

void Crew::grow(uint32_t to) {
  to = std::min(to, most_workers_.value_or(to));
  const uint32_t present = workers_ + growing_;
  if (present >= to) return;
  if (growth_refused()) return;
  growing_ += to - present;
  ask_(to - present);
}

}  // namespace wasmsand
