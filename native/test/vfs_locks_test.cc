#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "test/open_sandbox.h"

namespace wasmsand::test {
namespace {

using Kind = LockTable::Kind;
using Owner = LockTable::Owner;
using Range = LockTable::Range;

static_assert(F_RDLCK == static_cast<int>(Kind::shared) && F_WRLCK == static_cast<int>(Kind::exclusive) &&
              F_UNLCK == static_cast<int>(Kind::unlock));

Ref<OpenFile> file_of(Guest& guest, int fd) { return guest.process.descriptors->get(fd).value(); }

Errno flock(Guest& guest, int fd, Kind kind, bool wait = false) {
  return guest
      .call([&](KernelLock&) {
        return guest.kernel.vfs().locks().flock(&guest.process, *file_of(guest, fd), kind, wait);
      })
      .error();
}

Errno set(Guest& guest, int fd, Kind kind, Range range, bool wait = false, Owner owner = Owner::process) {
  return guest
      .call([&](KernelLock&) {
        return guest.kernel.vfs().locks().set_record(guest.process, *file_of(guest, fd), owner, kind, range, wait);
      })
      .error();
}

// As the doors close.
void close(Guest& guest, int fd) {
  guest.call([&](KernelLock&) {
    auto file = guest.process.descriptors->remove(fd);
    guest.kernel.vfs().locks().descriptor_closed(guest.process, **file);
    return 0;
  });
}

TEST(Flock, BelongsToTheOpenFileDescription) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int one = *guest.open("/tmp-lock", O_CREAT | O_RDWR), two = *guest.open("/tmp-lock", O_RDWR);
    int copy = *guest.duplicate(one, 20);
    EXPECT_EQ(flock(guest, one, Kind::exclusive), Errno::success);
    EXPECT_EQ(flock(guest, copy, Kind::exclusive), Errno::success);
    EXPECT_EQ(flock(guest, two, Kind::shared), Errno::again);
    EXPECT_EQ(flock(guest, copy, Kind::shared), Errno::success);
    EXPECT_EQ(flock(guest, two, Kind::shared), Errno::success);
    EXPECT_EQ(flock(guest, two, Kind::exclusive), Errno::again);
    // A failed conversion has given the shared lock up.
    EXPECT_EQ(flock(guest, one, Kind::exclusive), Errno::success);
    close(guest, one);
    EXPECT_EQ(flock(guest, two, Kind::shared), Errno::again);
    close(guest, copy);
    EXPECT_EQ(flock(guest, two, Kind::shared), Errno::success);
    return 0;
  });
}

TEST(Flock, WaitsForWhoHoldsIt) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int fd = *guest.open("/tmp-lock", O_CREAT | O_RDWR);
    EXPECT_EQ(flock(guest, fd, Kind::exclusive), Errno::success);
    auto [reader, writer] = guest.pipe();
    guest.clone([writer = writer](Guest& child) {
      int own = *child.open("/tmp-lock", O_RDWR);
      child.write(writer, "waiting");
      EXPECT_EQ(flock(child, own, Kind::exclusive, true), Errno::success);
      child.write(writer, "locked");
      return 0;
    });
    EXPECT_EQ(*guest.read(reader, 100), "waiting");
    // The child holds this description too: only giving the lock up lets it go on.
    EXPECT_EQ(flock(guest, fd, Kind::unlock), Errno::success);
    EXPECT_EQ(*guest.read(reader, 100), "locked");
    guest.wait();
    return 0;
  });
}

TEST(RecordLocks, SplitMergeAndConflictByteByByte) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    constexpr size_t kBytes = 24, kOwners = 3;
    std::mt19937 random(4);
    std::array<int, kOwners> fds;
    for (int& fd : fds) fd = *guest.open("/tmp-lock", O_CREAT | O_RDWR);
    std::array<std::array<Kind, kBytes>, kOwners> model;
    for (auto& owner : model) owner.fill(Kind::unlock);
    for (int i = 0; i < 5000; i++) {
      size_t owner = random() % kOwners;
      uint64_t first = random() % kBytes, last = std::min<uint64_t>(first + random() % 8, kBytes - 1);
      Kind kind = static_cast<Kind>(random() % 3);
      bool conflict = false;
      for (size_t other = 0; other < kOwners; other++)
        for (uint64_t at = first; at <= last; at++)
          conflict |= other != owner && kind != Kind::unlock && model[other][at] != Kind::unlock &&
                      (kind == Kind::exclusive || model[other][at] == Kind::exclusive);
      // A range that ends with the model's last byte goes on to the end of the file.
      Range range{first, last == kBytes - 1 ? LockTable::kEnd : last};
      EXPECT_EQ(set(guest, fds[owner], kind, range, false, Owner::description),
                conflict ? Errno::again : Errno::success);
      if (!conflict)
        for (uint64_t at = first; at <= last; at++) model[owner][at] = kind;
      auto held = guest.call([&](KernelLock&) {
        return guest.kernel.vfs().locks().conflict(guest.process, *file_of(guest, fds[owner]), Owner::description, kind,
                                                   range);
      });
      EXPECT_EQ(held->has_value(), conflict);
      if (*held) {
        EXPECT_EQ((*held)->pid, -1);
        EXPECT_TRUE((*held)->range.overlaps(range));
      }
    }
    return 0;
  });
}

