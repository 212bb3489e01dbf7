// What a WASI program can do with descriptors.
#include "test/wasi_guest.h"

namespace wasmsand::test {
namespace {

using F = WasiFunction;
using namespace wasi::rights;

class WasiDescriptors : public testing::Test {
 protected:
  TestSandbox sandbox;
};

TEST_F(WasiDescriptors, TheRootAndTheWorkingDirectoryArePreopenedAndNothingElse) {
  run_wasi(sandbox, [](WasiGuest& program) {
    const uint32_t at = program.reserve(8), name = program.reserve(8);
    for (auto [fd, expected] : {std::pair(3u, "/"), std::pair(4u, ".")}) {
      ASSERT_EQ(program.call(F::fd_prestat_get, fd, at), kSuccess);
      EXPECT_EQ(program.get<wasi::Prestat>(at).type, 0);
      ASSERT_EQ(program.get<wasi::Prestat>(at).name_length, 1u);
      ASSERT_EQ(program.call(F::fd_prestat_dir_name, fd, name, 1), kSuccess);
      EXPECT_EQ(program.text(name, 1), expected);
      EXPECT_EQ(program.call(F::fd_prestat_dir_name, fd, name, 0), kNametoolong);
      EXPECT_EQ(program.call(F::fd_prestat_dir_name, fd, name, 8), kSuccess);
    }
    EXPECT_EQ(program.call(F::fd_prestat_get, 5, at), kBadf);
    EXPECT_EQ(program.call(F::fd_prestat_get, 0, at), kBadf);
  });
}

TEST_F(WasiDescriptors, DescriptorsBeyondTheStandardStreamsAreNotInherited) {
  sandbox.run([](Guest& guest) {
    auto pipe = guest.pipe();
    EXPECT_EQ(pipe, std::pair(3, 4));
    guest.pipe();
    WasiGuest program(guest);
    EXPECT_EQ(program.call(F::fd_close, 5), kBadf);
    EXPECT_EQ(program.fdstat(3).filetype, wasi::filetype::kDirectory);
    return 0;
  });
}

TEST_F(WasiDescriptors, ArgumentsAndEnvironmentArriveWhole) {
  sandbox.program("/bin/program", [](Guest& guest) {
    WasiGuest program(guest);
    const uint32_t count = program.reserve(4), size = program.reserve(4);
    EXPECT_EQ(program.call(F::args_sizes_get, count, size), kSuccess);
    EXPECT_EQ(program.get<uint32_t>(count), 3u);
    EXPECT_EQ(program.get<uint32_t>(size), 8u);
    const uint32_t pointers = program.reserve(12), strings = program.reserve(8);
    EXPECT_EQ(program.call(F::args_get, pointers, strings), kSuccess);
    EXPECT_EQ(program.text(strings, 8), std::string("one\0\0ü\0", 8));
    EXPECT_EQ(program.get<uint32_t>(pointers + 4), strings + 4);
    EXPECT_EQ(program.call(F::args_get, WasiGuest::kMemoryBytes - 8, strings), kFault);
    EXPECT_EQ(program.call(F::args_get, pointers, WasiGuest::kMemoryBytes - 4), kFault);
    EXPECT_EQ(program.call(F::environ_sizes_get, count, size), kSuccess);
    EXPECT_EQ(program.get<uint32_t>(count), 0u);
    return 0;
  });
  auto run = sandbox.start("/bin/program", {"one", "", "ü"});
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(sandbox.wait(run->pid).wait_status(), 0);
}

TEST_F(WasiDescriptors, ReadsAndWritesAtTheOffsetThatSeekSetsAndTellTells) {
  run_wasi(sandbox, [](WasiGuest& program) {
    const uint32_t fd = program.open_for_writing(WasiGuest::kHere, "file"), position = program.reserve(8);
    uint32_t written = 0;
    EXPECT_EQ(program.write(fd, "0123456789", &written), kSuccess);
    EXPECT_EQ(written, 10u);
    EXPECT_EQ(program.call(F::fd_tell, fd, position), kSuccess);
    EXPECT_EQ(program.get<uint64_t>(position), 10u);
    EXPECT_EQ(program.call(F::fd_seek, fd, -4, wasi::whence::kEnd, position), kSuccess);
    EXPECT_EQ(program.get<uint64_t>(position), 6u);
    std::string data;
    EXPECT_EQ(program.read(fd, 100, data), kSuccess);
    EXPECT_EQ(data, "6789");
    EXPECT_EQ(program.read(fd, 100, data), kSuccess);
    EXPECT_EQ(data, "");
    EXPECT_EQ(program.call(F::fd_seek, fd, 0, 3, position), kInval);
    EXPECT_EQ(program.call(F::fd_seek, fd, -1, wasi::whence::kSet, position), kInval);
    EXPECT_EQ(program.call(F::fd_seek, fd, 100, wasi::whence::kSet, position), kSuccess);
  });
}

TEST_F(WasiDescriptors, ScattersAndGathersOverVectorsAndLeavesTheOffsetAloneAtGivenOffsets) {
  run_wasi(sandbox, [](WasiGuest& program) {
    const uint32_t fd = program.open_for_writing(WasiGuest::kHere, "file");
    const uint32_t count = program.reserve(4), position = program.reserve(8);
    const wasi::Iovec out[] = {{program.put("abc"), 3}, {0xffffffff, 0}, {program.put("defg"), 4}};
    EXPECT_EQ(program.call(F::fd_pwrite, fd, program.put_value(out), 3, 2, count), kSuccess);
    EXPECT_EQ(program.get<uint32_t>(count), 7u);
    const uint32_t first = program.reserve(4), second = program.reserve(16);
    const wasi::Iovec in[] = {{first, 4}, {second, 16}};
    EXPECT_EQ(program.call(F::fd_pread, fd, program.put_value(in), 2, 1, count), kSuccess);
    EXPECT_EQ(program.get<uint32_t>(count), 8u);
    EXPECT_EQ(program.text(first, 4) + program.text(second, 4), std::string("\0abcdefg", 8));
    EXPECT_EQ(program.call(F::fd_tell, fd, position), kSuccess);
    EXPECT_EQ(program.get<uint64_t>(position), 0u);
    EXPECT_EQ(program.call(F::fd_pread, fd, program.put_value(in), 2, ~0ull, count), kInval);
  });
}

TEST_F(WasiDescriptors, EveryPointerAndCountIsCheckedBeforeAnythingHappens) {
  run_wasi(sandbox, [](WasiGuest& program) {
    constexpr uint32_t kOutside = WasiGuest::kMemoryBytes - 2;
    const uint32_t fd = program.open_for_writing(WasiGuest::kHere, "file"), count = program.reserve(4);
    const uint32_t good = program.put_value(wasi::Iovec{program.put("data"), 4});
    EXPECT_EQ(program.call(F::fd_write, fd, good, 1, kOutside), kFault);
    EXPECT_EQ(program.call(F::fd_write, fd, kOutside, 1, count), kFault);
    EXPECT_EQ(program.call(F::fd_write, fd, program.put_value(wasi::Iovec{kOutside, 4}), 1, count), kFault);
    EXPECT_EQ(program.call(F::fd_write, fd, program.put_value(wasi::Iovec{0xfffffff0, 0x20}), 1, count), kFault);
    EXPECT_EQ(program.call(F::fd_write, fd, good, 1025, count), kInval);
    EXPECT_EQ(program.call(F::fd_write, fd, good, 0xffffffff, count), kInval);
    EXPECT_EQ(program.call(F::fd_filestat_get, fd, kOutside), kFault);
    const uint32_t stat = program.reserve(64);
    EXPECT_EQ(program.call(F::fd_filestat_get, fd, stat), kSuccess);
    EXPECT_EQ(program.get<wasi::Filestat>(stat).size, 0u);
    EXPECT_EQ(program.call(F::path_open, 4, 0, program.put("new"), 3, wasi::oflags::kCreat, 0, 0, 0, kOutside), kFault);
    EXPECT_EQ(program.on_path(F::path_unlink_file, 4, "new"), kNoent);
    EXPECT_EQ(program.call(F::random_get, kOutside, 3), kFault);
    EXPECT_EQ(program.call(F::poll_oneoff, kOutside, count, 1, count), kFault);
    EXPECT_EQ(wasi_call(program.door, kWasiFunctionCount, {}), 52u);
  });
}

TEST_F(WasiDescriptors, AppendingWritesGoToTheEndUntilTheFlagIsTakenAway) {
  run_wasi(sandbox, [](WasiGuest& program) {
    const uint32_t fd = program.open_for_writing(WasiGuest::kHere, "log", wasi::fdflags::kAppend),
                   position = program.reserve(8);
    EXPECT_EQ(program.fdstat(fd).flags, wasi::fdflags::kAppend);
    EXPECT_EQ(program.write(fd, "one"), kSuccess);
    EXPECT_EQ(program.call(F::fd_seek, fd, 0, wasi::whence::kSet, position), kSuccess);
    EXPECT_EQ(program.write(fd, "two"), kSuccess);
    EXPECT_EQ(program.call(F::fd_fdstat_set_flags, fd, 0), kSuccess);
    EXPECT_EQ(program.fdstat(fd).flags, 0);
    EXPECT_EQ(program.call(F::fd_seek, fd, 0, wasi::whence::kSet, position), kSuccess);
    EXPECT_EQ(program.write(fd, "O"), kSuccess);
    std::string data;
    EXPECT_EQ(program.call(F::fd_seek, fd, 0, wasi::whence::kSet, position), kSuccess);
    EXPECT_EQ(program.read(fd, 10, data), kSuccess);
    EXPECT_EQ(data, "Onetwo");
    EXPECT_EQ(program.call(F::fd_fdstat_set_flags, fd, 32), kInval);
    uint32_t synchronous = 0;
    EXPECT_EQ(
        program.open(4, "log", synchronous, 0, wasi::openable_rights(), wasi::fdflags::kAppend | wasi::fdflags::kSync),
        kSuccess);
    EXPECT_EQ(program.fdstat(synchronous).flags & (wasi::fdflags::kAppend | wasi::fdflags::kSync),
              wasi::fdflags::kAppend | wasi::fdflags::kSync);
  });
}

TEST_F(WasiDescriptors, RightsShrinkAndNeverGrow) {
  run_wasi(sandbox, [](WasiGuest& program) {
    uint32_t fd = 0;
    ASSERT_EQ(program.open(4, "file", fd, wasi::oflags::kCreat, kFdRead | kFdWrite | kFdSeek | kFdTell), kSuccess);
    EXPECT_EQ(program.fdstat(fd).rights_base, kFdRead | kFdWrite | kFdSeek | kFdTell);
    EXPECT_EQ(program.call(F::fd_fdstat_set_rights, fd, kFdSeek | kFdTell, 0), kSuccess);
    std::string data;
    EXPECT_EQ(program.read(fd, 1, data), kNotcapable);
    EXPECT_EQ(program.write(fd, "x"), kNotcapable);
    EXPECT_EQ(program.call(F::fd_fdstat_set_rights, fd, kFdSeek | kFdTell | kFdRead, 0), kNotcapable);
    EXPECT_EQ(program.call(F::fd_fdstat_set_rights, fd, kFdTell, 0), kSuccess);
    const uint32_t position = program.reserve(8);
    EXPECT_EQ(program.call(F::fd_seek, fd, 0, wasi::whence::kCur, position), kSuccess);
    EXPECT_EQ(program.call(F::fd_seek, fd, 0, wasi::whence::kSet, position), kNotcapable);
    EXPECT_EQ(program.call(F::fd_fdstat_set_rights, 77, 0, 0), kBadf);
  });
}

TEST_F(WasiDescriptors, WhatIsOpenedHasNoMoreRightsThanItsDirectoryPassesOn) {
  run_wasi(sandbox, [](WasiGuest& program) {
    uint32_t directory = 0, file = 0;
    ASSERT_EQ(program.open(4, ".", directory, wasi::oflags::kDirectory, kPathOpen | kPathCreateFile, 0, 1, kFdRead),
              kSuccess);
    EXPECT_EQ(program.open(directory, "f", file, wasi::oflags::kCreat, kFdRead, 0, 1, 0), kSuccess);
    EXPECT_EQ(program.open(directory, "f", file, 0, kFdRead | kFdWrite, 0, 1, 0), kNotcapable);
    EXPECT_EQ(program.open(directory, "f", file, wasi::oflags::kTrunc, kFdRead, 0, 1, 0), kNotcapable);
    EXPECT_EQ(program.make_directory(directory, "d"), kNotcapable);
    const wasi::Fdstat preopened = program.fdstat(3);
    EXPECT_EQ(preopened.rights_base & (kFdRead | kFdWrite | kFdSeek | kFdFilestatSetSize), 0u);
    EXPECT_EQ(preopened.rights_inheriting, wasi::openable_rights());
    ASSERT_EQ(program.open(4, ".", directory, 0, preopened.rights_base, 0, 0, preopened.rights_inheriting), kSuccess);
    EXPECT_EQ(program.open(4, ".", directory, wasi::oflags::kDirectory, kFdRead | kFdWrite), kIsdir);
  });
}

TEST_F(WasiDescriptors, RenumberingReplacesAnOpenDescriptorAndItsRights) {
  run_wasi(sandbox, [](WasiGuest& program) {
    const uint32_t from = program.open_for_writing(4, "one");
    uint32_t to = 0;
    ASSERT_EQ(program.open(4, "two", to, wasi::oflags::kCreat, kFdRead), kSuccess);
    const uint64_t rights = program.fdstat(from).rights_base;
    EXPECT_EQ(program.call(F::fd_renumber, from, to), kSuccess);
    EXPECT_EQ(program.call(F::fd_close, from), kBadf);
    EXPECT_EQ(program.fdstat(to).rights_base, rights);
    EXPECT_EQ(program.call(F::fd_renumber, to, from), kBadf);
    EXPECT_EQ(program.call(F::fd_renumber, from, to), kBadf);
    EXPECT_EQ(program.call(F::fd_renumber, to, to), kSuccess);
    // A preopened directory may be replaced as well, and is none then.
    EXPECT_EQ(program.call(F::fd_renumber, to, 3), kSuccess);
    EXPECT_EQ(program.call(F::fd_prestat_get, 3, program.reserve(8)), kBadf);
    EXPECT_EQ(program.call(F::fd_close, 3), kSuccess);
    EXPECT_EQ(program.call(F::fd_close, 3), kBadf);
  });
}

TEST_F(WasiDescriptors, StreamsCannotSeekAndDirectoriesCannotBeRead) {
  run_wasi(sandbox, [](WasiGuest& program) {
    const uint32_t position = program.reserve(8);
    EXPECT_EQ(program.call(F::fd_seek, 1, 0, wasi::whence::kSet, position), kNotcapable);
    EXPECT_EQ(program.fdstat(1).filetype, wasi::filetype::kSocketStream);
    std::string data;
    EXPECT_EQ(program.read(4, 1, data), kNotcapable);
    EXPECT_EQ(program.write(4, "x"), kNotcapable);
    EXPECT_EQ(program.call(F::fd_allocate, 4, 0, 1), kNotcapable);
    EXPECT_EQ(program.call(F::fd_filestat_set_size, 4, 0), kNotcapable);
    EXPECT_EQ(program.read(1, 1, data), kNotcapable);
    EXPECT_EQ(program.call(F::sock_shutdown, 1, 1), kNotsock);
    EXPECT_EQ(program.call(F::sock_recv, 0, 0, 0, 0, 0, 0), kNotsock);
    EXPECT_EQ(program.call(F::sock_shutdown, 99, 1), kBadf);
  });
}

TEST_F(WasiDescriptors, SizesTimesAndSpaceAreSetThroughDescriptors) {
  run_wasi(sandbox, [](WasiGuest& program) {
    const uint32_t fd = program.open_for_writing(4, "file"), at = program.reserve(64);
    auto size = [&] {
      EXPECT_EQ(program.call(F::fd_filestat_get, fd, at), kSuccess);
      return program.get<wasi::Filestat>(at).size;
    };
    EXPECT_EQ(program.call(F::fd_allocate, fd, 0, 100), kSuccess);
    EXPECT_EQ(size(), 100u);
    EXPECT_EQ(program.call(F::fd_allocate, fd, 10, 10), kSuccess);
    EXPECT_EQ(size(), 100u);
    EXPECT_EQ(program.call(F::fd_allocate, fd, 0, 0), kInval);
    EXPECT_EQ(program.call(F::fd_filestat_set_size, fd, 7), kSuccess);
    EXPECT_EQ(size(), 7u);
    EXPECT_EQ(program.call(F::fd_filestat_set_size, fd, 1ull << 63), kInval);
    EXPECT_EQ(program.call(F::fd_filestat_set_times, fd, 5, 1000000007, wasi::fstflags::kMtim), kSuccess);
    size();
    EXPECT_EQ(program.get<wasi::Filestat>(at).modified, 1000000007u);
    EXPECT_EQ(program.call(F::fd_filestat_set_times, fd, 1, 1, wasi::fstflags::kMtim | wasi::fstflags::kMtimNow),
              kInval);
    EXPECT_EQ(program.call(F::fd_filestat_set_times, fd, 1, 1, 16), kInval);
    EXPECT_EQ(program.call(F::fd_advise, fd, 0, 10, wasi::advice::kWillneed), kSuccess);
    EXPECT_EQ(program.call(F::fd_advise, fd, 0, 10, 6), kInval);
    EXPECT_EQ(program.call(F::fd_sync, fd), kSuccess);
    EXPECT_EQ(program.call(F::fd_datasync, fd), kSuccess);
    uint32_t readonly = 0;
    ASSERT_EQ(program.open(4, "file", readonly), kSuccess);
    EXPECT_EQ(program.call(F::fd_filestat_set_size, readonly, 1), kNotcapable);
  });
}

TEST_F(WasiDescriptors, DirectoriesAreListedThroughBuffersOfAnySize) {
  run_wasi(sandbox, [](WasiGuest& program) {
    ASSERT_EQ(program.make_directory(4, "dir"), kSuccess);
    uint32_t directory = 0;
    ASSERT_EQ(program.open(4, "dir", directory), kSuccess);
    std::set<std::string> expected = {".", ".."};
    for (int i = 0; i < 300; ++i) {
      const std::string name = "dir/file." + std::to_string(i);
      EXPECT_EQ(program.call(F::fd_close, program.open_for_writing(4, name)), kSuccess);
      expected.insert(name.substr(4));
    }
    for (uint32_t size : {24u + 8u, 100u, 256u, 4096u, 65536u}) {
      std::set<std::string> seen;
      uint64_t cookie = 0;
      const uint32_t buffer = program.reserve(size), used_at = program.reserve(4);
      for (bool end = false; !end;) {
        ASSERT_EQ(program.call(F::fd_readdir, directory, buffer, size, cookie, used_at), kSuccess);
        const uint32_t used = program.get<uint32_t>(used_at);
        ASSERT_LE(used, size);
        end = used < size;
        for (uint32_t at = 0; at + sizeof(wasi::Dirent) <= used;) {
          const auto entry = program.get<wasi::Dirent>(buffer + at);
          at += sizeof(wasi::Dirent) + entry.name_length;
          if (at > used) break;
          EXPECT_TRUE(seen.insert(program.text(buffer + at - entry.name_length, entry.name_length)).second);
          cookie = entry.next;
        }
      }
      EXPECT_EQ(seen, expected) << size;
    }
    EXPECT_EQ(program.call(F::fd_readdir, directory, 8, 8, ~0ull, 4), kInval);
    EXPECT_EQ(program.call(F::fd_readdir, program.open_for_writing(4, "plain"), 8, 8, 0, 4), kNotdir);
  });
}

}  // namespace
}  // namespace wasmsand::test
