// Who gets a worker when there are too few: simulated trees of processes, on no thread at all.
#include "binding/pool/admission.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace wasmsand::test {
namespace {

struct Task {
  int tenant = 0;
  int number = 0;
};
using Tasks = Admission<Task>;

constexpr Nanoseconds kNow = kSecond;

std::vector<int> admitted(Tasks& admission, Nanoseconds now, Nanoseconds worked) {
  std::vector<int> tenants;
  while (auto task = admission.next(now, worked, false)) tenants.push_back(task->tenant);
  return tenants;
}
std::vector<int> admitted(Tasks& admission, Nanoseconds now = kNow) { return admitted(admission, now, now); }

TEST(Admission, TakesRunsInTurnsOfTheTenants) {
  Tasks admission(100, 8);
  std::vector<Tasks::Tenant> tenants(3);
  for (int i = 0; i < 5; i++) admission.offer_run(tenants[0], {0, i});
  admission.offer_run(tenants[1], {1, 0});
  admission.offer_run(tenants[2], {2, 0});
  EXPECT_EQ(admitted(admission), (std::vector<int>{0, 1, 2, 0, 0, 0, 0}));
}

TEST(Admission, LetsRunsInOnlyWhileFewProcessesRun) {
  Tasks admission(100, 8);
  Tasks::Tenant tenant;
  for (int i = 0; i < 20; i++) admission.offer_run(tenant, {0, i});
  EXPECT_EQ(admitted(admission).size(), 8u);
  EXPECT_EQ(admission.waiting(), 12u);
  admission.waits(tenant);
  EXPECT_EQ(admitted(admission).size(), 1u);
  admission.done(tenant, true, true);
  EXPECT_EQ(admitted(admission).size(), 1u);
}

TEST(Admission, LetsATenantInWhoeverHasAllThatMayRun) {
  Tasks admission(100, 8);
  std::vector<Tasks::Tenant> tenants(6);
  for (int i = 0; i < 40; i++) admission.offer_spawn(tenants[0], {0, i});
  EXPECT_EQ(admitted(admission).size(), 40u);
  EXPECT_EQ(admission.running(), 40u);
  admission.offer_run(tenants[0], {0, 40});
  admission.offer_run(tenants[1], {1, 0});
  admission.offer_run(tenants[1], {1, 1});
  admission.offer_run(tenants[1], {1, 2});
  // Its share of who had not got it, and no more; once in a while anybody.
  EXPECT_EQ(admitted(admission), (std::vector<int>{1, 1}));
  EXPECT_EQ(admitted(admission, kNow + 60 * kMillisecond), std::vector<int>{0});
  EXPECT_EQ(admission.waiting(), 1u);
}

TEST(Admission, WaitsForNoneOfManyThatRunOnAndOn) {
  Tasks admission(100, 8);
  std::vector<Tasks::Tenant> busy(20), others(20);
  const auto ask = [&](auto& tenants) {
    for (int i = 0; i < 20; i++) admission.offer_run(tenants[static_cast<size_t>(i)], {i, 0});
  };
  ask(busy);
  Nanoseconds now = kNow;
  for (; admission.waiting() > 0; now += 10 * kMillisecond) admitted(admission, now);
  for (auto& tenant : busy) {
    for (int i = 0; i < 3; i++) admission.offer_spawn(tenant, {});
  }
  EXPECT_EQ(admitted(admission, now).size(), 60u);
  // Those that have begun lately are to come to their end first.
  now += kSecond / 2;
  ask(others);
  EXPECT_EQ(admitted(admission, now), (std::vector<int>{0}));
  now += kSecond;
  EXPECT_EQ(admitted(admission, now), (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
  admission.done(others[2], true, true);
  admission.waits(others[5]);
  now += 5 * kMillisecond;
  EXPECT_EQ(admitted(admission, now), (std::vector<int>{9, 10}));
  EXPECT_TRUE(admitted(admission, now + 10 * kMillisecond).empty());
  EXPECT_EQ(admitted(admission, now + 60 * kMillisecond), (std::vector<int>{11}));
}

TEST(Admission, WaitsForNoneThatStartsProcessesOnAndOnOrComputes) {
  Tasks admission(400, 8);
  std::vector<Tasks::Tenant> busy(8), others(8);
  const auto ask = [&](auto& tenants, Nanoseconds now) {
    for (int i = 0; i < 8; i++) admission.offer_run(tenants[static_cast<size_t>(i)], {i, 0});
    return admitted(admission, now).size();
  };
  EXPECT_EQ(ask(busy, kNow), 8u);
  for (size_t i = 4; i < 8; i++) {
    for (int spawn = 0; spawn < 40; spawn++) admission.offer_spawn(busy[i], {});
  }
  EXPECT_EQ(admitted(admission).size(), 4u * 40);
  EXPECT_EQ(ask(others, kNow + 5 * kMillisecond), 4u);
  admission.waits(busy[0], true);
  EXPECT_EQ(admitted(admission, kNow + 10 * kMillisecond).size(), 1u);
}

TEST(Admission, TakesItsTimeWithRunsWhereWhatHasBegunIsShortOfWorkers) {
  Tasks admission(100, 8);
  std::vector<Tasks::Tenant> tenants(10);
  for (int i = 0; i < 10; i++) admission.offer_run(tenants[static_cast<size_t>(i)], {i, 0});
  EXPECT_EQ(admitted(admission).size(), 8u);
  const auto next_after = [&](Nanoseconds time, bool short_of_workers) {
    return admission.next(kNow + time, kNow + time, short_of_workers);
  };
  EXPECT_FALSE(next_after(60 * kMillisecond, true));
  EXPECT_TRUE(next_after(300 * kMillisecond, true));
  EXPECT_TRUE(next_after(360 * kMillisecond, false));
}

TEST(Admission, HasRoomForSmallTreesBesideLargeOnesThatNeverEnd) {
  Tasks admission(100, 8);
  std::vector<Tasks::Tenant> large(10);
  for (auto& tenant : large) {
    for (int i = 0; i < 60; i++) admission.offer_spawn(tenant, {});
  }
  for (Nanoseconds now = kNow; now < kNow + kSecond; now += 10 * kMillisecond) admitted(admission, now);
  EXPECT_GT(admission.waiting(), 0u);
  Tasks::Tenant small;
  for (int round = 0; round < 100; round++) {
    for (int i = 0; i < 4; i++) admission.offer_spawn(small, {1, i});
    EXPECT_EQ(admitted(admission, kNow + kSecond), (std::vector<int>{1, 1, 1, 1}));
    for (int i = 0; i < 4; i++) admission.done(small, false, true);
  }
}

TEST(Admission, HasRoomForTenantsThatHaveNothing) {
  Tasks admission(100, 8);
  std::vector<Tasks::Tenant> busy(40), others(40);
  for (auto& tenant : busy) {
    admission.offer_run(tenant, {});
    for (int i = 0; i < 3; i++) admission.offer_spawn(tenant, {});
  }
  Nanoseconds now = kNow;
  const auto settle = [&](auto& tenants) {
    for (; !admitted(admission, now).empty(); now += kSecond) {
      for (auto& tenant : tenants)
        while (tenant.running > 0) admission.waits(tenant);
    }
  };
  settle(busy);
  EXPECT_GT(admission.waiting(), 0u);
  for (auto& tenant : others) admission.offer_run(tenant, {});
  settle(others);
  for (const auto& tenant : others) EXPECT_EQ(tenant.assigned, 1u);
}

TEST(Admission, GivesRoomToWhoHasTheFewestWorkers) {
  Tasks admission(20, 8);
  std::vector<Tasks::Tenant> tenants(3);
  for (int i = 0; i < 12; i++) admission.offer_spawn(tenants[0], {0, i});
  EXPECT_EQ(admitted(admission).size(), 12u);
  for (int i = 0; i < 4; i++) admission.offer_spawn(tenants[0], {0, 12 + i});
  for (int i = 0; i < 2; i++) admission.offer_spawn(tenants[1], {1, i});
  admission.offer_spawn(tenants[2], {2, 0});
  EXPECT_EQ(admission.next(kNow, kNow, false)->tenant, 1);
  EXPECT_EQ(admission.next(kNow, kNow, false)->tenant, 2);
  EXPECT_EQ(admission.next(kNow, kNow, false)->tenant, 1);
}

TEST(Admission, KeepsSpawnsInTheirPlaceWhileRunsOfTheSameTenantComeAndGo) {
  Tasks admission(20, 8);
  std::vector<Tasks::Tenant> tenants(2);
  for (int i = 0; i < 16; i++) admission.offer_spawn(tenants[1 - i % 2], {1 - i % 2, i});
  EXPECT_EQ(admitted(admission).size(), 16u);
  for (int i = 0; i < 16; i++) admission.waits(tenants[i % 2]);
  // There is room for runs alone now, beside those of the elder.
  for (int i = 0; i < 3; i++) admission.offer_spawn(tenants[1], {1, i});
  admission.offer_spawn(tenants[0], {0, 16});
  admission.offer_run(tenants[0], {0, 17});
  admission.offer_run(tenants[1], {1, 3});
  EXPECT_EQ(admitted(admission).size(), 3u);
  EXPECT_EQ(admission.waiting(), 3u);
  admission.done(tenants[0], true, true);
  for (int i = 0; i < 6; i++) admission.done(tenants[0], false, false);
  EXPECT_EQ(admitted(admission), (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(admission.waiting(), 0u);
}

// Each process that ends is followed by another, for ever, and none of them computes.
TEST(Admission, HasTheRightOfTheElderGoRound) {
  Tasks admission(20, 8);
  std::vector<Tasks::Tenant> tenants(3);
  for (int i = 0; i < 2; i++) {
    for (int number = 0; number < 10; number++) admission.offer_spawn(tenants[i], {i, number});
  }
  Nanoseconds now = kNow;
  size_t count = admitted(admission, now, kNow).size();
  now += 30 * kMillisecond;
  count += admitted(admission, now, kNow).size();
  EXPECT_EQ(count, 20u);
  admission.offer_spawn(tenants[2], {2, 0});
  bool begun = false;
  for (int step = 0; step < 100 && !begun; step++) {
    now += 10 * kMillisecond;
    for (int i = 0; i < 2; i++) {
      admission.offer_spawn(tenants[i], {i, 0});
      for (const int tenant : admitted(admission, now, kNow)) begun = begun || tenant == 2;
    }
    for (int i = 0; i < 2; i++) {
      while (tenants[i].assigned > 10) admission.done(tenants[i], false, true);
    }
  }
  EXPECT_TRUE(begun);
}

TEST(Admission, LetsSpawnsGoBeforeRuns) {
  Tasks admission(100, 8);
  std::vector<Tasks::Tenant> tenants(2);
  admission.offer_run(tenants[0], {0, 0});
  admission.offer_spawn(tenants[1], {1, 0});
  EXPECT_EQ(admitted(admission), (std::vector<int>{1, 0}));
}

TEST(Admission, KeepsWorkersForRunsWhenSpawnsHaveAllOthers) {
  Tasks admission(20, 8);
  std::vector<Tasks::Tenant> tenants(200);
  for (int i = 0; i < 199; i++) {
    admission.offer_spawn(tenants[i], {i, 0});
    (void)admitted(admission);
  }
  // Nobody ends, and all of them sleep.
  for (Nanoseconds now = kNow; now < kNow + 100 * kSecond; now += kSecond) (void)admitted(admission, now);
  EXPECT_GT(admission.waiting(), 0u);
  for (Tasks::Tenant& tenant : tenants)
    while (tenant.running > 0) admission.waits(tenant);
  admission.offer_run(tenants[199], {199, 0});
  EXPECT_EQ(admitted(admission), std::vector<int>{199});
}

TEST(Admission, RefusesATenantMoreThanAnyHostHasThreadsFor) {
  Tasks admission(20, 8);
  Tasks::Tenant tenant;
  for (uint32_t i = 0; i < policy::kTenantMost; i++) {
    ASSERT_TRUE(Tasks::fits(tenant));
    admission.offer_spawn(tenant, {0, 0});
  }
  EXPECT_FALSE(Tasks::fits(tenant));
  EXPECT_EQ(admitted(admission).size(), policy::kTenantMost);
  EXPECT_FALSE(Tasks::fits(tenant));
}

TEST(Admission, ForgetsWhatIsTakenBack) {
  Tasks admission(20, 8);
  Tasks::Tenant tenant;
  admission.offer_run(tenant, {0, 1});
  admission.offer_spawn(tenant, {0, 2});
  for (int number : {2, 1}) {
    const auto is_it = [&](const Task& task) { return task.number == number; };
    EXPECT_TRUE(admission.remove(tenant, is_it));
    EXPECT_FALSE(admission.remove(tenant, is_it));
  }
  EXPECT_EQ(tenant.age, 0u);
  EXPECT_FALSE(admission.next(kNow, kNow, false));
  EXPECT_EQ(admission.waiting(), 0u);
}

// Trees whose processes all must have begun before any of them can end, as the stages of a pipeline with full pipes:
// each process spawns the next, and the last one lets them go.
class Trees {
 public:
  // `limit`: of the workers that there are; no tree needs more than half of them.
  Trees(uint32_t seed, uint32_t maximum, std::optional<uint32_t> limit = std::nullopt)
      : random_(seed), admission_(maximum, 1), limit_(limit), tenants_(1 + random_() % 60) {
    admission_.limit(limit);
    const uint32_t most = limit ? *limit / 2 : 100;
    for (size_t i = 0; i < tenants_.size(); i++) {
      tenants_[i].left = 1 + random_() % 3;
      tenants_[i].length = 1 + static_cast<int>(random_() % (random_() % 8 == 0 ? most : std::min(most, 9U)));
      admission_.offer_run(tenants_[i].place, {static_cast<int>(i), 0});
    }
  }

  // Whether all come to their end.
  bool finish() {
    for (Nanoseconds now = kNow; ended_ < tenants_.size(); now += kMillisecond) {
      if (now > kNow + 1000 * kSecond) return false;
      while (auto task = admission_.next(now, now, false)) began(*task);
      if (limit_) EXPECT_LE(admission_.assigned(), *limit_);
      if (!active_.empty()) step(random_() % active_.size());
    }
    return admission_.assigned() == 0 && admission_.running() == 0 && admission_.waiting() == 0;
  }

 private:
  struct Tenant {
    Tasks::Tenant place;
    uint32_t left = 0;  // runs
    int length = 0;     // of the chain
    int begun = 0;
  };

  void began(const Task& task) {
    tenants_[task.tenant].begun++;
    active_.push_back(task);
  }

  // Its next child, or the end of all.
  void step(size_t index) {
    const Task task = active_[index];
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(index));
    Tenant& tenant = tenants_[task.tenant];
    if (task.number + 1 < tenant.length) {
      admission_.offer_spawn(tenant.place, {task.tenant, task.number + 1});
      admission_.waits(tenant.place);
      return;
    }
    EXPECT_EQ(tenant.begun, tenant.length);
    for (int i = 0; i < tenant.length; i++) admission_.done(tenant.place, i == 0, i + 1 == tenant.length);
    tenant.begun = 0;
    if (--tenant.left > 0)
      admission_.offer_run(tenant.place, {task.tenant, 0});
    else
      ended_++;
  }

  std::mt19937 random_;
  Tasks admission_;
  const std::optional<uint32_t> limit_;
  std::vector<Tenant> tenants_;
  std::vector<Task> active_;
  size_t ended_ = 0;
};

TEST(Admission, NeverHasATreeWaitForItsOwnChildrenForEver) {
  for (uint32_t seed = 0; seed < 300; seed++) {
    for (uint32_t maximum : {4, 20, 128}) EXPECT_TRUE(Trees(seed, maximum).finish()) << seed << " " << maximum;
  }
}

TEST(Admission, GivesOutNoMoreWorkersThanThereAre) {
  for (uint32_t seed = 0; seed < 300; seed++) {
    for (uint32_t limit : {2, 5, 40}) EXPECT_TRUE(Trees(seed, 128, limit).finish()) << seed << " " << limit;
  }
}

}  // namespace
}  // namespace wasmsand::test
