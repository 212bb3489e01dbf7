// Paths of WASI programs: what they reach, and what they do not.
#include "test/wasi_guest.h"

namespace wasmsand::test {
namespace {

using F = WasiFunction;

class WasiPaths : public testing::Test {
 protected:
  TestSandbox sandbox;
};

TEST_F(WasiPaths, StayBeneathTheDirectoryTheyStartFrom) {
  sandbox.file("/tmp/outside", "secret");
  run_wasi(sandbox, [](WasiGuest& program) {
    ASSERT_EQ(program.make_directory(4, "dir"), kSuccess);
    ASSERT_EQ(program.make_directory(4, "dir/nested"), kSuccess);
    program.open_for_writing(4, "dir/nested/file");
    uint32_t dir = 0, fd = 0;
    ASSERT_EQ(program.open(4, "dir", dir, wasi::oflags::kDirectory), kSuccess);
    EXPECT_EQ(program.open(dir, "/tmp/dir/nested/file", fd), kNotcapable);
    EXPECT_EQ(program.open(dir, ".//nested/../../dir/nested/file", fd), kNotcapable);
    EXPECT_EQ(program.open(dir, ".//nested/../nested///./file", fd), kSuccess);
    EXPECT_EQ(program.open(dir, "..", fd), kNotcapable);
    EXPECT_EQ(program.open(dir, "nested/../..", fd), kNotcapable);
    EXPECT_EQ(program.open(dir, "nested/file/", fd), kNotdir);
    EXPECT_EQ(program.open(dir, "nested///", fd), kSuccess);
    EXPECT_EQ(program.open(dir, "", fd), kNoent);
    EXPECT_EQ(program.open(dir, std::string_view("nested/file\0", 12), fd), kInval);
    EXPECT_EQ(program.open(dir, std::string(5000, 'x'), fd), kNametoolong);
    EXPECT_EQ(program.open(dir, std::string(256, 'x'), fd), kNametoolong);
    EXPECT_EQ(program.make_directory(dir, "../escaped"), kNotcapable);
    EXPECT_EQ(program.on_path(F::path_unlink_file, dir, "../outside"), kNotcapable);
    EXPECT_EQ(program.call(F::path_rename, dir, program.put("nested"), 6, dir, program.put("../n"), 4), kNotcapable);
  });
}

TEST_F(WasiPaths, DoNotLeaveThroughSymlinks) {
  sandbox.file("/tmp/outside", "secret");
  sandbox.run([](Guest& guest) {
    guest.call([&](KernelLock&) {
      Vfs& vfs = guest.kernel.vfs();
      const Caller caller = guest.process.caller();
      EXPECT_TRUE(vfs.make_directory(caller, "dir", 0755).ok());
      EXPECT_TRUE(vfs.make_symlink(caller, "/tmp/outside", "dir/absolute").ok());
      EXPECT_TRUE(vfs.make_symlink(caller, "../outside", "dir/above").ok());
      EXPECT_TRUE(vfs.make_symlink(caller, "deep/../down", "dir/inside").ok());
      EXPECT_TRUE(vfs.make_directory(caller, "dir/deep", 0755).ok());
      EXPECT_TRUE(vfs.make_symlink(caller, "..", "dir/deep/up").ok());
      return 0;
    });
    WasiGuest program(guest);
    uint32_t dir = 0, fd = 0;
    program.open_for_writing(4, "dir/down");
    EXPECT_EQ(program.open(4, "dir", dir, wasi::oflags::kDirectory), kSuccess);
    EXPECT_EQ(program.open(dir, "absolute", fd), kNotcapable);
    EXPECT_EQ(program.open(dir, "above", fd), kNotcapable);
    EXPECT_EQ(program.open(dir, "inside", fd), kSuccess);
    EXPECT_EQ(program.open(dir, "deep/up/down", fd), kSuccess);
    EXPECT_EQ(program.open(dir, "deep/up/../outside", fd), kNotcapable);
    // The link itself is within.
    EXPECT_EQ(program.call(F::path_filestat_get, dir, 0, program.put("above"), 5, program.reserve(64)), kSuccess);
    EXPECT_EQ(program.call(F::path_filestat_get, dir, 1, program.put("above"), 5, program.reserve(64)), kNotcapable);
    EXPECT_EQ(program.on_path(F::path_unlink_file, dir, "above"), kSuccess);
    return 0;
  });
}

TEST_F(WasiPaths, EverythingIsWithinTheRoot) {
  sandbox.file("/tmp/file", "text");
  run_wasi(sandbox, [](WasiGuest& program) {
    uint32_t fd = 0, data_fd = 0;
    EXPECT_EQ(program.open(3, "tmp/file", fd), kSuccess);
    EXPECT_EQ(program.open(3, "/tmp/file", fd), kSuccess);
    EXPECT_EQ(program.open(3, "../../tmp/../tmp/file", data_fd), kSuccess);
    std::string data;
    EXPECT_EQ(program.read(data_fd, 10, data), kSuccess);
    EXPECT_EQ(data, "text");
  });
}

TEST_F(WasiPaths, TheWorkingDirectoryLeadsToItsParentAndToWhatOnlyTheRootHas) {
  sandbox.file("/tmp/beside", "text");
  sandbox.run([](Guest& guest) {
    guest.call([&](KernelLock&) {
      Vfs& vfs = guest.kernel.vfs();
      EXPECT_TRUE(vfs.make_directory(guest.process.caller(), "work", 0755).ok());
      auto work = vfs.resolve(guest.process.caller(), "work");
      guest.process.working_directory = PinnedNode(*work);
      return 0;
    });
    WasiGuest program(guest);
    uint32_t fd = 0;
    const uint32_t stat = program.reserve(64);
    EXPECT_EQ(program.open(4, "../beside", fd), kSuccess);
    EXPECT_EQ(program.open(4, "beside", fd), kNoent);
    // "/tmp/beside", as the C library of WASI passes it on.
    EXPECT_EQ(program.open(4, "tmp/beside", fd), kSuccess);
    program.open_for_writing(4, "tmp/made");
    EXPECT_EQ(program.open(3, "tmp/made", fd), kSuccess);
    EXPECT_EQ(program.on_path(F::path_unlink_file, 4, "tmp/made"), kSuccess);
    // What the working directory has comes first, and names are made and removed in it.
    EXPECT_EQ(program.call(F::path_filestat_get, 4, 0, program.put("tmp"), 3, stat), kSuccess);
    EXPECT_EQ(program.on_path(F::path_remove_directory, 4, "tmp"), kNoent);
    EXPECT_EQ(program.make_directory(4, "tmp"), kSuccess);
    program.open_for_writing(4, "tmp/made");
    EXPECT_EQ(program.open(3, "tmp/made", fd), kNoent);
    EXPECT_EQ(program.open(3, "tmp/work/tmp/made", fd), kSuccess);
    EXPECT_EQ(program.open(4, "./bin", fd), kNoent);
    EXPECT_EQ(program.open(4, "missing/file", fd, wasi::oflags::kCreat), kNoent);
    return 0;
  });
}

TEST_F(WasiPaths, OpenObeysItsFlags) {
  run_wasi(sandbox, [](WasiGuest& program) {
    using namespace wasi::oflags;
    uint32_t fd = 0;
    EXPECT_EQ(program.open(4, "missing", fd), kNoent);
    EXPECT_EQ(program.open(4, "file", fd, kCreat | kExcl, wasi::openable_rights()), kSuccess);
    EXPECT_EQ(fd, 5u);
    EXPECT_EQ(program.write(fd, "content"), kSuccess);
    EXPECT_EQ(program.open(4, "file", fd, kCreat | kExcl), kExist);
    EXPECT_EQ(program.open(4, "file", fd, kDirectory), kNotdir);
    EXPECT_EQ(program.open(4, "file", fd, kCreat | kDirectory), kInval);
    EXPECT_EQ(program.open(4, "file", fd, 16), kInval);
    EXPECT_EQ(program.open(4, "file", fd, 0, 0, 32), kInval);
    EXPECT_EQ(program.open(4, "file", fd, 0, 0, 0, 2), kInval);
    EXPECT_EQ(program.open(5, "x", fd), kNotdir);
    EXPECT_EQ(program.open(99, "x", fd), kBadf);
    // Truncation is the directory's right, also when nothing may be done with the file.
    EXPECT_EQ(program.open(4, "file", fd, kTrunc, 0, 0, 0, 0), kSuccess);
    const uint32_t stat = program.reserve(64);
    EXPECT_EQ(program.call(F::path_filestat_get, 4, 0, program.put("file"), 4, stat), kSuccess);
    EXPECT_EQ(program.get<wasi::Filestat>(stat).size, 0u);
    EXPECT_EQ(program.get<wasi::Filestat>(stat).filetype, wasi::filetype::kRegularFile);
    EXPECT_EQ(program.symlink("file", 4, "link"), kSuccess);
    EXPECT_EQ(program.open(4, "link", fd, 0, 0, 0, 0), kLoop);
    EXPECT_EQ(program.open(4, "link", fd, 0, 0, 0, 1), kSuccess);
  });
}

TEST_F(WasiPaths, LinksAndSymlinks) {
  run_wasi(sandbox, [](WasiGuest& program) {
    program.open_for_writing(4, "file");
    auto link = [&](uint32_t lookup, std::string_view from, std::string_view to) {
      return program.call(F::path_link, 4, lookup, program.put(from), from.size(), 4, program.put(to), to.size());
    };
    EXPECT_EQ(link(0, "file", "hard"), kSuccess);
    EXPECT_EQ(link(0, "file", "hard"), kExist);
    EXPECT_EQ(link(0, "file", "hard2/"), kNoent);
    EXPECT_EQ(program.make_directory(4, "dir"), kSuccess);
    EXPECT_EQ(link(0, "dir", "hard3"), kPerm);
    EXPECT_EQ(program.symlink("nowhere", 4, "dangling"), kSuccess);
    EXPECT_EQ(link(0, "dangling", "copy"), kSuccess);
    EXPECT_EQ(link(1, "dangling", "copy2"), kNoent);
    EXPECT_EQ(program.symlink("/etc", 4, "absolute"), kNotcapable);
    EXPECT_EQ(program.symlink("x", 4, "dir/"), kExist);
    EXPECT_EQ(program.symlink("x", 4, "new/"), kNoent);
    const uint32_t buffer = program.reserve(16), used = program.reserve(4);
    EXPECT_EQ(program.call(F::path_readlink, 4, program.put("copy"), 4, buffer, 16, used), kSuccess);
    EXPECT_EQ(program.text(buffer, program.get<uint32_t>(used)), "nowhere");
    EXPECT_EQ(program.call(F::path_readlink, 4, program.put("copy"), 4, buffer, 3, used), kSuccess);
    EXPECT_EQ(program.get<uint32_t>(used), 3u);
    EXPECT_EQ(program.call(F::path_readlink, 4, program.put("file"), 4, buffer, 16, used), kInval);
  });
}

TEST_F(WasiPaths, DirectoriesAreRemovedRenamedAndKept) {
  run_wasi(sandbox, [](WasiGuest& program) {
    auto rename = [&](std::string_view from, std::string_view to) {
      return program.call(F::path_rename, 4, program.put(from), from.size(), 4, program.put(to), to.size());
    };
    EXPECT_EQ(program.make_directory(4, "dir"), kSuccess);
    EXPECT_EQ(program.make_directory(4, "dir"), kExist);
    program.open_for_writing(4, "dir/file");
    EXPECT_EQ(program.on_path(F::path_remove_directory, 4, "dir"), kNotempty);
    EXPECT_EQ(program.on_path(F::path_remove_directory, 4, "dir/file"), kNotdir);
    EXPECT_EQ(program.on_path(F::path_unlink_file, 4, "dir"), kIsdir);
    EXPECT_EQ(program.on_path(F::path_unlink_file, 4, "dir/file/"), kNotdir);
    EXPECT_EQ(rename("dir/file", "file"), kSuccess);
    EXPECT_EQ(rename("dir/file", "file"), kNoent);
    EXPECT_EQ(rename("dir", "file"), kNotdir);
    EXPECT_EQ(rename("file", "dir"), kIsdir);
    EXPECT_EQ(rename("dir/", "moved/"), kSuccess);
    EXPECT_EQ(program.on_path(F::path_remove_directory, 4, "moved/"), kSuccess);
    EXPECT_EQ(program.on_path(F::path_unlink_file, 4, "file"), kSuccess);
  });
}

TEST_F(WasiPaths, TimesAreSetByPathWithOrWithoutFollowing) {
  run_wasi(sandbox, [](WasiGuest& program) {
    using namespace wasi::fstflags;
    program.open_for_writing(4, "file");
    ASSERT_EQ(program.symlink("file", 4, "link"), kSuccess);
    const uint32_t stat = program.reserve(64);
    auto modified = [&](uint32_t lookup) {
      EXPECT_EQ(program.call(F::path_filestat_get, 4, lookup, program.put("link"), 4, stat), kSuccess);
      return program.get<wasi::Filestat>(stat).modified;
    };
    auto set = [&](uint32_t lookup, uint64_t value, uint32_t flags) {
      return program.call(F::path_filestat_set_times, 4, lookup, program.put("link"), 4, 0, value, flags);
    };
    EXPECT_EQ(set(1, 1234, kMtim), kSuccess);
    EXPECT_EQ(modified(1), 1234u);
    EXPECT_NE(modified(0), 1234u);
    EXPECT_EQ(set(0, 99, kMtim), kSuccess);
    EXPECT_EQ(modified(0), 99u);
    EXPECT_EQ(set(1, 1, kMtim | kMtimNow), kInval);
    EXPECT_EQ(set(1, 1ull << 63, kMtim), kInval);
    EXPECT_EQ(set(2, 1, kMtim), kInval);
    EXPECT_EQ(set(1, 0, 0), kSuccess);
    EXPECT_EQ(modified(1), 1234u);
  });
}

}  // namespace
}  // namespace wasmsand::test
