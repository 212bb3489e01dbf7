#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <thread>

#include "kernel/process/program.h"
#include "kernel/vfs/image_list.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {
namespace {

constexpr Limits kLimits = {.file_system_bytes = 8 << 20, .file_count = 20'000};

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Tree {
 public:
  explicit Tree(Ref<FileSystemImage> base = nullptr, Limits limits = kLimits)
      : accounting(limits), fs(make_ref<MemoryFileSystem>(accounting, base, 1)) {}

  Ino lookup(Ino directory, std::string_view name) { return fs->lookup(directory, name, nullptr).value(); }
  Ino make(Ino directory, std::string_view name, FileType type = FileType::regular) {
    NewNode node;
    node.type = type;
    return fs->create(directory, name, node).value();
  }
  Ino file(Ino directory, std::string_view name, std::string_view content) {
    Ino ino = make(directory, name);
    EXPECT_EQ(*fs->write(ino, 0, bytes_of(content)), content.size());
    return ino;
  }
  std::string read(Ino ino) {
    std::string text(fs->attributes(ino)->size, 'x');
    EXPECT_EQ(*fs->read(ino, 0, std::as_writable_bytes(std::span(text))), text.size());
    return text;
  }
  uint64_t bytes() { return fs->ledger().tree().bytes; }
  uint64_t inodes() { return fs->ledger().tree().inodes; }

  Accounting accounting;
  Ref<MemoryFileSystem> fs;
  Ino root = fs->root();
};

// The whole tree as text, for comparisons.
void describe(Tree& tree, Ino directory, const std::string& path, std::map<std::string, std::string>& out) {
  ASSERT_TRUE(tree.fs
                  ->list(directory, 0, nullptr,
                         [&](const DirectoryEntry& entry) {
                           std::string name = path + '/' + entry.name;
                           if (entry.type == FileType::directory) {
                             out[name] = "directory";
                             describe(tree, entry.ino, name, out);
                           } else {
                             out[name] = tree.read(entry.ino);
                           }
                           return true;
                         })
                  .ok());
}
std::map<std::string, std::string> describe(Tree& tree) {
  std::map<std::string, std::string> out;
  describe(tree, tree.root, "", out);
  return out;
}

TEST(MemoryFileSystem, SnapshotsKeepTheTreeAndGiveItBack) {
  std::mt19937 random(11);
  Tree tree;
  using Picture = std::map<std::string, std::string>;
  std::vector<std::tuple<Ref<FileSystemImage>, Picture, uint64_t, uint64_t>> snapshots;
  std::vector<Ino> directories = {tree.root};
  for (int i = 0; i < 12; i++)
    directories.push_back(
        tree.make(directories[random() % directories.size()], "d" + std::to_string(i), FileType::directory));
  for (int i = 0; i < 6'000; i++) {
    Ino directory = directories[random() % directories.size()];
    std::string name = "f" + std::to_string(random() % 60);
    auto found = tree.fs->lookup(directory, name, nullptr);
    if (!found) {
      tree.file(directory, name, std::string(random() % 300, 'a'));
    } else if (random() % 3 == 0) {
      ASSERT_TRUE(tree.fs->unlink(directory, name).ok());
    } else if (random() % 3 == 0) {
      ASSERT_TRUE(
          tree.fs
              ->rename(directory, name, directories[random() % directories.size()], "f" + std::to_string(random() % 60))
              .ok());
    } else if (random() % 3 == 0) {
      (void)tree.fs->link(directories[random() % directories.size()], "f" + std::to_string(random() % 60), *found);
    } else {
      ASSERT_TRUE(tree.fs->write(*found, random() % 200, bytes_of(std::to_string(i))).ok());
    }
    if (i % 1'000 == 500) snapshots.emplace_back(tree.fs->snapshot(), describe(tree), tree.bytes(), tree.inodes());
  }
  for (auto& [image, picture, bytes, inodes] : snapshots) {
    Tree fork(image);
    EXPECT_EQ(describe(fork), picture);
    EXPECT_EQ(fork.bytes(), bytes);
    EXPECT_EQ(fork.inodes(), inodes);
    tree.fs->restore(image);
    EXPECT_EQ(describe(tree), picture);
    EXPECT_EQ(tree.bytes(), bytes);
    EXPECT_EQ(tree.inodes(), inodes);
  }
  // Deleting everything gives everything back.
  std::function<void(Ino)> empty = [&](Ino directory) {
    std::vector<DirectoryEntry> entries;
    ASSERT_TRUE(tree.fs
                    ->list(directory, 0, nullptr,
                           [&](const DirectoryEntry& entry) {
                             entries.push_back(entry);
                             return true;
                           })
                    .ok());
    for (auto& entry : entries) {
      if (entry.type == FileType::directory) {
        empty(entry.ino);
        ASSERT_TRUE(tree.fs->remove_directory(directory, entry.name).ok());
      } else {
        ASSERT_TRUE(tree.fs->unlink(directory, entry.name).ok());
      }
    }
  };
  empty(tree.root);
  EXPECT_EQ(tree.bytes(), 0u);
  EXPECT_EQ(tree.inodes(), 0u);
}

TEST(MemoryFileSystem, RefusesMoreInodesThanTheLimit) {
  Tree tree(nullptr, {.file_system_bytes = 0, .file_count = 3});
  Ino file = tree.make(tree.root, "a");
  tree.make(tree.root, "b", FileType::directory);
  // As in tmpfs a further name counts like an inode: else names would be free.
  ASSERT_TRUE(tree.fs->link(tree.root, "c", file).ok());
  EXPECT_EQ(tree.fs->create(tree.root, "d", {}).error(), Errno::nospc);
  EXPECT_EQ(tree.fs->link(tree.root, "d", file).error(), Errno::nospc);
  ASSERT_TRUE(tree.fs->unlink(tree.root, "a").ok());
  EXPECT_TRUE(tree.fs->create(tree.root, "d", {}).ok());
  ASSERT_TRUE(tree.fs->unlink(tree.root, "c").ok());
  ASSERT_TRUE(tree.fs->unlink(tree.root, "d").ok());
  ASSERT_TRUE(tree.fs->remove_directory(tree.root, "b").ok());
  EXPECT_EQ(tree.inodes(), 0u);
}

TEST(MemoryFileSystem, CountsTheTargetsOfSymlinks) {
  Tree tree(nullptr, {.file_system_bytes = 10'000, .file_count = 0});
  NewNode node;
  node.type = FileType::symlink;
  node.symlink_target = std::string(4000, 'x');
  ASSERT_TRUE(tree.fs->create(tree.root, "a", node).ok());
  ASSERT_TRUE(tree.fs->create(tree.root, "b", node).ok());
  EXPECT_EQ(tree.fs->create(tree.root, "c", node).error(), Errno::nospc);
  EXPECT_EQ(tree.inodes(), 2u);
  ASSERT_TRUE(tree.fs->unlink(tree.root, "a").ok());
  EXPECT_EQ(tree.bytes(), 4000u);
}

TEST(MemoryFileSystem, AFileWithoutANameLivesWhileItIsOpen) {
  Tree tree;
  Ino ino = tree.file(tree.root, "f", "content");
  tree.fs->pin(ino);
  tree.fs->pin(ino);
  ASSERT_TRUE(tree.fs->unlink(tree.root, "f").ok());
  Ref<FileSystemImage> image = tree.fs->snapshot();
  tree.fs->unpin(ino);
  EXPECT_EQ(tree.read(ino), "content");
  EXPECT_EQ(tree.fs->attributes(ino)->link_count, 0u);
  tree.fs->unpin(ino);
  EXPECT_EQ(tree.fs->attributes(ino).error(), Errno::stale);
  EXPECT_EQ(tree.bytes(), 0u);
  EXPECT_EQ(tree.inodes(), 0u);
  // It is not part of what a snapshot gives back, unless somebody has it open again at once.
  Tree fork(image);
  EXPECT_FALSE(fork.fs->remove_detached());
  EXPECT_EQ(fork.fs->attributes(ino).error(), Errno::stale);
  EXPECT_EQ(fork.bytes(), 0u);
  EXPECT_EQ(fork.inodes(), 0u);
}

TEST(MemoryFileSystem, ARestoredTreeNeverReusesANumberThatIsOpen) {
  Tree tree;
  Ref<FileSystemImage> empty = tree.fs->snapshot();
  Ino open = tree.file(tree.root, "f", "content");
  tree.fs->pin(open);
  tree.fs->restore(empty);
  EXPECT_EQ(tree.fs->attributes(open).error(), Errno::stale);
  EXPECT_NE(tree.make(tree.root, "g"), open);
  tree.fs->unpin(open);
  EXPECT_EQ(tree.fs->attributes(open).error(), Errno::stale);
}

TEST(MemoryFileSystem, AFileThatRunsIsNotChangedAndCountsUntilItsEnd) {
  Tree tree;
  Ino ino = tree.file(tree.root, "tool", std::string(100'000, 'p'));
  const uint64_t bytes = tree.bytes();
  Ref<Program> program = tree.fs->program(ino).value();
  {
    RunningFile one(Node{tree.fs, ino}), other = one;
    one = {};
    EXPECT_EQ(tree.fs->write(ino, 0, bytes_of("x")).error(), Errno::txtbsy);
    EXPECT_EQ(tree.fs->truncate(ino, 0).error(), Errno::txtbsy);
    EXPECT_EQ(tree.fs->punch_hole(ino, 0, 10).error(), Errno::txtbsy);
    ASSERT_TRUE(tree.fs->unlink(tree.root, "tool").ok());
    EXPECT_EQ(tree.bytes(), bytes);
    EXPECT_TRUE(tree.fs->attributes(ino).ok());
  }
  EXPECT_EQ(tree.bytes(), 0u);
  EXPECT_EQ((*program->bytes())->size(), 100'000u);

  ino = tree.file(tree.root, "tool", "p");
  RunningFile(Node{tree.fs, ino});
  EXPECT_TRUE(tree.fs->write(ino, 0, bytes_of("x")).ok());
}

TEST(MemoryFileSystem, AProgramIsKnownByItsContent) {
  Tree tree;
  Ino ino = tree.file(tree.root, "p", "\0asm one");
  Ref<Program> first = tree.fs->program(ino).value();
  EXPECT_EQ(tree.fs->program(ino).value()->id(), first->id());
  Tree fork(tree.fs->snapshot());
  EXPECT_EQ(fork.fs->program(ino).value()->id(), first->id());
  ASSERT_TRUE(tree.fs->write(ino, 5, bytes_of("two")).ok());
  Ref<Program> second = tree.fs->program(ino).value();
  EXPECT_NE(second->id(), first->id());
  EXPECT_EQ(text_of(**first->bytes()), text_of(bytes_of(std::string("\0asm one", 8))).substr(0, first->size()));
  EXPECT_EQ(text_of(**second->bytes()), tree.read(ino));
  EXPECT_EQ(fork.fs->program(ino).value()->id(), first->id());
}

TEST(MemoryFileSystem, KeepsTimesAsPosixSays) {
  Tree tree;
  Ino directory = tree.make(tree.root, "d", FileType::directory);
  Ino file = tree.file(directory, "f", "x");
  auto times = [&](Ino ino) { return tree.fs->attributes(ino).value(); };
  Attributes before = times(file), directory_before = times(directory);
  (void)tree.read(file);
  EXPECT_GT(times(file).accessed, before.accessed);
  Nanoseconds accessed = times(file).accessed;
  (void)tree.read(file);
  EXPECT_EQ(times(file).accessed, accessed);  // relatime
  ASSERT_TRUE(tree.fs->write(file, 0, bytes_of("y")).ok());
  EXPECT_GT(times(file).modified, before.modified);
  EXPECT_EQ(times(file).modified, times(file).changed);
  Nanoseconds modified = times(file).modified;
  ASSERT_TRUE(tree.fs->link(directory, "g", file).ok());
  EXPECT_GT(times(file).changed, modified);
  EXPECT_EQ(times(file).modified, modified);
  EXPECT_GT(times(directory).modified, directory_before.modified);
}

TEST(ImageBuilder, GivesEverySandboxTheSameTreeFreeOfCharge) {
  std::string host_path = std::filesystem::temp_directory_path() / "wasmsand-image-test";
  std::string program(300'000, 'p');
  std::ofstream(host_path, std::ios::binary) << program;
  ImageBuilder builder;
  ASSERT_TRUE(builder.directory("/root", {.permissions = 0700}).ok());
  ASSERT_TRUE(builder.directory("/home/user", {.permissions = 0755, .uid = 1000, .gid = 1000}).ok());
  ASSERT_TRUE(builder.file("/etc/hostname", bytes_of("sandbox\n")).ok());
  ASSERT_TRUE(builder.program("/usr/bin/tool", host_path, program.size()).ok());
  ASSERT_TRUE(builder.hard_link("/usr/bin/other", "/usr/bin/tool").ok());
  ASSERT_TRUE(builder.program("/usr/bin/gone", host_path + "-gone", 10).ok());
  ASSERT_TRUE(builder.symlink("/bin", "usr/bin").ok());
  EXPECT_EQ(builder.file("relative", {}).error(), Errno::inval);
  EXPECT_EQ(builder.file("/etc/hostname/below", {}).error(), Errno::notdir);
  Ref<FileSystemImage> image = builder.finish();

  Tree one(image), two(image);
  EXPECT_EQ(one.fs->read_link(one.lookup(one.root, "bin"), nullptr).value(), "usr/bin");
  EXPECT_EQ(one.fs->attributes(one.lookup(one.root, "root"))->permissions, 0700);
  EXPECT_EQ(one.fs->attributes(one.lookup(one.lookup(one.root, "home"), "user"))->uid, 1000u);
  Ino directory = one.lookup(one.lookup(one.root, "usr"), "bin");
  Ino tool = one.lookup(directory, "tool");
  Attributes attributes = one.fs->attributes(tool).value();
  EXPECT_EQ(attributes.size, program.size());
  EXPECT_EQ(attributes.link_count, 2u);
  EXPECT_EQ(one.fs->program(tool).value()->id(), two.fs->program(tool).value()->id());
  EXPECT_EQ(text_of(*one.fs->program(tool).value()->head()), program.substr(0, 256));
  EXPECT_EQ(one.read(tool), program);
  EXPECT_EQ(one.fs->attributes(tool)->accessed, attributes.accessed);
  EXPECT_EQ(one.fs->read(one.lookup(directory, "gone"), 0, {}).error(), Errno::noent);
  EXPECT_EQ(one.bytes(), 0u);

  // A write makes it a file like any other, in this sandbox only.
  ASSERT_TRUE(one.fs->write(tool, 1, bytes_of("X")).ok());
  EXPECT_EQ(one.read(tool), "pX" + program.substr(2));
  EXPECT_EQ(two.read(tool), program);
  EXPECT_GE(one.bytes(), program.size());
  EXPECT_NE(one.fs->program(tool).value()->id(), two.fs->program(tool).value()->id());
  ASSERT_TRUE(one.fs->unlink(directory, "tool").ok());
  ASSERT_TRUE(one.fs->unlink(directory, "other").ok());
  EXPECT_EQ(one.bytes(), 0u);
  EXPECT_EQ(one.inodes(), 0u);
  std::filesystem::remove(host_path);
}

TEST(ImageList, AddsWhatItNames) {
  std::string host = std::filesystem::temp_directory_path() / "wasmsand-image-list-test";
  std::filesystem::create_directory(host);
  std::ofstream(host + "/a file", std::ios::binary) << "contents";
  ImageBuilder builder;
  ASSERT_TRUE(builder.directory("/usr/bin", {.permissions = 0700}).ok());
  auto error = add_listed(builder,
                          "wasmsand image 1\n"
                          "program\t755\t8\t/usr/bin/tool\ta file\n"
                          "file\t644\t8\t/usr/share/deep/data\ta file\n"
                          "symlink\t/usr/bin/soft\ttool\n"
                          "link\t/usr/bin/hard\t/usr/bin/tool\n"
                          "missing\tport\tno source\t/usr/bin/port\n",
                          host);
  EXPECT_FALSE(error.has_value());
  Tree tree(builder.finish());
  Ino usr = tree.lookup(tree.root, "usr");
  Ino bin = tree.lookup(usr, "bin");
  EXPECT_EQ(tree.fs->attributes(bin)->permissions, 0700);
  EXPECT_EQ(tree.read(tree.lookup(bin, "tool")), "contents");
  EXPECT_EQ(tree.lookup(bin, "hard"), tree.lookup(bin, "tool"));
  EXPECT_EQ(tree.fs->read_link(tree.lookup(bin, "soft"), nullptr).value(), "tool");
  Ino deep = tree.lookup(tree.lookup(usr, "share"), "deep");
  EXPECT_EQ(tree.fs->attributes(deep)->permissions, 0755);
  EXPECT_EQ(tree.fs->attributes(tree.lookup(deep, "data"))->permissions, 0644);
  std::filesystem::remove_all(host);
}

TEST(ImageBuilder, MarksTheProgramsThatAreShells) {
  ImageBuilder builder;
  const std::string_view list = "/usr/bin/bash\n/bin/bash\nbash\n/usr/bin/none\n/usr/bin/text\n/usr/bin/dash";
  ASSERT_TRUE(builder.directory("/usr/bin").ok());
  ASSERT_TRUE(builder.symlink("/bin", "usr/bin").ok());
  ASSERT_TRUE(builder.file("/etc/shells", std::as_bytes(std::span(list))).ok());
  ASSERT_TRUE(builder.file("/usr/bin/text", {}).ok());
  for (const char* path : {"/usr/bin/bash", "/usr/bin/dash", "/usr/bin/python3"})
    ASSERT_TRUE(builder.program(path, "/nowhere", 8).ok());
  Tree tree(builder.finish());
  const Ino bin = tree.lookup(tree.lookup(tree.root, "usr"), "bin");
  const auto is_shell = [&](const char* name) {
    return tree.fs->program(tree.lookup(bin, name)).value()->shell.load();
  };
  EXPECT_TRUE(is_shell("bash"));
  EXPECT_TRUE(is_shell("dash"));
  EXPECT_FALSE(is_shell("python3"));
}

TEST(ImageList, SaysWhichLineIsWrong) {
  auto line_of = [](std::string_view list) {
    ImageBuilder builder;
    auto error = add_listed(builder, list, "/nowhere");
    return error ? error->line : 0;
  };
  EXPECT_EQ(line_of("wasmsand image 1\n"), 0u);
  EXPECT_EQ(line_of(""), 1u);
  EXPECT_EQ(line_of("{\"version\": 1}\n"), 1u);
  for (std::string_view entry : {
           "",
           "folder\t/x",
           "file",
           "file\t644\t1\t/x",
           "file\t\t1\t/x\tf",
           "file\t888\t1\t/x\tf",
           "file\t7777777\t1\t/x\tf",
           "file\t644\t-1\t/x\tf",
           "file\t644\t99999999999999999999\t/x\tf",
           "file\t644\t1\trelative\tf",
           "file\t644\t1\t/a/../x\tf",
           "link\t/x\t/not/there",
           "link\t/x",
           "symlink",
       })
    EXPECT_EQ(line_of("wasmsand image 1\nsymlink\t/s\tt\n" + std::string(entry) + "\n"), 3u) << entry;
}

TEST(MemoryFileSystem, TruncatingALazyFileNeedsNoneOfItsBytes) {
  ImageBuilder builder;
  ASSERT_TRUE(builder.program("/gone", "no-such-file", 10).ok());
  Tree tree(builder.finish());
  Ino ino = tree.lookup(tree.root, "gone");
  EXPECT_EQ(tree.fs->write(ino, 0, bytes_of("x")).error(), Errno::noent);
  ASSERT_TRUE(tree.fs->truncate(ino, 0).ok());
  EXPECT_EQ(tree.fs->attributes(ino)->size, 0u);
}

TEST(MemoryFileSystem, SnapshotsOfManyFilesShareThem) {
  Tree tree(nullptr, {.file_system_bytes = 0, .file_count = 0});
  for (int i = 0; i < 100; i++) {
    Ino directory = tree.make(tree.root, std::to_string(i), FileType::directory);
    for (int j = 0; j < 1000; j++) tree.make(directory, std::to_string(j));
  }
  Ino file = tree.lookup(tree.lookup(tree.root, "50"), "500");
  std::vector<Ref<FileSystemImage>> images;
  // A copy of the tree each time would take hours and all memory.
  for (int i = 0; i < 10'000; i++) {
    images.push_back(tree.fs->snapshot());
    ASSERT_TRUE(tree.fs->write(file, 0, bytes_of(std::to_string(i))).ok());
  }
  EXPECT_EQ(Tree(images[5'000]).read(file), "4999");
}

// What the thread sanitizer watches: two sandboxes that share all their pages, each on its own thread.
TEST(MemoryFileSystem, SandboxesOnDifferentThreadsShareAnImage) {
  Tree origin;
  std::vector<Ino> files;
  for (int i = 0; i < 200; i++) files.push_back(origin.file(origin.root, std::to_string(i), std::string(1000, 'a')));
  Ref<FileSystemImage> image = origin.fs->snapshot();
  auto work = [&](char mark) {
    Tree tree(image);
    for (int round = 0; round < 20; round++) {
      for (Ino file : files) {
        EXPECT_EQ(tree.fs->program(file).value()->bytes().value()->size(), 1000u);
        ASSERT_TRUE(tree.fs->write(file, 10, bytes_of(std::string(5, mark))).ok());
        EXPECT_EQ(tree.read(file), std::string(10, 'a') + std::string(5, mark) + std::string(985, 'a'));
      }
      ASSERT_TRUE(tree.fs->unlink(tree.root, std::to_string(round)).ok());
      Ref<FileSystemImage> own = tree.fs->snapshot();
      tree.fs->restore(image);
    }
  };
  std::thread one(work, 'b'), two(work, 'c');
  one.join();
  two.join();
  for (Ino file : files) EXPECT_EQ(origin.read(file), std::string(1000, 'a'));
}

}  // namespace
}  // namespace wasmsand
