// Open files and directories: what their descriptions add to the file system.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>
#include <thread>

#include "kernel/vfs/memory_file_system.h"
#include "test/open_sandbox.h"

namespace wasmsand::test {
namespace {

Ref<OpenFile> file_of(Guest& guest, int fd) { return guest.process.descriptors->get(fd).value(); }

Result<uint64_t> seek(Guest& guest, int fd, int64_t offset, int whence) {
  return guest.call([&](KernelLock&) { return file_of(guest, fd)->seek(offset, whence); });
}

Result<size_t> write_at(Guest& guest, int fd, uint64_t offset, std::string_view data) {
  return guest.call([&](KernelLock& lock) {
    IoContext context{lock, &guest.process};
    return file_of(guest, fd)->write_at(context, offset, std::as_bytes(std::span(data)));
  });
}

std::vector<std::string> list(Guest& guest, int fd, size_t most = SIZE_MAX) {
  std::vector<std::string> names;
  guest.call([&](KernelLock& lock) {
    IoContext context{lock, &guest.process};
    return file_of(guest, fd)->list(context, [&](const DirectoryEntry& entry) {
      if (names.size() == most) return false;
      names.push_back(entry.name);
      return true;
    });
  });
  return names;
}

std::string shown(Guest& guest, int fd) {
  return guest.call([&](KernelLock&) { return file_of(guest, fd)->describe(); });
}

template <typename Act>
auto as_host(Guest& guest, Act act) {
  return guest.call([&](KernelLock&) { return act(guest.kernel.vfs(), guest.kernel.host_caller()); });
}

TEST(RegularFile, SharesItsOffsetWithItsCopiesOnly) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int fd = *guest.open("/f", O_CREAT | O_RDWR), copy = *guest.duplicate(fd, 30), other = *guest.open("/f", O_RDONLY);
    guest.write_all(fd, "0123456789");
    EXPECT_EQ(*seek(guest, copy, 0, SEEK_CUR), 10u);
    EXPECT_EQ(*seek(guest, copy, -8, SEEK_END), 2u);
    EXPECT_EQ(*guest.read(fd, 3), "234");
    EXPECT_EQ(*guest.read(copy, 3), "567");
    EXPECT_EQ(*guest.read(other, 3), "012");
    EXPECT_EQ(seek(guest, fd, -1, SEEK_SET).error(), Errno::inval);
    EXPECT_EQ(seek(guest, fd, 0, 9).error(), Errno::inval);
    EXPECT_EQ(guest.write(other, "x").error(), Errno::badf);
    EXPECT_EQ(*guest.read(*guest.open("/f", O_RDWR), 0), "");
    EXPECT_EQ(guest.read(*guest.open("/f", O_WRONLY), 1).error(), Errno::badf);
    return 0;
  });
}

TEST(RegularFile, AppendsAtTheEndWhateverTheOffset) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int one = *guest.open("/f", O_CREAT | O_WRONLY | O_APPEND), two = *guest.open("/f", O_RDWR | O_APPEND);
    guest.write(one, "a");
    guest.write(two, "b");
    guest.write(one, "c");
    EXPECT_EQ(*write_at(guest, one, 0, "d"), 1u);
    EXPECT_EQ(*seek(guest, two, 0, SEEK_SET), 0u);
    EXPECT_EQ(guest.read_all(two), "abcd");
    return 0;
  });
}

TEST(RegularFile, ReadsHolesAsZerosAndFindsThem) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int fd = *guest.open("/f", O_CREAT | O_RDWR);
    EXPECT_EQ(*write_at(guest, fd, 1 << 20, "data"), 4u);
    EXPECT_EQ(*seek(guest, fd, 0, SEEK_DATA), uint64_t{1} << 20);
    EXPECT_EQ(*seek(guest, fd, 0, SEEK_HOLE), 0u);
    EXPECT_EQ(seek(guest, fd, (1 << 20) + 4, SEEK_DATA).error(), Errno::nxio);
    EXPECT_EQ(seek(guest, fd, -1, SEEK_DATA).error(), Errno::nxio);
    EXPECT_EQ(*seek(guest, fd, 1 << 20, SEEK_HOLE), (uint64_t{1} << 20) + 4);
    EXPECT_EQ(*seek(guest, fd, (1 << 20) - 4, SEEK_SET), (uint64_t{1} << 20) - 4);
    EXPECT_EQ(*guest.read(fd, 100), std::string(4, '\0') + "data");
    return 0;
  });
}

