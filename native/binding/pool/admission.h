// Who may have a worker and who waits for one. Nothing is ever refused for want of workers: what cannot run now waits.
// Bookkeeping only, without threads; the pool's lock guards it.
//
// Two kinds of job. A *run* comes from the host: a session shell that starts or wakes, a program. A *spawn* comes from
// a process that runs. Each sandbox is a tenant; runs go round the tenants, spawns go before runs, and those first of
// who has the fewest workers.
//
// Runs are admitted while few processes could run: what waits in a call needs no processor, so a pool grows only when
// something would be stuck; what has computed for a while is not waited for either. Of one tenant no more than its
// share are counted for that when another's turn has come: one that starts processes on and on would keep all others
// out. Nor is a tenant counted whose run has begun long ago. And where many do so, a run is admitted now and then all
// the same.
//
// Some workers are kept for runs, and more for those of tenants that have none: a command line that starts no program
// gets its turn whatever else waits. Nor are spawns of tenants that have few workers kept waiting by others that have
// many.
//
// Why no tree of processes waits for its own children for ever. Workers are given out to spawns up to a
// maximum. Past that one tenant, the elder, goes on getting as many as it asks for, until nothing
// of it is left or there is room again. It is the one that has waited longest since it was the elder. A tenant can only
// ask for as many as it may have processes (`kTenantMost`), so the elder never waits; it ends, or rests, and gives all
// it has back; then another is elder. Processes that never end need not end for that: an elder that has all it asked
// for passes the right on after a while, as long as no more than `kElderBeyond` past the maximum are in use; and the
// room of the last elder is never given to two.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "binding/pool/policy.h"
#include "kernel/platform/clock.h"

namespace wasmsand {

template <typename Job>
class Admission {
 public:
  struct Tenant {
    uint32_t assigned = 0;
    std::atomic<uint32_t> running = 0;
    uint64_t age = 0;                    // 0: it has nothing here
    Nanoseconds begun_at = 0;            // when a run was admitted lately
    uint32_t begun_spawns = 0;           // admitted since then
    std::atomic<bool> computes = false;  // a process of it has done so for long
    std::deque<Job> runs, spawns;
  };

  // `at_once`: how many processes could run when no more runs are admitted.
  Admission(uint32_t maximum, uint32_t at_once)
      : most_(std::max(maximum, policy::kLeastMaximum)),
        at_once_(at_once),
        share_(std::max(1U, at_once / policy::kTenantShare)) {}

  // There are no more workers to be had than so many; nothing: as many as are asked for. Half of them only the elder
  // gets, so that no tree which can do with so many waits for its own children for ever.
  void limit(std::optional<uint32_t> workers) {
    const bool few = workers && *workers < most_ + policy::kElderBeyond;
    maximum_ = few ? std::clamp(*workers / 2, 1U, most_) : most_;
    beyond_ = few ? 0 : policy::kElderBeyond;
  }
  bool limited() const { return beyond_ == 0; }
  // More have a worker, from the time before, than leave the elder what it may need.
  bool overdrawn() const { return limited() && assigned_ > maximum_; }

  void offer_run(Tenant& tenant, Job job) {
    enter(tenant);
    if (tenant.runs.empty()) round_.push_back(&tenant);
    tenant.runs.push_back(std::move(job));
    waiting_runs_++;
  }

  // Whether the tenant may have one more.
  static bool fits(const Tenant& tenant) { return tenant.assigned + tenant.spawns.size() < policy::kTenantMost; }
  void offer_spawn(Tenant& tenant, Job job) {
    enter(tenant);
    if (tenant.spawns.empty()) spawning_.emplace(key_of(tenant), &tenant);
    tenant.spawns.push_back(std::move(job));
    waiting_spawns_++;
  }

  // The next job that may have a worker; it has one from now on, until done(). `worked`: the time of what runs, which
  // may go slower than that of what waits. `short_of_workers`: some have none yet.
  std::optional<Job> next(Nanoseconds now, Nanoseconds worked, bool short_of_workers) {
    review_elder(now);
    if (Tenant* tenant = next_to_spawn(now)) {
      Job job = take_front(tenant->spawns);
      waiting_spawns_--;
      if (tenant->spawns.empty()) spawning_.erase(key_of(*tenant));
      assign(*tenant);
      tenant->begun_spawns++;
      return job;
    }
    const auto next = next_to_run(worked, short_of_workers ? policy::kRunPauseWhenShort : policy::kRunPause);
    if (next == round_.end()) return std::nullopt;
    Tenant& tenant = **next;
    round_.erase(next);
    run_admitted_ = worked;
    begun_room_ -= std::min(begun_room_, 1U);
    note_begun(tenant, worked);
    Job job = take_front(tenant.runs);
    waiting_runs_--;
    if (!tenant.runs.empty()) round_.push_back(&tenant);
    assign(tenant);
    assigned_runs_++;
    return job;
  }

