// The door `linux`: files, directories, descriptors.
#include <gtest/gtest.h>

#include "test/linux_guest.h"

namespace wasmsand::test {
namespace {

using abi::kAT_EMPTY_PATH;
constexpr int32_t kHere = -100;
constexpr uint32_t kNew = abi::kO_RDWR | abi::kO_CREAT | abi::kO_TRUNC;

TEST(LinuxFiles, WritesReadsAndSeeks) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("f", kNew);
    EXPECT_EQ(fd, 3);
    EXPECT_EQ(g.write(fd, "hello world"), 11);
    const uint32_t position = g.space(8);
    EXPECT_EQ(g.sys("_llseek", fd, 0xffffffff, static_cast<uint32_t>(-5), position, abi::kSEEK_END), 0);
    EXPECT_EQ(g.get<uint64_t>(position), 6u);
    EXPECT_EQ(g.read(fd, 100), "world");
    const uint32_t buffer = g.space(16);
    EXPECT_EQ(g.sys("pread64", fd, buffer, 5, 0, 0), 5);
    EXPECT_EQ(g.bytes(buffer, 5), "hello");
    EXPECT_EQ(g.sys("pwrite64", fd, g.text("J"), 1, 0, 0), 1);
    EXPECT_EQ(g.file("f"), "Jello world");
    EXPECT_EQ(g.sys("pread64", fd, buffer, 5, 0, 0x80000000), failed(Errno::inval));
  });
}

TEST(LinuxFiles, GathersAndScattersVectors) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("f", kNew);
    const std::array<abi::Iovec, 3> out = {{{g.text("one "), 4}, {0, 0}, {g.text("two"), 3}}};
    EXPECT_EQ(g.sys("writev", fd, g.put(out), 3), 7);
    const uint32_t first = g.space(2), second = g.space(16);
    const std::array<abi::Iovec, 2> in = {{{first, 2}, {second, 16}}};
    EXPECT_EQ(g.sys("preadv", fd, g.put(in), 2, 0, 0), 7);
    EXPECT_EQ(g.bytes(first, 2) + g.bytes(second, 5), "one two");
  });
}

TEST(LinuxFiles, BoundsVectors) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("f", kNew);
    const uint32_t many = g.space(1025 * 8);
    EXPECT_EQ(g.sys("writev", fd, many, 1024), 0);
    EXPECT_EQ(g.sys("writev", fd, many, 1025), failed(Errno::inval));
    EXPECT_EQ(g.sys("readv", fd, many, 0xffffffff), failed(Errno::inval));
    const std::array<abi::Iovec, 1> negative = {{{0, 0x80000000}}};
    EXPECT_EQ(g.sys("writev", fd, g.put(negative), 1), failed(Errno::inval));
    const std::array<abi::Iovec, 1> outside = {{{LinuxGuest::kSize - 1, 2}}};
    EXPECT_EQ(g.sys("writev", fd, g.put(outside), 1), failed(Errno::fault));
    EXPECT_EQ(g.sys("writev", fd, LinuxGuest::kSize - 4, 1), failed(Errno::fault));
  });
}

TEST(LinuxFiles, DoesNotWaitForMoreOnceAVectorIsFilledFromAPipe) {
  with_guest([](LinuxGuest& g) {
    const uint32_t pair = g.space(8);
    ASSERT_EQ(g.sys("pipe2", pair, 0), 0);
    const auto [reader, writer] = g.get<abi::DescriptorPair>(pair);
    EXPECT_EQ(g.write(writer, "abcd"), 4);
    const uint32_t buffer = g.space(64);
    const std::array<abi::Iovec, 2> in = {{{buffer, 4}, {buffer + 4, 16}}};
    EXPECT_EQ(g.sys("readv", reader, g.put(in), 2), 4);
  });
}