TEST(RegularFile, IsNeverTornForAReaderThatCopiesWithoutTheLock) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    constexpr size_t kSize = 256 * 1024;
    int fd = *guest.open("/f", O_CREAT | O_RDWR);
    guest.write_all(fd, std::string(kSize, 'a'));
    guest.clone([](Guest& child) {
      int own = *child.open("/f", O_WRONLY);
      for (int i = 0; i < 200; i++) write_at(child, own, 0, std::string(kSize, static_cast<char>('a' + i % 26)));
      return 0;
    });
    for (int i = 0; i < 200; i++) {
      seek(guest, fd, 0, SEEK_SET);
      std::string text = *guest.read(fd, kSize);
      EXPECT_EQ(text, std::string(kSize, text[0]));
    }
    guest.wait();
    return 0;
  });
}

TEST(RegularFile, WritesALotAtOnceUpToTheLimit) {
  OpenSandbox sandbox({.file_system_bytes = 8 << 20});
  sandbox.run([](Guest& guest) {
    std::string text(5 << 20, '\0');
    for (size_t i = 0; i < text.size(); i++) text[i] = static_cast<char>(i / 1000);
    int fd = *guest.open("/f", O_CREAT | O_RDWR);
    guest.write(fd, "12345");
    EXPECT_EQ(*guest.write(fd, text), text.size());
    // At its old place once more: nothing new is taken.
    EXPECT_EQ(*write_at(guest, fd, 5, text), text.size());
    EXPECT_LE(guest.kernel.accounting().usage().file_bytes, text.size() + (128 << 10));
    seek(guest, fd, 0, SEEK_SET);
    EXPECT_EQ(guest.read_all(fd), "12345" + text);
    size_t fitting = *guest.write(fd, text);
    EXPECT_LT(fitting, text.size());
    EXPECT_GT(fitting, size_t{2} << 20);
    EXPECT_EQ(guest.write(fd, text).error(), Errno::nospc);
    return 0;
  });
}

TEST(RegularFile, AppendsLargePiecesWhole) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    static constexpr size_t kSize = 1'500'000;
    static constexpr int kPieces = 10;
    *guest.open("/f", O_CREAT | O_RDWR);
    auto append = [](char mark) {
      return [mark](Guest& child) {
        int own = *child.open("/f", O_WRONLY | O_APPEND);
        for (int i = 0; i < kPieces; i++) EXPECT_EQ(*child.write(own, std::string(kSize, mark)), kSize);
        return 0;
      };
    };
    guest.clone(append('a'));
    guest.clone(append('b'));
    guest.wait();
    guest.wait();
    std::string text = guest.read_all(*guest.open("/f", O_RDONLY));
    EXPECT_EQ(text.size(), 2 * kPieces * kSize);
    for (size_t at = 0; at < text.size(); at += kSize)
      EXPECT_EQ(text.compare(at, kSize, std::string(kSize, text[at])), 0);
    return 0;
  });
}

TEST(RegularFile, ObeysTheLimitOfFileSize) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int fd = *guest.open("/f", O_CREAT | O_RDWR);
    guest.on_signal(kSigFileSizeLimit, [](const SignalInfo&) {});
    guest.process.limits[kLimitFileSize].soft = 10;
    EXPECT_EQ(*guest.write(fd, "0123456"), 7u);
    EXPECT_EQ(*guest.write(fd, "7890123"), 3u);
    EXPECT_EQ(guest.write(fd, "x").error(), Errno::fbig);
    return 0;
  });
}

TEST(RegularFile, WritingByAUserDropsTheBitsThatRaiseRights) {
  OpenSandbox sandbox;
  sandbox.file("/f", "x");
  sandbox.run([](Guest& guest) {
    as_host(guest, [](Vfs& vfs, const Caller& host) {
      return vfs.change_permissions(host, vfs.resolve(host, "/f").value(), 06777);
    });
    int fd = *guest.open("/f", O_RDWR);
    auto permissions = [&] {
      return guest.call([&](KernelLock&) { return file_of(guest, fd)->attributes()->permissions; });
    };
    EXPECT_EQ(permissions(), 06777);
    guest.write(fd, "y");
    EXPECT_EQ(permissions(), 0777);
    return 0;
  });
}

