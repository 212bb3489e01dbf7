// What is said with the lock held, and when others hear of it.
#include "kernel/lock.h"

#include <gtest/gtest.h>

#include <thread>

#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

class Counted final : public Notice {
 public:
  explicit Counted(KernelMutex& mutex) : mutex_(mutex) {}
  int told = 0, told_with_the_lock = 0;

 private:
  void tell() override {
    told++;
    if (mutex_.holder != nullptr) told_with_the_lock++;
  }
  KernelMutex& mutex_;
};

TEST(KernelLock, IsTriedWithoutAWait) {
  KernelMutex mutex;
  const auto notice = make_ref<Counted>(mutex);
  {
    const KernelLock lock(mutex, std::try_to_lock);
    EXPECT_TRUE(lock.owns_lock());
    EXPECT_EQ(mutex.holder, &lock);
    notice->give();
    EXPECT_EQ(notice->told, 0);
    std::thread([&] { EXPECT_FALSE(KernelLock(mutex, std::try_to_lock).owns_lock()); }).join();
  }
  EXPECT_EQ(notice->told, 1);
  EXPECT_EQ(mutex.holder, nullptr);
}

TEST(Notices, AreToldWhenTheLockIsGivenUp) {
  KernelMutex mutex;
  const auto first = make_ref<Counted>(mutex), second = make_ref<Counted>(mutex);
  first->give();
  EXPECT_EQ(first->told, 1);
  {
    KernelLock lock(mutex);
    first->give();
    second->give();
    first->give();
    EXPECT_EQ(first->told, 1);
    EXPECT_EQ(second->told, 0);
    {
      const Unlocked unlocked(lock);
      EXPECT_EQ(first->told, 2);
      EXPECT_EQ(second->told, 1);
      first->give();
      EXPECT_EQ(first->told, 3);
    }
    lock.pass();
    EXPECT_EQ(first->told, 3);
    second->give();
  }
  EXPECT_EQ(second->told, 2);
  EXPECT_EQ(first->told_with_the_lock + second->told_with_the_lock, 0);
  EXPECT_TRUE(first->unique() && second->unique());
}

TEST(Notices, AreNotLostWhenThereAreMany) {
  KernelMutex mutex;
  std::vector<Ref<Counted>> notices(100);
  for (auto& notice : notices) notice = make_ref<Counted>(mutex);
  {
    KernelLock lock(mutex);
    for (const auto& notice : notices) notice->give();
  }
  for (const auto& notice : notices) EXPECT_EQ(notice->told, 1);
}

TEST(Notices, AreTheOwnThreads) {
  KernelMutex mutex, other;
  const auto notice = make_ref<Counted>(mutex);
  KernelLock lock(mutex);
  std::thread([&] {
    notice->give();
    KernelLock own(other);
    notice->give();
  }).join();
  EXPECT_EQ(notice->told, 2);
  // It waits for all locks.
  {
    const KernelLock inner(other);
    notice->give();
  }
  EXPECT_EQ(notice->told, 2);
  lock.unlock();
  EXPECT_EQ(notice->told, 3);
}

}  // namespace
}  // namespace wasmsand::test
