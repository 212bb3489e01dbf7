// Folders of the host as file systems of the sandbox.
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <set>
#include <thread>

#include "kernel/vfs/host/host_file_system.h"
#include "test/mounted_folder.h"

namespace wasmsand::test {
namespace {

using abi::kO_APPEND, abi::kO_CREAT, abi::kO_DIRECTORY, abi::kO_EXCL, abi::kO_RDWR, abi::kO_TRUNC, abi::kO_WRONLY;

TEST(Mounts, AreReadAndWrittenInPlace) {
  MountedFolder mounted;
  mounted.write("a/file", "from the host\n");
  mounted.run([&](LinuxGuest& linux) {
    EXPECT_EQ(linux.file("/m/a/file"), "from the host\n");
    const int32_t fd = linux.open("/m/a/new", kO_WRONLY | kO_CREAT | kO_EXCL, 0444);
    EXPECT_EQ(linux.write(fd, "from the guest"), 14);
    EXPECT_EQ(mounted.read("a/new"), "from the guest");
    EXPECT_EQ(linux.stat("/m/a/new").mode, 0100444);
    EXPECT_EQ(linux.open("/m/a/new", kO_WRONLY | kO_CREAT | kO_EXCL), failed(Errno::exist));
    EXPECT_EQ(linux.sys("ftruncate64", fd, 4, 0), 0);
    EXPECT_EQ(linux.sys("fsync", fd), 0);
    EXPECT_EQ(mounted.read("a/new"), "from");
    // A file that has no name any more is there while it is open.
    EXPECT_EQ(linux.sys("unlinkat", -100, linux.text("/m/a/new"), 0), 0);
    EXPECT_EQ(linux.write(fd, "x"), 1);
    EXPECT_EQ(linux.sys("fchmod", fd, 0600), 0);
    EXPECT_EQ(linux.file("/m/a/file"), "from the host\n");
    mounted.write("a/file", "changed\n");
    EXPECT_EQ(linux.file("/m/a/file"), "changed\n");
  });
}

TEST(Mounts, AppendAtTheEndWhoeverElseWrites) {
  MountedFolder mounted;
  mounted.write("log", "1\n");
  mounted.run([&](LinuxGuest& linux) {
    const int32_t fd = linux.open("/m/log", kO_WRONLY | kO_APPEND);
    std::ofstream(mounted.folder() / "log", std::ios::app) << "2\n";
    EXPECT_EQ(linux.write(fd, "3\n"), 2);
    EXPECT_EQ(mounted.read("log"), "1\n2\n3\n");
    const int32_t again = linux.open("/m/log", kO_RDWR);
    EXPECT_EQ(linux.read(again, 2), "1\n");
    constexpr int32_t kSetFlags = 4;  // F_SETFL
    EXPECT_EQ(linux.sys("fcntl64", again, kSetFlags, kO_APPEND), 0);
    EXPECT_EQ(linux.write(again, "4\n"), 2);
    EXPECT_EQ(mounted.read("log"), "1\n2\n3\n4\n");
    EXPECT_EQ(linux.open("/m/log", kO_WRONLY | kO_TRUNC) >= 0, true);
    EXPECT_EQ(mounted.read("log"), "");
  });
}

TEST(Mounts, ShareAPositionBetweenProcesses) {
  MountedFolder mounted;
  mounted.sandbox.run([](Guest& guest) {
    const int fd = *guest.open("/m/out", kO_WRONLY | kO_CREAT);
    std::vector<int> children;
    children.reserve(4);
    for (int i = 0; i < 4; i++) {
      children.push_back(*guest.fork([fd](Guest& child) {
        for (int line = 0; line < 200; line++) (void)child.write_all(fd, "0123456\n");
        return 0;
      }));
    }
    for (const int child : children) EXPECT_TRUE(guest.wait(child).ok());
    return 0;
  });
  EXPECT_EQ(mounted.read("out").size(), 4 * 200 * 8);
}

TEST(Mounts, CanBeReadOnly) {
  MountedFolder mounted(Kernel::FolderMount::read_only);
  mounted.write("file", "stays");
  mounted.write("d/file", "stays");
  mounted.run([](LinuxGuest& linux) {
    const auto path = [&](const char* name) { return linux.text(std::string("/m/") + name); };
    const int32_t refused = failed(Errno::rofs);
    EXPECT_EQ(linux.open("/m/file", kO_WRONLY), refused);
    EXPECT_EQ(linux.open("/m/file", kO_TRUNC), refused);
    EXPECT_EQ(linux.open("/m/new", kO_WRONLY | kO_CREAT), refused);
    EXPECT_EQ(linux.sys("mkdirat", -100, path("new"), 0755), refused);
    EXPECT_EQ(linux.sys("unlinkat", -100, path("file"), 0), refused);
    EXPECT_EQ(linux.sys("renameat2", -100, path("file"), -100, path("d/other"), 0), refused);
    EXPECT_EQ(linux.sys("linkat", -100, path("file"), -100, path("other"), 0), refused);
    EXPECT_EQ(linux.sys("symlinkat", path("file"), -100, path("other")), refused);
    EXPECT_EQ(linux.sys("fchmodat", -100, path("file"), 0600), refused);
    EXPECT_EQ(linux.sys("truncate64", path("file"), 0, 0), refused);
    const int32_t fd = linux.open("/m/file");
    EXPECT_EQ(linux.sys("fchmod", fd, 0600), refused);
    EXPECT_EQ(linux.sys("ftruncate64", fd, 0, 0), failed(Errno::inval));
    EXPECT_EQ(linux.file("/m/file"), "stays");
  });
}

TEST(Mounts, RenameWithinAndNotAcross) {
  MountedFolder mounted;
  mounted.write("from/d/file", "1");
  mounted.write("to/file", "2");
  mounted.mount("/again", Kernel::FolderMount::writable);
  mounted.run([&](LinuxGuest& linux) {
    const auto rename = [&](const char* from, const char* to, uint32_t flags = 0) {
      return linux.sys("renameat2", -100, linux.text(from), -100, linux.text(to), flags);
    };
    EXPECT_EQ(linux.sys("chdir", linux.text("/m/from/d")), 0);
    EXPECT_EQ(rename("/m/from/d", "/m/to/e"), 0);
    // Where it has gone to is known.
    EXPECT_EQ(linux.file("file"), "1");
    EXPECT_EQ(linux.file("../file"), "2");
    EXPECT_EQ(rename("/m/to", "/m/to/e/inside"), failed(Errno::inval));
    EXPECT_EQ(rename("/m/to/e/file", "/m/to/file", 2), 0);
    EXPECT_EQ(mounted.read("to/file"), "1");
    EXPECT_EQ(rename("/m/to/file", "/m/to/e/file", 1), failed(Errno::exist));
    EXPECT_EQ(rename("/m/to/file", "/file"), failed(Errno::xdev));
    EXPECT_EQ(rename("/m/to/file", "/again/file"), failed(Errno::xdev));
    EXPECT_EQ(linux.sys("linkat", -100, linux.text("/m/to/file"), -100, linux.text("/again/l"), 0),
              failed(Errno::xdev));
    EXPECT_EQ(linux.sys("linkat", -100, linux.text("/m/to/file"), -100, linux.text("/m/l"), 0), 0);
    EXPECT_EQ(linux.stat("/m/l").inode, linux.stat("/m/to/file").inode);
    EXPECT_EQ(linux.stat("/m/l").links, 2);
  });
}

TEST(Mounts, LeadNowhereElse) {
  MountedFolder mounted;
  std::ofstream(mounted.base() / "secret") << "secret";
  mounted.write("d/file", "1");
  const auto folder = mounted.folder();
  std::filesystem::create_symlink("../secret", folder / "relative");
  std::filesystem::create_symlink(mounted.base() / "secret", folder / "absolute");
  std::filesystem::create_directory_symlink("..", folder / "up");
  std::filesystem::create_symlink("/proc/self/root", folder / "magic");
  std::filesystem::create_symlink("/etc/hostname", folder / "etc");
  mounted.run([&](LinuxGuest& linux) {
    for (const char* path :
         {"/m/relative", "/m/absolute", "/m/up/secret", "/m/../secret", "/m/d/../../secret", "/m/up/inside/d/file"})
      EXPECT_EQ(linux.open(path), failed(Errno::noent)) << path;
    // They lead into the sandbox.
    EXPECT_EQ(linux.stat("/m/up/m/d/file").inode, linux.stat("/m/d/file").inode);
    EXPECT_EQ(linux.stat("/m/magic/m/d/file").inode, linux.stat("/m/d/file").inode);
    EXPECT_EQ(linux.open("/m/etc"), failed(Errno::noent));
    // What the guest makes is no way out either.
    EXPECT_EQ(linux.sys("symlinkat", linux.text(mounted.base() / "secret"), -100, linux.text("/m/own")), 0);
    EXPECT_EQ(linux.open("/m/own"), failed(Errno::noent));
    EXPECT_EQ(linux.open("/m/own", kO_WRONLY | kO_CREAT), failed(Errno::noent));
  });
}

TEST(Mounts, ShowSpecialFilesAndDoNotOpenThem) {
  MountedFolder mounted;
  const auto folder = mounted.folder();
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0666), 0);
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  std::strncpy(address.sun_path, (folder / "socket").c_str(), sizeof address.sun_path - 1);
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  chmod((folder / "socket").c_str(), 0777);
  const bool device = mknod((folder / "null").c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0;
  mounted.run([&](LinuxGuest& linux) {
    EXPECT_EQ(linux.stat("/m/fifo").mode >> 12, static_cast<int>(FileType::fifo));
    EXPECT_EQ(linux.open("/m/fifo"), failed(Errno::acces));
    EXPECT_EQ(linux.open("/m/fifo", kO_WRONLY), failed(Errno::acces));
    EXPECT_EQ(linux.stat("/m/socket").mode >> 12, static_cast<int>(FileType::socket));
    EXPECT_EQ(linux.open("/m/socket"), failed(Errno::nxio));
    if (device) EXPECT_EQ(linux.open("/m/null"), failed(Errno::acces));
    // They stay where they are, so that no guest can put one in the place of what is looked at.
    EXPECT_EQ(linux.sys("renameat2", -100, linux.text("/m/fifo"), -100, linux.text("/m/x"), 0), failed(Errno::perm));
    EXPECT_EQ(linux.sys("renameat2", -100, linux.text("/m/socket"), -100, linux.text("/m/fifo"), 2),
              failed(Errno::perm));
    EXPECT_EQ(linux.sys("linkat", -100, linux.text("/m/fifo"), -100, linux.text("/m/x"), 0), failed(Errno::perm));
    EXPECT_EQ(linux.sys("mknodat", -100, linux.text("/m/own"), 0010666, 0), failed(Errno::perm));
  });
  ::close(listener);
}

TEST(Mounts, ShowTheHostsUserAsTheGuests) {
  MountedFolder mounted;
  mounted.write("file", "");
  chmod((mounted.folder() / "file").c_str(), 0640);
  mounted.write("program", "");
  mounted.run([&](LinuxGuest& linux) {
    const abi::Statx found = linux.stat("/m/file");
    EXPECT_EQ(found.uid, 1000);
    EXPECT_EQ(found.gid, 1000);
    EXPECT_EQ(found.mode, 0100640);
    // Nothing runs as somebody else because a guest wants it.
    EXPECT_EQ(linux.sys("fchmodat", -100, linux.text("/m/program"), 06755), 0);
    EXPECT_EQ(linux.stat("/m/program").mode, 0100755);
  });
  chmod((mounted.folder() / "program").c_str(), 06755);
  mounted.run([&](LinuxGuest& linux) {
    const int32_t fd = linux.open("/m/program", kO_WRONLY);
    EXPECT_EQ(linux.write(fd, "x"), 1);
    EXPECT_EQ(linux.stat("/m/program").mode, 0100755);
  });
}

TEST(Mounts, ListWithCookiesThatStay) {
  MountedFolder mounted;
  std::set<std::string> names;
  for (int i = 0; i < 2100; i++) {
    names.insert("file" + std::to_string(i));
    mounted.write("d/file" + std::to_string(i), "");
  }
  mounted.run([&](LinuxGuest& linux) {
    const int32_t fd = linux.open("/m/d", kO_DIRECTORY);
    constexpr uint32_t kSize = 4096;
    const uint32_t buffer = linux.space(kSize);
    std::set<std::string> seen;
    uint64_t cookie = 0;
    bool removed = false;
    for (;;) {
      // Each time from where it was: others have moved the position.
      EXPECT_EQ(linux.sys("_llseek", fd, static_cast<uint32_t>(cookie >> 32), static_cast<uint32_t>(cookie),
                          linux.space(8), 0),
                0);
      const int32_t length = linux.sys("getdents64", fd, buffer, kSize);
      ASSERT_GE(length, 0);
      if (length == 0) break;
      for (uint32_t at = buffer; at < buffer + static_cast<uint32_t>(length);) {
        const auto head = linux.get<abi::Dirent64Head>(at);
        const std::string name = linux.bytes(at + 19, head.length - 19u).c_str();
        if (name != "." && name != "..") EXPECT_TRUE(seen.insert(name).second) << name;
        cookie = head.next;
        at += head.length;
      }
      if (!std::exchange(removed, true)) mounted.write("d/made", "");
    }
    seen.erase("made");
    EXPECT_EQ(seen, names);
  });
}

TEST(Mounts, AreBusyWhileInUse) {
  MountedFolder mounted;
  mounted.write("d/file", "1");
  mounted.run([&](LinuxGuest& linux) {
    const int32_t fd = linux.open("/m/d/file");
    EXPECT_EQ(mounted.unmount("/m"), Errno::busy);
    linux.sys("close", fd);
    linux.sys("chdir", linux.text("/m/d"));
    EXPECT_EQ(mounted.unmount("/m"), Errno::busy);
    linux.sys("chdir", linux.text("/"));
    EXPECT_EQ(mounted.unmount("/m"), Errno::success);
    EXPECT_EQ(mounted.unmount("/m"), Errno::inval);
    EXPECT_EQ(mounted.unmount("/proc"), Errno::inval);
    EXPECT_EQ(linux.open("/m/d/file"), failed(Errno::noent));
  });
}

TEST(Mounts, DirectoriesThatTheHostTakesAwayAreGone) {
  MountedFolder mounted;
  mounted.write("d/e/file", "1");
  mounted.run([&](LinuxGuest& linux) {
    EXPECT_EQ(linux.sys("chdir", linux.text("/m/d/e")), 0);
    const int32_t fd = linux.open(".", kO_DIRECTORY);
    EXPECT_EQ(linux.file("file"), "1");
    std::filesystem::rename(mounted.folder() / "d", mounted.base() / "moved");
    std::this_thread::sleep_for(std::chrono::nanoseconds(HostFileSystem::kTrusted));
    EXPECT_EQ(linux.open("file"), failed(Errno::noent));
    EXPECT_EQ(linux.open("new", kO_WRONLY | kO_CREAT), failed(Errno::noent));
    EXPECT_EQ(linux.open("../e/file"), failed(Errno::noent));
    EXPECT_EQ(linux.sys("openat", fd, linux.text("file"), 0, 0), failed(Errno::noent));
    EXPECT_EQ(linux.stat(".").links, 0);
    EXPECT_FALSE(std::filesystem::exists(mounted.base() / "moved/e/new"));
    std::filesystem::rename(mounted.base() / "moved", mounted.folder() / "d");
    EXPECT_EQ(linux.file("file"), "1");
  });
}

TEST(Mounts, ShowWhatIsDoneToDirectoriesThereAtOnce) {
  MountedFolder mounted;
  mounted.write("d/e/file", "1");
  mounted.mount("/again", Kernel::FolderMount::read_only);
  mounted.run([&](LinuxGuest& linux) {
    for (int i = 0; i < 3; i++) {
      EXPECT_EQ(linux.file("/m/d/e/file") + linux.file("/again/d/e/file"), "11");
      EXPECT_EQ(linux.sys("renameat2", -100, linux.text("/m/d"), -100, linux.text("/m/moved"), 0), 0);
      EXPECT_EQ(linux.open("/m/d/e/file"), failed(Errno::noent));
      EXPECT_EQ(linux.open("/again/d/e/file"), failed(Errno::noent));
      EXPECT_EQ(linux.file("/m/moved/e/file"), "1");
      EXPECT_EQ(linux.sys("fchmodat", -100, linux.text("/m/moved"), 0600), 0);
      EXPECT_EQ(linux.open("/m/moved/e/file"), failed(Errno::acces));
      EXPECT_EQ(linux.sys("fchmodat", -100, linux.text("/m/moved"), 0755), 0);
      EXPECT_EQ(linux.sys("renameat2", -100, linux.text("/m/moved"), -100, linux.text("/m/d"), 0), 0);
    }
  });
}

TEST(Mounts, RunPrograms) {
  MountedFolder mounted;
  mounted.sandbox.program("/bin/other", [](Guest&) { return 7; });
  mounted.write("script", "#!/bin/other\n");
  chmod((mounted.folder() / "script").c_str(), 0755);
  mounted.sandbox.run([](Guest& guest) {
    const auto child = guest.spawn("/m/script");
    EXPECT_TRUE(child.ok());
    EXPECT_EQ(guest.wait(*child)->wait_status >> 8, 7);
    return 0;
  });
}

TEST(Mounts, SlowDisksHoldNobodyUp) {
  MountedFolder mounted;
  mounted.write("slow", "1");
  // Who opens a file on which there is a lease waits until its holder gives it back.
  (void)signal(SIGIO, SIG_IGN);
  const int leased = ::open((mounted.folder() / "slow").c_str(), O_RDWR | O_CLOEXEC);
  if (fcntl(leased, F_SETLEASE, F_WRLCK) != 0) GTEST_SKIP() << "no leases here";
  std::atomic<bool> opened = false;
  Kernel& kernel = mounted.sandbox.kernel();
  auto run = mounted.sandbox.start([&](Guest& guest) {
    const bool read = guest.read(*guest.open("/m/slow", 0), 5).ok();
    opened = true;
    return read ? 0 : 1;
  });
  // Until it waits: the lease is being broken.
  while (fcntl(leased, F_GETLEASE) == F_WRLCK) std::this_thread::yield();
  for (int i = 0; i < 100; i++) {
    KernelLock lock(kernel.mutex());
    EXPECT_TRUE(kernel.vfs().attributes(kernel.vfs().root()).ok());
    EXPECT_EQ(kernel.vfs().unmount("/m", true).error(), Errno::busy);
  }
  EXPECT_FALSE(opened);
  fcntl(leased, F_SETLEASE, F_UNLCK);
  EXPECT_EQ(mounted.sandbox.wait(run->pid).code, 0);
  ::close(leased);
}

// Walking to the name gives the lock up: two processes that share a socket may both be on their way.
TEST(Mounts, LetASocketBeBoundOnce) {
  MountedFolder mounted;
  std::filesystem::create_directory_symlink("/sockets", mounted.folder() / "out");
  mounted.sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    EXPECT_EQ(g.sys("mkdirat", -100, g.text("/sockets"), 0777), 0);
    const auto address = [](LinuxGuest& of, const std::string& path) {
      return of.text(std::string("\1\0", 2) + path + '\0');
    };
    for (int i = 0; i < 50; i++) {
      const std::string own = "/m/out/a" + std::to_string(i), others = "/m/out/b" + std::to_string(i);
      const int32_t fd = g.sys("socket", 1, 1, 0);
      const int child = *guest.fork([&](Guest& forked) {
        LinuxGuest h(forked);
        return h.sys("bind", fd, address(h, others), 2 + others.size() + 1) == 0 ? 1 : 0;
      });
      const bool bound = g.sys("bind", fd, address(g, own), 2 + own.size() + 1) == 0;
      const Result<Kernel::Waited> ended = guest.wait(child);
      EXPECT_EQ((ended->wait_status >> 8) + (bound ? 1 : 0), 1) << i;
      g.sys("close", fd);
      for (const std::string& path : {own, others}) {
        const int32_t client = g.sys("socket", 1, 1, 0);
        EXPECT_LT(g.sys("connect", client, address(g, path), 2 + path.size() + 1), 0);
        g.sys("close", client);
      }
    }
    return 0;
  });
}