TEST(RegularFile, LivesOnWithoutAName) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    uint64_t before = guest.kernel.accounting().usage().file_bytes;
    int fd = *guest.open("/f", O_CREAT | O_RDWR);
    guest.write_all(fd, std::string(100'000, 'x'));
    EXPECT_EQ(shown(guest, fd), "/f");
    as_host(guest, [](Vfs& vfs, const Caller& host) { return vfs.unlink(host, "/f"); });
    EXPECT_EQ(shown(guest, fd), "/f (deleted)");
    seek(guest, fd, 0, SEEK_SET);
    EXPECT_EQ(guest.read_all(fd).size(), 100'000u);
    EXPECT_GE(guest.kernel.accounting().usage().file_bytes, before + 100'000);
    guest.close(fd);
    EXPECT_EQ(guest.kernel.accounting().usage().file_bytes, before);
    return 0;
  });
}

TEST(DirectoryStream, SeesEverythingThatStaysWhileOthersAreRemoved) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    as_host(guest, [](Vfs& vfs, const Caller& host) {
      vfs.make_directory(host, "/d", 0777);
      for (int i = 0; i < 1000; i++) vfs.open(host, "/d/" + std::to_string(i), O_CREAT | O_WRONLY, 0644);
      return 0;
    });
    int fd = *guest.open("/d", O_RDONLY | O_DIRECTORY);
    // As rm -r reads: a buffer of names, then removes these.
    size_t removed = 0;
    for (;;) {
      std::vector<std::string> names = list(guest, fd, 64);
      if (names.empty()) break;
      for (const std::string& name : names) {
        if (name == "." || name == "..") continue;
        EXPECT_TRUE(as_host(guest, [&](Vfs& vfs, const Caller& host) { return vfs.unlink(host, "/d/" + name); }).ok());
        removed++;
      }
    }
    EXPECT_EQ(removed, 1000u);
    EXPECT_EQ(*seek(guest, fd, 0, SEEK_SET), 0u);
    EXPECT_EQ(list(guest, fd), (std::vector<std::string>{".", ".."}));
    EXPECT_EQ(shown(guest, fd), "/d");
    EXPECT_TRUE(as_host(guest, [](Vfs& vfs, const Caller& host) { return vfs.remove_directory(host, "/d"); }).ok());
    EXPECT_EQ(shown(guest, fd), "/d (deleted)");
    EXPECT_EQ(guest.read(fd, 1).error(), Errno::isdir);
    return 0;
  });
}

TEST(DirectoryStream, CanGoBackToAPositionItGave) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    as_host(guest, [](Vfs& vfs, const Caller& host) {
      vfs.make_directory(host, "/d", 0777);
      for (char name : {'a', 'b', 'c', 'd'}) vfs.make_directory(host, std::string("/d/") + name, 0777);
      return 0;
    });
    int fd = *guest.open("/d", O_RDONLY);
    EXPECT_EQ(list(guest, fd, 4), (std::vector<std::string>{".", "..", "a", "b"}));
    uint64_t position = *seek(guest, fd, 0, SEEK_CUR);
    EXPECT_EQ(list(guest, fd), (std::vector<std::string>{"c", "d"}));
    seek(guest, fd, static_cast<int64_t>(position), SEEK_SET);
    EXPECT_EQ(list(guest, fd, 1), std::vector<std::string>{"c"});
    return 0;
  });
}

TEST(PathFile, NamesANodeAndDoesNothingElse) {
  OpenSandbox sandbox;
  sandbox.file("/secret", "x", 0000);
  sandbox.run([](Guest& guest) {
    EXPECT_EQ(guest.open("/secret", O_RDONLY).error(), Errno::acces);
    int fd = *guest.open("/secret", O_PATH);
    EXPECT_EQ(guest.read(fd, 1).error(), Errno::badf);
    EXPECT_EQ(guest.write(fd, "x").error(), Errno::badf);
    EXPECT_EQ(seek(guest, fd, 0, SEEK_SET).error(), Errno::badf);
    EXPECT_EQ(shown(guest, fd), "/secret");
    return 0;
  });
}