TEST(LinuxFiles, TellsWhatStatxTells) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("f", kNew, 0640);
    g.write(fd, std::string(1000, 'x'));
    const abi::Statx s = g.stat("f");
    EXPECT_EQ(s.mode, 0100640);
    EXPECT_EQ(s.size, 1000u);
    EXPECT_EQ(s.links, 1u);
    EXPECT_EQ(s.uid, 1000u);
    EXPECT_EQ(s.block_size, 65536u);
    const uint32_t out = g.space(256);
    EXPECT_EQ(g.sys("statx", fd, g.text(""), kAT_EMPTY_PATH, 0x7ff, out), 0);
    EXPECT_EQ(g.get<abi::Statx>(out).inode, s.inode);
    EXPECT_EQ(g.sys("statx", fd, g.text(""), 0, 0x7ff, out), failed(Errno::noent));
    EXPECT_EQ(g.sys("statx", 0, g.text(""), kAT_EMPTY_PATH, 0x7ff, out), 0);
    EXPECT_EQ(g.get<abi::Statx>(out).mode & 0170000, 0010000);
    EXPECT_EQ(g.stat("/dev/null").device_major, 1u);
    EXPECT_EQ(g.stat("/dev/null").device_minor, 3u);
  });
}

TEST(LinuxFiles, KeepsNamesAsLinuxDoes) {
  with_guest([](LinuxGuest& g) {
    EXPECT_EQ(g.sys("mkdirat", kHere, g.text("d"), 0755), 0);
    const int32_t d = g.open("d", abi::kO_DIRECTORY);
    EXPECT_EQ(g.sys("openat", d, g.text("f"), kNew, 0600), d + 1);
    EXPECT_EQ(g.sys("linkat", d, g.text("f"), kHere, g.text("d/g"), 0), 0);
    EXPECT_EQ(g.stat("d/g").links, 2u);
    EXPECT_EQ(g.sys("symlinkat", g.text("f"), d, g.text("s")), 0);
    const uint32_t out = g.space(64);
    EXPECT_EQ(g.sys("readlinkat", d, g.text("s"), out, 64), 1);
    EXPECT_EQ(g.bytes(out, 1), "f");
    EXPECT_EQ(g.sys("renameat2", d, g.text("f"), d, g.text("g"), 0), 0);  // the same file: nothing happens
    EXPECT_EQ(g.sys("renameat2", d, g.text("f"), d, g.text("h"), 0), 0);
    EXPECT_EQ(g.sys("renameat2", d, g.text("h"), d, g.text("g"), abi::kRENAME_NOREPLACE), failed(Errno::exist));
    EXPECT_EQ(g.sys("renameat2", d, g.text("h"), d, g.text("g"), 8), failed(Errno::inval));
    EXPECT_EQ(g.sys("unlinkat", kHere, g.text("d"), abi::kAT_REMOVEDIR), failed(Errno::notempty));
    EXPECT_EQ(g.sys("unlinkat", kHere, g.text("d"), 0), failed(Errno::isdir));
    EXPECT_EQ(g.sys("unlinkat", d, g.text("h"), 1), failed(Errno::inval));
    EXPECT_EQ(g.sys("openat", d + 1, g.text("x"), 0, 0), failed(Errno::notdir));
    EXPECT_EQ(g.sys("openat", 77, g.text("x"), 0, 0), failed(Errno::badf));
    EXPECT_EQ(g.sys("openat", 77, g.text("/dev/null"), 0, 0), d + 2);
    EXPECT_EQ(g.sys("mknodat", kHere, g.text("fifo"), 0010644, 0), 0);
    EXPECT_EQ(g.stat("fifo").mode, 0010644);
    EXPECT_EQ(g.sys("mknodat", kHere, g.text("disk"), 0060644, 0), failed(Errno::perm));
    EXPECT_EQ(g.sys("mknodat", kHere, g.text("odd"), 0050644, 0), failed(Errno::inval));
  });
}