TEST(RecordLocks, EndWithAnyCloseOfTheFileAndWithTheProcess) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int fd = *guest.open("/tmp-lock", O_CREAT | O_RDWR), second = *guest.open("/tmp-lock", O_RDWR);
    EXPECT_EQ(set(guest, fd, Kind::exclusive, {0, 9}), Errno::success);
    auto try_lock = [fd](Guest& child) { return set(child, fd, Kind::exclusive, {5, 5}) == Errno::success ? 0 : 1; };
    auto status_of_child = [&] {
      guest.clone(try_lock);
      return guest.wait()->wait_status >> 8;
    };
    EXPECT_EQ(status_of_child(), 1);
    close(guest, second);
    EXPECT_EQ(status_of_child(), 0);
    // The child's lock ended with it.
    EXPECT_EQ(set(guest, fd, Kind::exclusive, {0, LockTable::kEnd}), Errno::success);
    return 0;
  });
}

TEST(RecordLocks, NeedADescriptorOpenForWhatTheyGuard) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    guest.open("/tmp-lock", O_CREAT | O_RDWR);
    int reads = *guest.open("/tmp-lock", O_RDONLY), writes = *guest.open("/tmp-lock", O_WRONLY);
    EXPECT_EQ(set(guest, reads, Kind::exclusive, {}), Errno::badf);
    EXPECT_EQ(set(guest, writes, Kind::shared, {}), Errno::badf);
    EXPECT_EQ(set(guest, reads, Kind::shared, {}), Errno::success);
    EXPECT_EQ(set(guest, writes, Kind::exclusive, {}), Errno::success);
    return 0;
  });
}

TEST(RecordLocks, RefuseToCloseACircleOfWaiting) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int fd = *guest.open("/tmp-lock", O_CREAT | O_RDWR);
    EXPECT_EQ(set(guest, fd, Kind::exclusive, {0, 0}), Errno::success);
    auto [reader, writer] = guest.pipe();
    guest.clone([fd, writer = writer](Guest& child) {
      EXPECT_EQ(set(child, fd, Kind::exclusive, {1, 1}), Errno::success);
      child.write(writer, "x");
      Errno error = set(child, fd, Kind::exclusive, {0, 0}, true);
      EXPECT_EQ(set(child, fd, Kind::unlock, {}), Errno::success);
      return error == Errno::deadlk ? 1 : 0;
    });
    guest.read(reader, 1);
    // Whoever comes second is refused, gives up what it has, and the other gets it.
    Errno error = set(guest, fd, Kind::exclusive, {1, 1}, true);
    EXPECT_EQ(set(guest, fd, Kind::unlock, {}), Errno::success);
    bool child_was_refused = guest.wait()->wait_status != 0;
    EXPECT_EQ(error, child_was_refused ? Errno::success : Errno::deadlk);
    return 0;
  });
}

TEST(RecordLocks, ASignalEndsTheWaiting) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int fd = *guest.open("/tmp-lock", O_CREAT | O_RDWR);
    EXPECT_EQ(set(guest, fd, Kind::exclusive, {}), Errno::success);
    auto [reader, writer] = guest.pipe();
    int child = *guest.clone([fd, writer = writer](Guest& waiting) {
      waiting.on_signal(kSigTerm, [](const SignalInfo&) {});
      waiting.write(writer, "x");
      return set(waiting, fd, Kind::shared, {}, true) == Errno::intr ? 7 : 0;
    });
    guest.read(reader, 1);
    guest.kill(child, kSigTerm);
    EXPECT_EQ(guest.wait()->wait_status, 7 << 8);
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand::test