TEST(Mounts, EnterDirectoriesBeneathTheFolderOnly) {
  MountedFolder mounted;
  const auto folder = mounted.folder();
  mounted.write("a/b/file", "");
  std::filesystem::create_directory_symlink("a", folder / "link");
  std::filesystem::create_directory_symlink(mounted.base(), folder / "absolute");
  std::filesystem::create_directory_symlink("/proc/self/cwd", folder / "magic");
  std::string deep;
  for (int i = 0; i < 2100; i++) deep += "d/";
  ASSERT_EQ(chdir(folder.c_str()), 0);
  for (int i = 0; i < 2100; i++) {
    ASSERT_EQ(mkdir("d", 0755), 0);
    ASSERT_EQ(chdir("d"), 0);
  }
  ASSERT_EQ(chdir("/"), 0);
  deep.pop_back();
  const auto root = *host::open_folder(folder);
  for (const auto open : {host::open_beneath, host::walk_beneath}) {
    for (const std::string& path : {std::string("a"), std::string("a/b"), deep}) {
      const auto entered = open(*root, path);
      EXPECT_TRUE(entered.ok()) << path.size();
      if (entered.ok()) EXPECT_EQ(host::status(**entered)->attributes.type, FileType::directory);
    }
    for (const char* path :
         {"..", "a/../..", "link", "link/b", "absolute", "absolute/inside", "magic", "a/b/file", "x"})
      EXPECT_FALSE(open(*root, path).ok()) << path;
  }
  EXPECT_TRUE(host::remove_tree(*root, "d").ok());
}