TEST(LinuxFiles, ListsADirectoryPieceByPiece) {
  with_guest([](LinuxGuest& g) {
    g.sys("mkdirat", kHere, g.text("d"), 0755);
    for (int i = 0; i < 50; i++) g.sys("close", g.open("d/name" + std::to_string(i), kNew));
    const int32_t d = g.open("d", abi::kO_DIRECTORY);
    std::set<std::string> names;
    const uint32_t buffer = g.space(128);
    int32_t used;
    while ((used = g.sys("getdents64", d, buffer, 128)) > 0) {
      for (int32_t at = 0; at < used;) {
        const auto length = g.get<uint16_t>(buffer + at + 16);
        names.insert(std::string(g.bytes(buffer + at + 19, length - 19).c_str()));
        at += length;
      }
    }
    EXPECT_EQ(used, 0);
    EXPECT_EQ(names.size(), 52u);
    EXPECT_TRUE(names.contains("..") && names.contains("name49"));
    const uint32_t position = g.space(8);
    EXPECT_EQ(g.sys("_llseek", d, 0, 0, position, abi::kSEEK_SET), 0);
    EXPECT_EQ(g.sys("getdents64", d, buffer, 8), failed(Errno::inval));
    EXPECT_EQ(g.sys("_llseek", d, 0x7fffffff, 0xffffffff, position, abi::kSEEK_SET), 0);
    EXPECT_EQ(g.sys("getdents64", d, buffer, 128), 0);
    EXPECT_EQ(g.sys("_llseek", d, 0, 1, position, abi::kSEEK_CUR), failed(Errno::inval)) << "the last place there is";
    EXPECT_EQ(g.sys("getdents64", g.open("d/name1"), buffer, 128), failed(Errno::notdir));
  });
}

TEST(LinuxFiles, ChangesTheWorkingDirectory) {
  with_guest([](LinuxGuest& g) {
    const uint32_t buffer = g.space(64);
    EXPECT_EQ(g.sys("getcwd", buffer, 64), 5);
    EXPECT_EQ(g.bytes(buffer, 5), std::string("/tmp\0", 5));
    EXPECT_EQ(g.sys("getcwd", buffer, 4), failed(Errno::range));
    g.sys("mkdirat", kHere, g.text("d"), 0755);
    EXPECT_EQ(g.sys("chdir", g.text("d")), 0);
    EXPECT_EQ(g.sys("getcwd", buffer, 64), 7);
    EXPECT_EQ(g.sys("fchdir", g.open("/tmp")), 0);
    EXPECT_EQ(g.sys("getcwd", buffer, 64), 5);
    EXPECT_EQ(g.sys("chdir", g.text("/dev/null")), failed(Errno::notdir));
    EXPECT_EQ(g.sys("chdir", g.text("")), failed(Errno::noent));
    EXPECT_EQ(g.sys("fchdir", 0), failed(Errno::notdir));
    EXPECT_EQ(g.sys("chdir", g.text(std::string(5000, 'a'))), failed(Errno::nametoolong));
  });
}

TEST(LinuxFiles, ChangesAttributes) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("f", kNew);
    EXPECT_EQ(g.sys("fchmod", fd, 0600), 0);
    EXPECT_EQ(g.stat("f").mode, 0100600);
    EXPECT_EQ(g.sys("fchmodat", kHere, g.text("f"), 04711), 0);
    EXPECT_EQ(g.stat("f").mode, 0104711);
    EXPECT_EQ(g.sys("fchown", fd, -1, -1), 0);
    EXPECT_EQ(g.sys("fchownat", kHere, g.text("f"), 0, 0, 0), failed(Errno::perm));
    EXPECT_EQ(g.sys("fchownat", kHere, g.text("f"), 1000, 1000, 8), failed(Errno::inval));
    const abi::Timespec64Pair times = {{1, 2, 0xdeadbeef}, {3, 4, 0}};
    EXPECT_EQ(g.sys("utimensat_time64", kHere, g.text("f"), g.put(times), 0), 0);
    EXPECT_EQ(g.stat("f").accessed.seconds, 1);
    EXPECT_EQ(g.stat("f").modified.seconds, 3);
    EXPECT_EQ(g.stat("f").modified.nanoseconds, 4u);
    const abi::Timespec64Pair omit = {{9, 0x3ffffffe, 0}, {9, 9, 0}};
    EXPECT_EQ(g.sys("utimensat_time64", fd, 0, g.put(omit), 0), 0);
    EXPECT_EQ(g.stat("f").accessed.seconds, 1);
    EXPECT_EQ(g.stat("f").modified.seconds, 9);
    const abi::Timespec64Pair bad = {{9, 1'000'000'000, 0}, {9, 9, 0}};
    EXPECT_EQ(g.sys("utimensat_time64", fd, 0, g.put(bad), 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("faccessat", kHere, g.text("f"), abi::kW_OK), 0);
    EXPECT_EQ(g.sys("faccessat", kHere, g.text("f"), 8), failed(Errno::inval));
    EXPECT_EQ(g.sys("faccessat2", kHere, g.text("/bin"), abi::kW_OK, 0x80), failed(Errno::inval));
    EXPECT_EQ(g.sys("faccessat2", kHere, g.text("none"), 0, 0), failed(Errno::noent));
  });
}

