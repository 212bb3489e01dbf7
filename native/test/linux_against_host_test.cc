// The same calls on the Linux this runs on and through the door `linux`: the answers must be the same.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/stat.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <filesystem>

#include "test/linux_guest.h"

namespace wasmsand::test {
namespace {

constexpr int kHere = -100;

// What the host answered, in the kernel's way.
int32_t answer(long result) { return static_cast<int32_t>(result < 0 ? -errno : result); }

template <typename... Arguments>
int32_t host(long number, Arguments... arguments) {
  return answer(syscall(number, arguments...));
}

// A directory of the host's as the working directory, and a guest whose working directory is empty too.
void on_both(const std::function<void(LinuxGuest&)>& body) {
  char name[] = "/dev/shm/wasmsand-host-XXXXXX";  // a tmpfs, as the sandbox's root is
  ASSERT_NE(mkdtemp(name), nullptr);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(name);
  const auto old_pipe = signal(SIGPIPE, SIG_IGN);
  const mode_t old_mask = umask(022);
  with_guest(body);
  umask(old_mask);
  signal(SIGPIPE, old_pipe);
  std::filesystem::current_path(before);
  std::filesystem::remove_all(name);
}

// Flags that are not the same number on every machine.
uint32_t host_flags(uint32_t flags) {
  uint32_t out = flags & ~(abi::kO_DIRECTORY | abi::kO_NOFOLLOW | abi::kO_PATH);
  if (flags & abi::kO_DIRECTORY) out |= O_DIRECTORY;
  if (flags & abi::kO_NOFOLLOW) out |= O_NOFOLLOW;
  if (flags & abi::kO_PATH) out |= O_PATH;
  return out;
}

struct Both {
  int32_t guest, host;
};

Both open_both(LinuxGuest& g, const std::string& path, uint32_t flags, uint32_t mode = 0644) {
  const Both fds = {g.open(path, flags, mode), host(SYS_openat, kHere, path.c_str(), host_flags(flags), mode)};
  EXPECT_EQ(fds.guest < 0 ? fds.guest : 0, fds.host < 0 ? fds.host : 0) << path << " " << flags;
  return fds;
}

void write_both(LinuxGuest& g, Both fd, const std::string& data) {
  EXPECT_EQ(g.write(fd.guest, data), host(SYS_write, fd.host, data.data(), data.size())) << data;
}

void seek_both(LinuxGuest& g, Both fd, int64_t offset, int whence) {
  const uint32_t result = g.space(8);
  const int32_t status =
      g.sys("_llseek", fd.guest, static_cast<uint32_t>(offset >> 32), static_cast<uint32_t>(offset), result, whence);
  const off_t there = lseek(fd.host, offset, whence);
  if (there < 0) {
    EXPECT_EQ(status, -errno) << offset << " " << whence;
  } else {
    EXPECT_EQ(status, 0) << offset << " " << whence;
    EXPECT_EQ(g.get<int64_t>(result), there) << offset << " " << whence;
  }
}

// Calls that take a directory and a path first, then integers.
template <typename... Rest>
void path_both(LinuxGuest& g, const char* call, long number, const std::string& path, Rest... rest) {
  EXPECT_EQ(g.sys(call, kHere, g.text(path), rest...), host(number, kHere, path.c_str(), rest...))
      << call << " " << path;
}

template <typename... Rest>
void paths_both(LinuxGuest& g, const char* call, long number, const std::string& from, const std::string& to,
                Rest... rest) {
  EXPECT_EQ(g.sys(call, kHere, g.text(from), kHere, g.text(to), rest...),
            host(number, kHere, from.c_str(), kHere, to.c_str(), rest...))
      << call << " " << from << " " << to;
}

template <typename... Arguments>
void plain_both(LinuxGuest& g, const char* call, long number, Both fd, Arguments... arguments) {
  EXPECT_EQ(g.sys(call, fd.guest, arguments...), host(number, fd.host, arguments...)) << call;
}

void stat_both(LinuxGuest& g, const std::string& path, uint32_t flags = 0) {
  struct statx there;
  const uint32_t out = g.space(256);
  const int32_t here = g.sys("statx", kHere, g.text(path), flags, 0x7ff, out);
  ASSERT_EQ(here, host(SYS_statx, kHere, path.c_str(), flags, 0x7ff, &there)) << path;
  if (here < 0) return;
  const auto s = g.get<abi::Statx>(out);
  EXPECT_EQ(s.mode, there.stx_mode) << path;
  EXPECT_EQ(s.links, there.stx_nlink) << path;
  if (S_ISREG(there.stx_mode) || S_ISLNK(there.stx_mode)) {
    EXPECT_EQ(s.size, there.stx_size) << path;
  }
}

TEST(LinuxAgainstHost, Names) {
  on_both([](LinuxGuest& g) {
    path_both(g, "mkdirat", SYS_mkdirat, "d", 0755);
    path_both(g, "mkdirat", SYS_mkdirat, "d", 0755);
    path_both(g, "mkdirat", SYS_mkdirat, "e/", 0755);
    path_both(g, "mkdirat", SYS_mkdirat, "x/y", 0755);
    path_both(g, "mkdirat", SYS_mkdirat, "", 0755);
    path_both(g, "mkdirat", SYS_mkdirat, ".", 0755);
    path_both(g, "mkdirat", SYS_mkdirat, std::string(256, 'n'), 0755);
    path_both(g, "mkdirat", SYS_mkdirat, std::string(255, 'n'), 0755);
    open_both(g, "d/f", abi::kO_CREAT | abi::kO_RDWR);
    paths_both(g, "linkat", SYS_linkat, "d/f", "d/g", 0);
    paths_both(g, "linkat", SYS_linkat, "d", "dd", 0);
    paths_both(g, "linkat", SYS_linkat, "d/f", "d/g", 0);
    paths_both(g, "linkat", SYS_linkat, "d/f", "d/g", 1);
    for (const char* path : {"d/f", "d/g", "d", "d/f/", "d/none", "none/x", "d/f/x"}) stat_both(g, path);
    for (const auto& [target, name] : {std::pair{"f", "d/s"},
                                       {"loop2", "loop1"},
                                       {"loop1", "loop2"},
                                       {"none", "dangling"},
                                       {"d", "sd"},
                                       {"x", "d"},
                                       {"", "empty"}})
      EXPECT_EQ(g.sys("symlinkat", g.text(target), kHere, g.text(name)), host(SYS_symlinkat, target, kHere, name))
          << name;
    for (const char* path : {"d/s", "loop1", "dangling", "sd", "sd/f", "sd/", "d/s/"}) {
      stat_both(g, path);
      stat_both(g, path, 0x100);
    }
    for (const char* path : {"d/s", "d/f", "dangling", "sd/", "none", ""}) {
      char there[64];
      EXPECT_EQ(g.sys("readlinkat", kHere, g.text(path), g.space(64), 64), host(SYS_readlinkat, kHere, path, there, 64))
          << path;
    }
    const uint32_t kOpenFlags[] = {0,
                                   abi::kO_WRONLY,
                                   abi::kO_CREAT | abi::kO_EXCL,
                                   abi::kO_CREAT,
                                   abi::kO_DIRECTORY,
                                   abi::kO_NOFOLLOW,
                                   abi::kO_PATH | abi::kO_NOFOLLOW,
                                   abi::kO_WRONLY | abi::kO_TRUNC};
    for (const char* path : {"d", "d/f", "d/s", "sd", "sd/", "d/f/", "dangling/", "loop1", "none/x", "none/", "."}) {
      for (const uint32_t flags : kOpenFlags) open_both(g, path, flags);
    }
    paths_both(g, "renameat2", SYS_renameat2, "d", "d/inside", 0);
    paths_both(g, "renameat2", SYS_renameat2, "d/f", "e", 0);
    paths_both(g, "renameat2", SYS_renameat2, "e", "d/f", 0);
    paths_both(g, "renameat2", SYS_renameat2, "e", "d", 0);
    paths_both(g, "renameat2", SYS_renameat2, "d/f", "d/g", 0);
    paths_both(g, "renameat2", SYS_renameat2, "d/f", "new/", 0);
    paths_both(g, "renameat2", SYS_renameat2, "none", "new", 0);
    paths_both(g, "renameat2", SYS_renameat2, "d/.", "new", 0);
    paths_both(g, "renameat2", SYS_renameat2, "d/f", "e", 1);
    paths_both(g, "renameat2", SYS_renameat2, "d/f", "e", 2);
    paths_both(g, "renameat2", SYS_renameat2, "d/f", "e", 3);
    paths_both(g, "renameat2", SYS_renameat2, "d/f", "e", 16);
    stat_both(g, "e");
    for (const char* path : {"d", "e", "none", "d/f", "sd", "sd/", ".", "d/..", ""}) {
      path_both(g, "unlinkat", SYS_unlinkat, path, 0x200);
      path_both(g, "unlinkat", SYS_unlinkat, path, 0);
    }
    path_both(g, "unlinkat", SYS_unlinkat, "d/f", 1);
    for (const uint32_t mode : {0010644u, 0100600u, 0040755u, 0050000u})
      path_both(g, "mknodat", SYS_mknodat, "node" + std::to_string(mode), mode, 0);
    for (const char* path : {"", "none", "d"}) EXPECT_EQ(g.sys("chdir", g.text(path)), host(SYS_chdir, path)) << path;
  });
}

TEST(LinuxAgainstHost, OpenFiles) {
  on_both([](LinuxGuest& g) {
    const Both fd = open_both(g, "f", abi::kO_CREAT | abi::kO_RDWR);
    write_both(g, fd, "0123456789");
    for (const int whence : {0, 1, 2}) {
      for (const int64_t offset : {int64_t{0}, int64_t{5}, int64_t{-3}, int64_t{-100}, INT64_MAX})
        seek_both(g, fd, offset, whence);
    }
    seek_both(g, fd, 0, 3);
    seek_both(g, fd, 0, 4);
    seek_both(g, fd, 10, 3);
    seek_both(g, fd, 11, 4);
    seek_both(g, fd, 0, 5);
    seek_both(g, fd, 20, 0);
    write_both(g, fd, "x");
    stat_both(g, "f");
    const Both append = open_both(g, "f", abi::kO_WRONLY | abi::kO_APPEND);
    write_both(g, append, "end");
    seek_both(g, append, 0, 1);
    stat_both(g, "f");
    const Both reading = open_both(g, "f", 0), writing = open_both(g, "f", abi::kO_WRONLY),
               path = open_both(g, "f", abi::kO_PATH);
    char byte;
    for (const Both each : {reading, writing, path, Both{-1, -1}}) {
      EXPECT_EQ(g.sys("read", each.guest, g.space(1), 1), host(SYS_read, each.host, &byte, 1));
      write_both(g, each, "");
      write_both(g, each, "y");
      plain_both(g, "fsync", SYS_fsync, each);
      plain_both(g, "fcntl64", SYS_fcntl, each, F_GETFD, 0);
      plain_both(g, "fcntl64", SYS_fcntl, each, 77, 0);
      plain_both(g, "fcntl64", SYS_fcntl, each, F_GETPIPE_SZ, 0);
      plain_both(g, "flock", SYS_flock, each, 5);
      plain_both(g, "flock", SYS_flock, each, 8);
      plain_both(g, "ioctl", SYS_ioctl, each, 0x5401, 0);
      plain_both(g, "fchmod", SYS_fchmod, each, 0600);
      plain_both(g, "fchdir", SYS_fchdir, each);
      EXPECT_EQ(g.sys("ftruncate64", each.guest, 5, 0), host(SYS_ftruncate, each.host, 5L));
      EXPECT_EQ(g.sys("fallocate", each.guest, 0, 0, 0, 8, 0), host(SYS_fallocate, each.host, 0, 0L, 8L));
      EXPECT_EQ(g.sys("getdents64", each.guest, g.space(64), 64), host(SYS_getdents64, each.host, &byte, 64));
      EXPECT_EQ(g.sys("fadvise64_64", each.guest, 0, 0, 0, 0, 9), host(SYS_fadvise64, each.host, 0L, 0L, 9));
    }
    EXPECT_EQ(g.sys("dup3", fd.guest, fd.guest, 0), host(SYS_dup3, fd.host, fd.host, 0));
    EXPECT_EQ(g.sys("dup3", 99, 98, 0), host(SYS_dup3, 99, 98, 0));
    EXPECT_EQ(g.sys("dup3", fd.guest, -1, 0), host(SYS_dup3, fd.host, -1, 0));
    EXPECT_EQ(g.sys("dup3", fd.guest, 50, 4), host(SYS_dup3, fd.host, 50, 4));
    EXPECT_EQ(g.sys("close", 99), host(SYS_close, 99));
  });
}

TEST(LinuxAgainstHost, AttributesAndTimes) {
  on_both([](LinuxGuest& g) {
    open_both(g, "f", abi::kO_CREAT | abi::kO_RDWR, 0666);
    path_both(g, "fchmodat", SYS_fchmodat, "f", 0640);
    path_both(g, "fchmodat", SYS_fchmodat, "none", 0640);
    stat_both(g, "f");
    for (const int mode : {0, 4, 7, 8, -1}) path_both(g, "faccessat", SYS_faccessat, "f", mode);
    path_both(g, "faccessat", SYS_faccessat, "f/", 0);
    const int64_t kTimes[][4] = {{1, 2, 3, 4},
                                 {1, 1'000'000'000, 3, 4},
                                 {1, -1, 3, 4},
                                 {1, 0x3fffffff, 3, 0x3ffffffe},
                                 {0, 0x3ffffffe, 0, 0x3ffffffe}};
    for (const auto& times : kTimes) {
      for (const char* path : {"f", "none"}) {
        for (const int flags : {0, 0x100, 0x200}) {
          std::array<int64_t, 4> pair;
          std::copy(std::begin(times), std::end(times), pair.begin());
          EXPECT_EQ(g.sys("utimensat_time64", kHere, g.text(path), g.put(pair), flags),
                    host(SYS_utimensat, kHere, path, times, flags))
              << path << flags << " " << times[1];
        }
      }
    }
    for (const uint32_t flags : {0x10000u, 0x6000u, 0x1000u}) stat_both(g, "f", flags);
    stat_both(g, "", 0);
  });
}

TEST(LinuxAgainstHost, PipesAndPoll) {
  on_both([](LinuxGuest& g) {
    const uint32_t pair = g.space(8);
    int there[2];
    EXPECT_EQ(g.sys("pipe2", pair, abi::kO_NONBLOCK), host(SYS_pipe2, there, O_NONBLOCK));
    EXPECT_EQ(g.sys("pipe2", pair + 0, 1), host(SYS_pipe2, there, 1));
    const Both reader = {g.get<int32_t>(pair), there[0]}, writer = {g.get<int32_t>(pair + 4), there[1]};
    char buffer[16];
    auto read_both = [&](Both fd) {
      EXPECT_EQ(g.sys("read", fd.guest, g.space(16), 16), host(SYS_read, fd.host, buffer, 16));
    };
    auto poll_both = [&] {
      std::array<abi::Pollfd, 2> here = {{{reader.guest, abi::kPOLLIN, 0}, {writer.guest, abi::kPOLLOUT, 0}}};
      pollfd fds[2] = {{reader.host, POLLIN, 0}, {writer.host, POLLOUT, 0}};
      const uint32_t list = g.put(here);
      EXPECT_EQ(g.sys("ppoll_time64", list, 2, g.put(abi::Timespec64{0, 0, 0}), 0, 0), answer(poll(fds, 2, 0)));
      for (int i = 0; i < 2; i++) EXPECT_EQ(g.get<abi::Pollfd>(list + i * 8).returned, fds[i].revents) << i;
    };
    read_both(reader);
    poll_both();
    write_both(g, writer, "hello");
    poll_both();
    read_both(reader);
    seek_both(g, reader, 0, 0);
    write_both(g, reader, "x");
    read_both(writer);
    EXPECT_EQ(g.sys("pread64", reader.guest, g.space(4), 4, 0, 0), host(SYS_pread64, reader.host, buffer, 4, 0L));
    EXPECT_EQ(g.sys("ftruncate64", writer.guest, 4, 0), host(SYS_ftruncate, writer.host, 4L));
    EXPECT_EQ(g.sys("fallocate", writer.guest, 0, 0, 0, 4, 0), host(SYS_fallocate, writer.host, 0, 0L, 4L));
    plain_both(g, "fsync", SYS_fsync, writer);
    plain_both(g, "fcntl64", SYS_fcntl, writer, F_GETPIPE_SZ, 0);
    std::string much(200'000, 'z');
    write_both(g, writer, much);  // what fits
    write_both(g, writer, much);  // nothing does
    poll_both();
    g.on_signal(abi::kSIGPIPE, [] {});
    plain_both(g, "close", SYS_close, reader);
    write_both(g, writer, "x");
    EXPECT_EQ(g.delivered, std::vector<int>{abi::kSIGPIPE});
    poll_both();
  });
}

TEST(LinuxAgainstHost, RefusedArguments) {
  on_both([](LinuxGuest& g) {
    const Both in = open_both(g, "in", abi::kO_CREAT | abi::kO_RDWR),
               out = open_both(g, "out", abi::kO_CREAT | abi::kO_RDWR);
    write_both(g, in, "0123456789");
    const Both append = open_both(g, "out", abi::kO_WRONLY | abi::kO_APPEND), directory = open_both(g, ".", 0);
    auto copy_both = [&](Both from, Both to, int64_t offset, uint32_t flags) {
      loff_t there = offset;
      EXPECT_EQ(g.sys("copy_file_range", from.guest, g.put(offset), to.guest, 0, 4, flags),
                host(SYS_copy_file_range, from.host, &there, to.host, nullptr, 4UL, flags))
          << offset << " " << flags;
    };
    copy_both(in, out, 2, 0);
    copy_both(in, out, 20, 0);
    copy_both(in, out, 2, 1);
    copy_both(out, append, 0, 0);
    copy_both(directory, out, 0, 0);
    copy_both(append, out, 0, 0);
    copy_both({99, 99}, out, 0, 0);
    EXPECT_EQ(g.sys("sendfile64", append.guest, in.guest, 0, 4),
              host(SYS_sendfile, append.host, in.host, nullptr, 4UL));
    EXPECT_EQ(g.sys("sendfile64", out.guest, directory.guest, 0, 4),
              host(SYS_sendfile, out.host, directory.host, nullptr, 4UL));
    const auto timespec = [&](int64_t s, int64_t n) { return g.put(std::array<int64_t, 2>{s, n}); };
    for (const auto& [s, n] : {std::pair<int64_t, int64_t>{0, 1'000'000'000}, {-1, 0}, {0, -1}, {0, 1}}) {
      const std::array<int64_t, 2> there = {s, n};
      EXPECT_EQ(g.sys("clock_nanosleep_time64", 1, 0, timespec(s, n), 0),
                host(SYS_clock_nanosleep, 1, 0, there.data(), nullptr))
          << s << " " << n;
    }
    for (const int clock : {0, 1, 2, 3, 4, 5, 6, 7, 10, 12, 77})
      EXPECT_EQ(g.sys("clock_gettime64", clock, g.space(16)),
                host(SYS_clock_gettime, clock, std::array<int64_t, 2>().data()))
          << clock;
    struct sigaction action{};
    for (const int signo : {0, 1, 9, 19, 32, 64, 65})
      EXPECT_EQ(g.sys("rt_sigaction", signo, 0, g.space(32), 8), host(SYS_rt_sigaction, signo, nullptr, &action, 8))
          << signo;
    for (const int signo : {-1, 65, 1000})
      EXPECT_EQ(g.sys("kill", g.call.process.pid, signo), host(SYS_kill, getpid(), signo)) << signo;
    EXPECT_EQ(g.sys("tkill", -1, 1), host(SYS_tkill, -1, 1));
    EXPECT_EQ(g.sys("wait4", -1, 0, 0, 0), host(SYS_wait4, -1, nullptr, 0, nullptr));
    EXPECT_EQ(g.sys("wait4", -1, 0, 0x100, 0), host(SYS_wait4, -1, nullptr, 0x100, nullptr));
    for (const uint32_t options : {4u, 0u, 1u, 0x100u})
      EXPECT_EQ(g.sys("waitid", 0, 0, 0, options, 0), host(SYS_waitid, 0, 0, nullptr, options, nullptr)) << options;
    EXPECT_EQ(g.sys("waitid", 1, 0, 0, 4, 0), host(SYS_waitid, 1, 0, nullptr, 4, nullptr));
    EXPECT_EQ(g.sys("getpriority", 3, 0), host(SYS_getpriority, 3, 0));
    EXPECT_EQ(g.sys("prlimit64", 0, 16, 0, 0), host(SYS_prlimit64, 0, 16, nullptr, nullptr));
    EXPECT_EQ(g.sys("getrusage", 7, g.space(72)), host(SYS_getrusage, 7, nullptr));
    EXPECT_EQ(g.sys("getrandom", g.space(4), 4, 8), host(SYS_getrandom, &action, 4UL, 8));
    EXPECT_EQ(g.sys("close_range", 9, 4, 0), host(SYS_close_range, 9, 4, 0));
    EXPECT_EQ(g.sys("getitimer", 7, g.space(16)), host(SYS_getitimer, 7, &action));
    for (const int policy : {0, 1, 2, 3, 4, 5, 9})
      EXPECT_EQ(g.sys("sched_get_priority_max", policy), host(SYS_sched_get_priority_max, policy)) << policy;
    EXPECT_EQ(g.sys("socketpair", 99, 1, 0, g.space(8)), host(SYS_socketpair, 99, 1, 0, &action));
  });
}

}  // namespace
}  // namespace wasmsand::test