TEST(Mounts, ShowWhatElseIsMountedThereAndDoNotEnterIt) {
  MountedFolder mounted;
  mounted.write("other/file", "covered");
  const auto other = mounted.folder() / "other";
  if (::mount("none", other.c_str(), "tmpfs", 0, nullptr) != 0) GTEST_SKIP() << "nothing can be mounted here";
  std::ofstream(other / "file") << "foreign";
  mounted.run([&](LinuxGuest& linux) {
    EXPECT_EQ(linux.stat("/m/other").mode >> 12, static_cast<int>(FileType::directory));
    EXPECT_EQ(linux.open("/m/other/file"), failed(Errno::xdev));
    EXPECT_EQ(linux.open("/m/other"), failed(Errno::xdev));
    EXPECT_EQ(linux.open("/m/other/new", kO_WRONLY | kO_CREAT), failed(Errno::xdev));
  });
  EXPECT_EQ(umount2(other.c_str(), MNT_DETACH), 0);
}

TEST(Mounts, HaveABoundedNumberOfOpenFiles) {
  MountedFolder mounted;
  mounted.write("file", "1");
  mounted.sandbox.run([&](Guest& guest) {
    guest.set_limit(kLimitDescriptors, {.soft = 4096, .hard = 4096});
    std::vector<int> open;
    for (;;) {
      const auto fd = guest.open("/m/file", 0);
      if (!fd.ok()) {
        EXPECT_EQ(fd.error(), Errno::nfile);
        break;
      }
      open.push_back(*fd);
    }
    EXPECT_EQ(open.size(), HostFileSystem::kOpenMax);
    for (const int fd : open) guest.close(fd);
    EXPECT_TRUE(guest.open("/m/file", 0).ok());
    return 0;
  });
}

TEST(Mounts, KnowABoundedNumberOfFiles) {
  std::vector<Ref<RefCounted>> discards;
  HostNodes nodes({.device = 1, .ino = 1}, discards);
  host::Status status;
  status.attributes.type = FileType::directory;
  Ino chain = HostNodes::kRoot;
  for (uint64_t i = 0; i < 300; i++) {
    status.identity = {.device = 2, .ino = i};
    chain = nodes.learn(status, chain, "d");
    nodes.entered(chain, make_ref<host::Handle>(-1));
  }
  nodes.pin(chain);
  EXPECT_GE(discards.size(), 300 - HostNodes::kEnteredMax);
  status.attributes.type = FileType::regular;
  for (uint64_t i = 0; i < 3 * HostNodes::kNodesMax; i++) {
    status.identity = {.device = 1, .ino = 10 + i};
    nodes.learn(status, HostNodes::kRoot, std::to_string(i));
  }
  EXPECT_LE(nodes.size(), HostNodes::kNodesMax + 1);
  EXPECT_EQ(nodes.path_of(chain)->size(), 300 * 2 - 1);
}

}  // namespace
}  // namespace wasmsand::test