TEST(LinuxFiles, SetsSizes) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("f", kNew);
    EXPECT_EQ(g.sys("ftruncate64", fd, 100, 0), 0);
    EXPECT_EQ(g.stat("f").size, 100u);
    EXPECT_EQ(g.sys("truncate64", g.text("f"), 0, 1), 0);
    EXPECT_EQ(g.stat("f").size, 1ull << 32);
    EXPECT_EQ(g.sys("ftruncate64", fd, 0, 0x80000000), failed(Errno::inval));
    EXPECT_EQ(g.sys("ftruncate64", g.open("f"), 0, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("ftruncate64", fd, 0, 0), 0);
    EXPECT_EQ(g.sys("fallocate", fd, 0, 0, 0, 4096, 0), 0);
    EXPECT_EQ(g.stat("f").size, 4096u);
    EXPECT_EQ(g.sys("fallocate", fd, 0, 0, 0, 0, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("fallocate", fd, 8, 0, 0, 10, 0), failed(Errno::opnotsupp));
    EXPECT_EQ(g.sys("fallocate", fd, abi::kFALLOC_FL_PUNCH_HOLE, 0, 0, 10, 0), failed(Errno::opnotsupp));
    const abi::Rlimit64 small = {1000, 1000};
    EXPECT_EQ(g.sys("prlimit64", 0, abi::kRLIMIT_FSIZE, g.put(small), 0), 0);
    g.on_signal(abi::kSIGXFSZ, [] {});
    EXPECT_EQ(g.sys("ftruncate64", fd, 5000, 0), failed(Errno::fbig));
    EXPECT_EQ(g.delivered, std::vector<int>{abi::kSIGXFSZ});
    EXPECT_EQ(g.sys("ftruncate64", fd, 4000, 0), 0);  // smaller than it is
  });
}

TEST(LinuxFiles, CopiesWithoutAVisitToTheGuest) {
  with_guest([](LinuxGuest& g) {
    const int32_t in = g.open("in", kNew), out = g.open("out", kNew);
    g.write(in, "0123456789");
    const uint32_t from = g.put(uint64_t{2});
    EXPECT_EQ(g.sys("copy_file_range", in, from, out, 0, 5, 0), 5);
    EXPECT_EQ(g.get<uint64_t>(from), 7u);
    EXPECT_EQ(g.sys("sendfile64", out, in, from, 100), 3);
    EXPECT_EQ(g.file("out"), "23456789");
    EXPECT_EQ(g.sys("copy_file_range", in, from, out, 0, 5, 1), failed(Errno::inval));
    EXPECT_EQ(g.sys("copy_file_range", in, g.put(uint64_t{0}), in, g.put(uint64_t{4}), 5, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("copy_file_range", in, g.put(~uint64_t{0}), out, 0, 5, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("copy_file_range", 0, 0, out, 0, 5, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("sendfile64", g.open("in"), in, 0, 1), failed(Errno::badf));
  });
}

TEST(LinuxDescriptors, DuplicatesAndCloses) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("f", kNew | abi::kO_CLOEXEC);
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_GETFD, 0), 1);
    EXPECT_EQ(g.sys("dup", fd), 4);
    EXPECT_EQ(g.sys("fcntl64", 4, abi::kF_GETFD, 0), 0);
    EXPECT_EQ(g.sys("dup3", fd, 10, abi::kO_CLOEXEC), 10);
    EXPECT_EQ(g.sys("fcntl64", 10, abi::kF_GETFD, 0), 1);
    EXPECT_EQ(g.sys("dup3", fd, fd, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("dup3", fd, 11, 1), failed(Errno::inval));
    EXPECT_EQ(g.sys("dup3", fd, -1, 0), failed(Errno::badf));
    EXPECT_EQ(g.sys("dup3", fd, 1000000, 0), failed(Errno::badf));
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_DUPFD_CLOEXEC, 7), 7);
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_DUPFD, -1), failed(Errno::inval));
    EXPECT_EQ(g.sys("fcntl64", fd, 99, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("fcntl64", 99, abi::kF_GETFD, 0), failed(Errno::badf));
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_SETFL, abi::kO_APPEND), 0);
    EXPECT_EQ(g.sys("fcntl64", 7, abi::kF_GETFL, 0) & 0xfff, abi::kO_RDWR | abi::kO_APPEND);
    EXPECT_EQ(g.sys("close_range", 4, 9, 0), 0);
    EXPECT_EQ(g.sys("close", 4), failed(Errno::badf));
    EXPECT_EQ(g.sys("close_range", 9, 4, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("close_range", 4, 9, 1), failed(Errno::inval));
    EXPECT_EQ(g.sys("close", 10), 0);
    EXPECT_EQ(g.sys("close", -1), failed(Errno::badf));
  });
}