  // `was_running`: it had not called waits() since the last goes_on().
  void done(Tenant& tenant, bool was_run, bool was_running) {
    assigned_--;
    if (was_run) assigned_runs_--;
    set_assigned(tenant, tenant.assigned - 1);
    if (was_running) waits(tenant);
    leave(tenant);
  }

  // A process of the tenant that has a worker waits in a call, or `computes` for long. From any thread, without the
  // pool's lock.
  void waits(Tenant& tenant, bool computes = false) {
    if (computes) tenant.computes = true;
    running_--;
    if (tenant.running.fetch_sub(1) <= share_) shares_running_--;
  }
  void goes_on(Tenant& tenant) {
    running_++;
    if (tenant.running.fetch_add(1) < share_) shares_running_++;
  }
  bool runs_wait() const { return waiting_runs_ > 0; }
  // Whether a run of the tenant was admitted that others wait for.
  static bool has_begun_lately(const Tenant& tenant, Nanoseconds worked) {
    return tenant.begun_at != 0 && !tenant.computes && tenant.begun_spawns < policy::kBegunSpawns &&
           worked - tenant.begun_at < policy::kBegunTime;
  }

  // A job that waits here; nothing when it does not.
  template <typename Match>
  std::optional<Job> remove(Tenant& tenant, Match match) {
    for (auto* queue : {&tenant.runs, &tenant.spawns}) {
      const auto found = std::find_if(queue->begin(), queue->end(), match);
      if (found == queue->end()) continue;
      Job job = std::move(*found);
      queue->erase(found);
      if (queue == &tenant.spawns) {
        waiting_spawns_--;
        if (queue->empty()) spawning_.erase(key_of(tenant));
      } else {
        waiting_runs_--;
        if (queue->empty()) std::erase(round_, &tenant);
      }
      leave(tenant);
      return job;
    }
    return std::nullopt;
  }

  uint32_t assigned() const { return assigned_; }
  uint32_t running() const { return running_; }
  uint32_t waiting() const { return waiting_spawns_ + waiting_runs_; }
  // How many wait although they would not be in the way: a worker less in use lets one of them go on.
  uint32_t short_of_workers() const { return waiting_spawns_ + (room_for_runs() ? 0 : waiting_runs_.load()); }

 private:
  using SpawningKey = std::pair<uint32_t, uint64_t>;
  static SpawningKey key_of(const Tenant& tenant) { return {tenant.assigned, tenant.age}; }

  static Job take_front(std::deque<Job>& queue) {
    Job job = std::move(queue.front());
    queue.pop_front();
    return job;
  }

  void enter(Tenant& tenant) {
    if (tenant.age == 0) tenant.age = ++last_age_;
  }
  void leave(Tenant& tenant) {
    if (tenant.assigned > 0 || !tenant.runs.empty() || !tenant.spawns.empty()) return;
    tenant.age = 0;
    if (elder_ == &tenant) elder_ = nullptr;
    if (tenant.begun_at != 0) std::erase(begun_, &tenant);
    tenant.begun_at = 0;
  }

  void assign(Tenant& tenant) {
    assigned_++;
    set_assigned(tenant, tenant.assigned + 1);
    goes_on(tenant);
  }

  // Its place among those whose spawns wait goes by it.
  void set_assigned(Tenant& tenant, uint32_t count) {
    const bool waits = spawning_.erase(key_of(tenant)) > 0;
    if (tenant.assigned < policy::kFewWorkers) assigned_few_ -= tenant.assigned;
    tenant.assigned = count;
    if (count < policy::kFewWorkers) assigned_few_ += count;
    if (waits) spawning_.emplace(key_of(tenant), &tenant);
  }

  uint32_t kept_for_runs() const { return std::min(policy::kKeptForRuns, maximum_ / policy::kKeptShare); }
  bool room_for_spawns() const { return assigned_ < maximum_ - kept_for_runs(); }
  bool room_for_few() const { return !limited() && assigned_few_ < maximum_; }
  bool room_for_runs() const { return assigned_ < maximum_ || assigned_runs_ < kept_for_runs(); }