TEST(Mounts, AreCrossedBothWays) {
  OpenSandbox sandbox;
  Kernel& kernel = sandbox.kernel();
  Vfs& vfs = kernel.vfs();
  Caller host = kernel.host_caller();
  ASSERT_TRUE(vfs.make_directory(host, "/mnt", 0755).ok());
  ASSERT_TRUE(vfs.make_directory(host, "/mnt/below", 0755).ok());
  Ref<FileSystem> fs = make_ref<MemoryFileSystem>(kernel.accounting(), nullptr, 77);
  ASSERT_TRUE(vfs.mount("/mnt", fs, "extra").ok());
  EXPECT_EQ(vfs.resolve(host, "/mnt/below").error(), Errno::noent);
  ASSERT_TRUE(vfs.make_directory(host, "/mnt/inside", 0755).ok());
  Node inside = vfs.resolve(host, "/mnt/inside").value();
  EXPECT_EQ(inside.fs, fs);
  EXPECT_EQ(*vfs.path_of_directory(inside), "/mnt/inside");
  EXPECT_EQ(vfs.resolve(host, "/mnt/inside/../..").value(), vfs.root());
  EXPECT_EQ(vfs.resolve(host, "/../mnt/.././").value(), vfs.root());
  EXPECT_EQ(vfs.remove_directory(host, "/mnt").error(), Errno::busy);
  EXPECT_EQ(vfs.rename(host, "/mnt", host, "/other", 0).error(), Errno::busy);
  EXPECT_EQ(vfs.rename(host, "/mnt/inside", host, "/inside", 0).error(), Errno::xdev);
  EXPECT_EQ(vfs.link(host, "/dev/null", host, "/null", false).error(), Errno::xdev);
  ASSERT_TRUE(vfs.unmount("/mnt").ok());
  EXPECT_TRUE(vfs.resolve(host, "/mnt/below").ok());
  EXPECT_EQ(vfs.path_of_directory(inside).error(), Errno::noent);
  EXPECT_EQ(vfs.unmount("/mnt").error(), Errno::inval);
}

TEST(Devices, BehaveLikeLinuxs) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int null = *guest.open("/dev/null", O_RDWR | O_CREAT | O_TRUNC), zero = *guest.open("/dev/zero", O_RDWR),
        full = *guest.open("/dev/full", O_RDWR), random = *guest.open("/dev/urandom", O_RDONLY);
    EXPECT_EQ(*guest.read(null, 10), "");
    EXPECT_EQ(*guest.write(null, "gone"), 4u);
    EXPECT_EQ(*guest.read(zero, 1 << 20), std::string(1 << 20, '\0'));
    EXPECT_EQ(*guest.read(full, 3), std::string(3, '\0'));
    EXPECT_EQ(guest.write(full, "x").error(), Errno::nospc);
    std::string bytes = *guest.read(random, 100'000);
    EXPECT_EQ(bytes.size(), 100'000u);
    EXPECT_EQ(std::set<char>(bytes.begin(), bytes.end()).size(), 256u);
    EXPECT_EQ(guest.open("/dev/tty", O_RDWR).error(), Errno::nxio);
    EXPECT_EQ(guest.open("/dev/nothing", O_RDWR).error(), Errno::noent);
    EXPECT_EQ(guest.open("/dev/new", O_RDWR | O_CREAT).error(), Errno::acces);
    EXPECT_EQ(shown(guest, null), "/dev/null");
    for (const char* name : {"null", "zero", "full", "random", "urandom", "tty", "ptmx"}) {
      std::string path = std::string("/dev/") + name;
      struct stat real{};
      if (::stat(path.c_str(), &real) != 0) continue;
      Attributes found = as_host(
          guest, [&](Vfs& vfs, const Caller& host) { return vfs.attributes(*vfs.resolve(host, path)).value(); });
      EXPECT_EQ(found.device_number, real.st_rdev) << path;
      EXPECT_EQ(found.mode(), real.st_mode) << path;
    }
    // A place of its own for shared memory, that counts.
    int shared = *guest.open("/dev/shm/x", O_RDWR | O_CREAT);
    uint64_t before = guest.kernel.accounting().usage().file_bytes;
    guest.write_all(shared, std::string(50'000, 'x'));
    EXPECT_GE(guest.kernel.accounting().usage().file_bytes, before + 50'000);
    return 0;
  });
}

TEST(Devices, TheStandardStreamsAreTheProcessesOwn) {
  OpenSandbox sandbox;
  auto run = sandbox.start([](Guest& guest) {
    guest.write(*guest.open("/dev/stdout", O_WRONLY | O_TRUNC), "out");
    guest.write(*guest.open("/dev/fd/2", O_WRONLY | O_APPEND), "err");
    EXPECT_EQ(guest.open("/dev/fd/77", O_WRONLY).error(), Errno::noent);
    EXPECT_EQ(guest.open("/dev/stdout", O_RDONLY).error(), Errno::acces);
    return 0;
  });
  sandbox.wait(run->pid);
  EXPECT_EQ(sandbox.take(*run->output), "out");
  EXPECT_EQ(sandbox.take(*run->errors), "err");
}

}  // namespace
}  // namespace wasmsand::test