TEST(LinuxDescriptors, LimitsTheirNumber) {
  with_guest([](LinuxGuest& g) {
    const abi::Rlimit64 few = {5, 5};
    EXPECT_EQ(g.sys("prlimit64", 0, abi::kRLIMIT_NOFILE, g.put(few), 0), 0);
    EXPECT_EQ(g.sys("dup", 0), 3);
    EXPECT_EQ(g.sys("dup", 0), 4);
    EXPECT_EQ(g.sys("dup", 0), failed(Errno::mfile));
    EXPECT_EQ(g.sys("dup3", 0, 5, 0), failed(Errno::badf));
    EXPECT_EQ(g.sys("close", 4), 0);
    EXPECT_EQ(g.sys("pipe2", g.space(8), 0), failed(Errno::mfile));
    EXPECT_EQ(g.sys("dup", 0), 4);  // the pipe's first end was given back
    const abi::Rlimit64 more = {6, 6};
    EXPECT_EQ(g.sys("prlimit64", 0, abi::kRLIMIT_NOFILE, g.put(more), 0), failed(Errno::perm));
  });
}

TEST(LinuxDescriptors, OfPathsReadNothing) {
  with_guest([](LinuxGuest& g) {
    g.sys("close", g.open("f", kNew));
    const int32_t fd = g.open("f", abi::kO_PATH);
    const uint32_t out = g.space(256);
    EXPECT_EQ(g.sys("read", fd, out, 1), failed(Errno::badf));
    EXPECT_EQ(g.sys("write", fd, out, 1), failed(Errno::badf));
    EXPECT_EQ(g.sys("fchmod", fd, 0600), failed(Errno::badf));
    EXPECT_EQ(g.sys("ioctl", fd, abi::kFIONREAD, out), failed(Errno::badf));
    EXPECT_EQ(g.sys("fsync", fd), failed(Errno::badf));
    EXPECT_EQ(g.sys("statx", fd, g.text(""), kAT_EMPTY_PATH, 0x7ff, out), 0);
  });
}

TEST(LinuxDescriptors, LockRecords) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("f", kNew);
    g.write(fd, std::string(100, 'x'));
    abi::Flock64 lock = {
        .type = abi::kF_WRLCK, .whence = abi::kSEEK_END, .pad = 0, .start = -10, .length = 5, .pid = 0, .pad2 = 0};
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_SETLK64, g.put(lock)), 0);
    // One's own locks are not in one's way; a description's are others'.
    lock = {.type = abi::kF_WRLCK, .whence = abi::kSEEK_SET, .pad = 0, .start = 0, .length = 0, .pid = 0, .pad2 = 0};
    uint32_t asked = g.put(lock);
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_GETLK64, asked), 0);
    EXPECT_EQ(g.get<abi::Flock64>(asked).type, abi::kF_UNLCK);
    asked = g.put(lock);
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_OFD_GETLK, asked), 0);
    const auto held = g.get<abi::Flock64>(asked);
    EXPECT_EQ(held.type, abi::kF_WRLCK);
    EXPECT_EQ(held.start, 90);
    EXPECT_EQ(held.length, 5);
    EXPECT_EQ(held.pid, g.call.process.pid);
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_OFD_SETLK, g.put(lock)), failed(Errno::again));
    lock.type = 7;
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_SETLK64, g.put(lock)), failed(Errno::inval));
    lock = {.type = abi::kF_RDLCK, .whence = 0, .pad = 0, .start = -1, .length = 1, .pid = 0, .pad2 = 0};
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_SETLK64, g.put(lock)), failed(Errno::inval));
    lock = {.type = abi::kF_RDLCK, .whence = 0, .pad = 0, .start = INT64_MAX, .length = 2, .pid = 0, .pad2 = 0};
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_SETLK64, g.put(lock)), failed(Errno::overflow));
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_SETLK64, LinuxGuest::kOutside), failed(Errno::fault));
    EXPECT_EQ(g.sys("flock", fd, abi::kLOCK_EX), 0);
    EXPECT_EQ(g.sys("flock", g.open("f"), abi::kLOCK_SH | abi::kLOCK_NB), failed(Errno::again));
    EXPECT_EQ(g.sys("flock", fd, 3), failed(Errno::inval));
  });
}