  void review_elder(Nanoseconds now) {
    if (elder_ == nullptr || !elder_->spawns.empty()) return;
    const bool passes_on = assigned_ < maximum_ + beyond_ && now - elder_since_ >= policy::kElderTime;
    if (passes_on) elder_->age = ++last_age_;
    if (room_for_spawns() || passes_on || elder_->assigned == 0) elder_ = nullptr;
  }

  Tenant* next_to_spawn(Nanoseconds now) {
    if (spawning_.empty()) return nullptr;
    Tenant* const smallest = spawning_.begin()->second;
    if (room_for_spawns() || (smallest->assigned + 1 < policy::kFewWorkers && room_for_few())) return smallest;
    if (elder_ == nullptr) {
      const auto age = [](const auto& waiting) { return waiting.first.second; };
      elder_ = std::ranges::min_element(spawning_, {}, age)->second;
      elder_since_ = now;
    }
    return elder_->spawns.empty() ? nullptr : elder_;
  }

  void note_begun(Tenant& tenant, Nanoseconds worked) {
    if (tenant.begun_at == 0) begun_.push_back(&tenant);
    tenant.begun_at = worked;
    tenant.begun_spawns = 0;
    tenant.computes = false;
    if (begun_.size() < most_begun_) return;
    begun_running(worked);
    most_begun_ = std::max(policy::kLeastBegun, 2 * begun_.size());
  }
  // How many of those run that have begun lately, of each no more than its share.
  uint32_t begun_running(Nanoseconds worked) {
    uint32_t count = 0;
    std::erase_if(begun_, [&](Tenant* tenant) {
      const uint32_t running = tenant->running;
      const bool rests = running == 0 && tenant->assigned <= 1 && tenant->spawns.empty();
      if (rests || !has_begun_lately(*tenant, worked)) {
        tenant->begun_at = 0;
        return true;
      }
      count += std::min(running, share_);
      return false;
    });
    return count;
  }

  bool begun_have_room(Nanoseconds worked) {
    if (worked - begun_looked_at_ >= policy::kLookPause) {
      begun_looked_at_ = worked;
      begun_room_ = at_once_ - std::min(at_once_, begun_running(worked));
    }
    return begun_room_ > 0;
  }

  using Turn = typename std::deque<Tenant*>::iterator;
  // The first in the round of which fewer are running.
  Turn first_with_less(uint32_t running) {
    const bool room = room_for_runs(), room_for_first = !limited() && assigned_runs_ < policy::kMostRuns;
    return std::ranges::find_if(round_, [=](const Tenant* tenant) {
      return tenant->running < running && (room || (room_for_first && tenant->assigned == 0));
    });
  }
  Turn next_to_run(Nanoseconds worked, Nanoseconds pause) {
    if (round_.empty()) return round_.end();
    if (running_ < at_once_) return first_with_less(UINT32_MAX);
    if (shares_running_ < at_once_ || begun_have_room(worked)) {
      const Turn next = first_with_less(share_);
      if (next != round_.end()) return next;
    }
    return worked - run_admitted_ >= pause ? first_with_less(UINT32_MAX) : round_.end();
  }

  const uint32_t most_, at_once_, share_;
  uint32_t maximum_ = most_, beyond_ = policy::kElderBeyond;
  uint64_t last_age_ = 0;
  uint32_t assigned_ = 0, assigned_runs_ = 0, assigned_few_ = 0, waiting_spawns_ = 0;
  std::atomic<uint32_t> waiting_runs_ = 0, running_ = 0;
  std::atomic<uint32_t> shares_running_ = 0;  // of each tenant no more than its share
  std::deque<Tenant*> round_;                 // those whose runs wait, the next one first
  std::vector<Tenant*> begun_;                // those of which one was admitted lately
  uint32_t begun_room_ = 0;                   // how many more may begin beside them
  Nanoseconds begun_looked_at_ = 0;
  size_t most_begun_ = policy::kLeastBegun;  // how many of them are when they are looked at
  std::map<SpawningKey, Tenant*> spawning_;  // those whose spawns wait
  Tenant* elder_ = nullptr;
  Nanoseconds elder_since_ = 0, run_admitted_ = 0;
};

}  // namespace wasmsand