TEST(LinuxDescriptors, AnswerRequestsOfIoctl) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("f", kNew);
    g.write(fd, "12345");
    const uint32_t value = g.put(int32_t{1});
    EXPECT_EQ(g.sys("ioctl", fd, abi::kTCGETS, value), failed(Errno::notty));
    EXPECT_EQ(g.sys("ioctl", 1, abi::kTIOCGWINSZ, value), failed(Errno::notty));
    EXPECT_EQ(g.sys("ioctl", 77, abi::kTIOCGWINSZ, value), failed(Errno::badf));
    EXPECT_EQ(g.sys("ioctl", fd, abi::kFIONBIO, value), 0);
    EXPECT_NE(g.sys("fcntl64", fd, abi::kF_GETFL, 0) & abi::kO_NONBLOCK, 0u);
    const uint32_t pair = g.space(8);
    g.sys("pipe2", pair, 0);
    g.write(g.get<int32_t>(pair + 4), "abc");
    EXPECT_EQ(g.sys("ioctl", g.get<int32_t>(pair), abi::kFIONREAD, value), 0);
    EXPECT_EQ(g.get<int32_t>(value), 3);
    EXPECT_EQ(g.sys("ioctl", g.get<int32_t>(pair), abi::kFIONREAD, LinuxGuest::kOutside), failed(Errno::fault));
    EXPECT_EQ(g.sys("ioctl", fd, abi::kFIOCLEX, 0), 0);
    EXPECT_EQ(g.sys("fcntl64", fd, abi::kF_GETFD, 0), 1);
  });
}

TEST(LinuxFiles, CreatesNothingInThePlaceOfALinkOfOthersInADirectoryOfAll) {
  TestSandbox sandbox;
  sandbox.run([&](Guest& guest) {
    guest.call([&](KernelLock&) -> Result<void> {
      Vfs& vfs = guest.kernel.vfs();
      const Caller host = guest.kernel.host_caller();
      for (const auto& [path, mode] : {std::pair("/all", 0777), std::pair("/sticky", 01777)}) {
        WS_TRY(vfs.make_directory(host, path, 0777));
        WS_ASSIGN(directory, vfs.resolve(host, path));
        WS_TRY(vfs.change_permissions(host, directory, static_cast<uint16_t>(mode)));
        const std::string link = std::string(path) + "/others";
        WS_TRY(vfs.make_symlink(host, "nowhere", link));
        WS_ASSIGN(made, vfs.resolve(host, link, false));
        WS_TRY(vfs.change_owner(host, made, 7, 7));
      }
      return {};
    });
    LinuxGuest g(guest);
    EXPECT_EQ(g.sys("symlinkat", g.text("nowhere"), kHere, g.text("/sticky/own")), 0);
    const uint32_t flags = abi::kO_RDWR | abi::kO_CREAT | abi::kO_NOFOLLOW;
    EXPECT_EQ(g.open("/all/others", flags), failed(Errno::loop));
    EXPECT_EQ(g.open("/sticky/others", flags), failed(Errno::acces));
    EXPECT_EQ(g.open("/sticky/others", flags | abi::kO_EXCL), failed(Errno::exist));
    EXPECT_EQ(g.open("/sticky/others", abi::kO_RDWR | abi::kO_NOFOLLOW), failed(Errno::loop));
    EXPECT_EQ(g.open("/sticky/own", flags), failed(Errno::loop));
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand::test
