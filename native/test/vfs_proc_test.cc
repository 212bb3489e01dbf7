#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "test/open_sandbox.h"

namespace wasmsand::test {
namespace {

std::string text_of(Guest& guest, const std::string& path) {
  auto fd = guest.open(path, O_RDONLY);
  if (!fd) return "error " + std::to_string(static_cast<int>(fd.error()));
  std::string text = guest.read_all(*fd);
  guest.close(*fd);
  return text;
}

std::string link_of(Guest& guest, const std::string& path) {
  return guest.call([&](KernelLock&) -> std::string {
    auto node = guest.kernel.vfs().resolve(guest.process.caller(), path, false);
    if (!node) return "error " + std::to_string(static_cast<int>(node.error()));
    auto text = node->fs->read_link(node->ino, &guest.process);
    return text ? *text : "error " + std::to_string(static_cast<int>(text.error()));
  });
}

std::vector<std::string> names_in(Guest& guest, const std::string& path) {
  std::vector<std::string> names;
  int fd = *guest.open(path, O_RDONLY | O_DIRECTORY);
  guest.call([&](KernelLock& lock) {
    IoContext context{lock, &guest.process};
    return guest.process.descriptors->get(fd).value()->list(context, [&](const DirectoryEntry& entry) {
      names.push_back(entry.name);
      return true;
    });
  });
  guest.close(fd);
  return names;
}

std::string host_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// The names before the colons.
std::set<std::string> keys(const std::string& text) {
  std::set<std::string> found;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (auto colon = line.find(':'); colon != std::string::npos) found.insert(line.substr(0, colon));
  return found;
}

TEST(Proc, ShowsAProcessInTheFieldsOfLinux) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    guest.process.name = "odd) name";
    guest.process.image.arguments = {"tool", "", "last"};
    guest.process.image.environment = {"A=1", "B=2"};
    std::string pid = std::to_string(guest.process.pid);
    std::string stat = text_of(guest, "/proc/self/stat");
    EXPECT_TRUE(stat.starts_with(pid + " (odd) name) R 1 ")) << stat;
    EXPECT_EQ(words(stat.substr(stat.rfind(')'))).size(), words(host_text("/proc/self/stat")).size() - 1);
    EXPECT_EQ(stat, text_of(guest, "/proc/" + pid + "/stat"));
    EXPECT_EQ(words(text_of(guest, "/proc/self/statm")).size(), 7u);
    EXPECT_EQ(text_of(guest, "/proc/self/cmdline"), std::string("tool\0\0last\0", 11));
    EXPECT_EQ(text_of(guest, "/proc/self/environ"), std::string("A=1\0B=2\0", 8));
    EXPECT_EQ(text_of(guest, "/proc/self/comm"), "odd) name\n");
    EXPECT_EQ(text_of(guest, "/proc/self/maps"), "");
    EXPECT_EQ(link_of(guest, "/proc/self"), pid);
    EXPECT_EQ(link_of(guest, "/proc/self/cwd"),
              guest.kernel.vfs().path_of_directory(*guest.process.working_directory).value());
    EXPECT_EQ(link_of(guest, "/proc/self/root"), "/");
    EXPECT_EQ(link_of(guest, "/proc/self/exe"), guest.process.image.path);
    std::string status = text_of(guest, "/proc/self/status");
    EXPECT_NE(status.find("\nState:\tR (running)\n"), std::string::npos) << status;
    EXPECT_NE(status.find("\nUid:\t1000\t1000\t1000\t1000\n"), std::string::npos) << status;
    std::set<std::string> known = keys(host_text("/proc/self/status"));
    for (const std::string& key : keys(status)) EXPECT_TRUE(known.contains(key)) << key;
    return 0;
  });
}

TEST(Proc, ShowsLimitsInTheColumnsOfLinux) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto names = [](const std::string& text) {
      std::vector<std::string> rows;
      std::istringstream stream(text);
      for (std::string line; std::getline(stream, line);) rows.push_back(line.substr(0, 26) + line.substr(68));
      return rows;
    };
    EXPECT_EQ(names(text_of(guest, "/proc/self/limits")), names(host_text("/proc/self/limits")));
    return 0;
  });
}

TEST(Proc, ShowsTheSandboxOnly) {
  OpenSandbox sandbox({.memory_bytes = 64 << 20});
  sandbox.run([](Guest& guest) {
    std::string memory = text_of(guest, "/proc/meminfo");
    EXPECT_TRUE(memory.starts_with("MemTotal:          65536 kB\n")) << memory;
    std::set<std::string> known = keys(host_text("/proc/meminfo"));
    for (const std::string& key : keys(memory)) EXPECT_TRUE(known.contains(key)) << key;
    EXPECT_EQ(words(text_of(guest, "/proc/uptime")).size(), 2u);
    EXPECT_EQ(words(text_of(guest, "/proc/loadavg")).size(), 5u);
    EXPECT_EQ(text_of(guest, "/proc/sys/kernel/hostname"), guest.kernel.hostname() + "\n");
    EXPECT_EQ(text_of(guest, "/proc/sys/kernel/ostype"), "Linux\n");
    EXPECT_EQ(text_of(guest, "/proc/mounts"),
              "tmpfs / tmpfs rw,relatime 0 0\nudev /dev devtmpfs rw,relatime 0 0\n"
              "devpts /dev/pts devpts rw,relatime 0 0\ntmpfs /dev/shm tmpfs rw,relatime 0 0\nproc /proc proc "
              "rw,relatime 0 0\n");
    EXPECT_EQ(keys(text_of(guest, "/proc/cpuinfo")).count("processor\t"), 1u);
    EXPECT_EQ(text_of(guest, "/proc/sys/kernel/random/boot_id").size(), 37u);
    EXPECT_EQ(text_of(guest, "/proc/sys/kernel/random/boot_id"), text_of(guest, "/proc/sys/kernel/random/boot_id"));
    EXPECT_NE(text_of(guest, "/proc/sys/kernel/random/uuid"), text_of(guest, "/proc/sys/kernel/random/uuid"));
    return 0;
  });
}

TEST(Proc, ListsProcessesWhileTheyLive) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    int child = *guest.clone([reader = reader, writer = writer](Guest& own) {
      own.close(writer);
      own.read_all(reader);
      return 3;
    });
    std::vector<std::string> names = names_in(guest, "/proc");
    auto listed = [&](int pid) { return std::count(names.begin(), names.end(), std::to_string(pid)); };
    EXPECT_EQ(listed(child), 1);
    EXPECT_EQ(listed(guest.process.pid), 1);
    std::string directory = "/proc/" + std::to_string(child);
    EXPECT_EQ(words(text_of(guest, directory + "/stat"))[2], "S");
    EXPECT_EQ(words(text_of(guest, directory + "/stat"))[3], std::to_string(guest.process.pid));
    guest.close(writer);
    guest.wait(child, WEXITED | WNOWAIT);
    EXPECT_EQ(words(text_of(guest, directory + "/stat"))[2], "Z");
    EXPECT_EQ(text_of(guest, directory + "/cmdline"), "");
    EXPECT_EQ(names_in(guest, directory + "/fd").size(), 2u);
    int stat = *guest.open(directory + "/stat", O_RDONLY);
    guest.wait(child);
    EXPECT_EQ(guest.read(stat, 100).error(), Errno::srch);
    EXPECT_EQ(guest.open(directory, O_RDONLY).error(), Errno::noent);
    for (const char* path :
         {"/proc/01", "/proc/-1", "/proc/99999999999", "/proc/0", "/proc/self/fd/x", "/proc/self/fd/55"})
      EXPECT_EQ(guest.open(path, O_RDONLY).error(), Errno::noent) << path;
    return 0;
  });
}

TEST(Proc, ShowsTheOneThreadOfAProcess) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    std::string pid = std::to_string(guest.process.pid);
    EXPECT_EQ(names_in(guest, "/proc/self/task"), (std::vector<std::string>{".", "..", pid}));
    EXPECT_EQ(link_of(guest, "/proc/thread-self"), pid + "/task/" + pid);
    EXPECT_EQ(text_of(guest, "/proc/thread-self/comm"), text_of(guest, "/proc/self/comm"));
    EXPECT_EQ(names_in(guest, "/proc/thread-self").size() + 1, names_in(guest, "/proc/self").size());
    for (const char* path : {"/proc/self/task/1000000", "/proc/thread-self/task"})
      EXPECT_EQ(guest.open(path, O_RDONLY).error(), Errno::noent) << path;
    return 0;
  });
}

TEST(Proc, LeadsFromDescriptorsToTheirFiles) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int file = *guest.open("/data", O_CREAT | O_RDWR);
    guest.write(file, "content");
    std::string path = "/proc/self/fd/" + std::to_string(file);
    EXPECT_EQ(link_of(guest, path), "/data");
    // A description of its own: the offset is at the start.
    EXPECT_EQ(text_of(guest, path), "content");
    guest.call([&](KernelLock&) { return guest.kernel.vfs().unlink(guest.kernel.host_caller(), "/data"); });
    EXPECT_EQ(link_of(guest, path), "/data (deleted)");
    EXPECT_EQ(text_of(guest, path), "content");

    auto [reader, writer] = guest.pipe();
    EXPECT_TRUE(link_of(guest, "/proc/self/fd/" + std::to_string(reader)).starts_with("pipe:["));
    guest.write(*guest.open("/proc/self/fd/" + std::to_string(writer), O_WRONLY), "through");
    EXPECT_EQ(*guest.read(*guest.open("/proc/self/fd/" + std::to_string(reader), O_RDONLY), 100), "through");
    std::vector<std::string> names = names_in(guest, "/proc/self/fd");
    EXPECT_EQ(std::count(names.begin(), names.end(), std::to_string(reader)), 1);
    EXPECT_TRUE(text_of(guest, "/proc/self/fdinfo/" + std::to_string(file)).starts_with("pos:\t7\nflags:\t02\n"));
    return 0;
  });
}

TEST(Proc, IsWrittenAnewAfterARewind) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int fd = *guest.open("/proc/self/comm", O_RDONLY);
    guest.process.name = "first";
    EXPECT_EQ(*guest.read(fd, 3), "fir");
    EXPECT_EQ(*guest.read(fd, 100), "st\n");
    EXPECT_EQ(*guest.read(fd, 100), "");
    guest.process.name = "second";
    guest.call([&](KernelLock&) { return guest.process.descriptors->get(fd).value()->seek(0, SEEK_SET); });
    EXPECT_EQ(*guest.read(fd, 100), "second\n");
    EXPECT_EQ(guest.open("/proc/self/comm", O_RDWR).error(), Errno::acces);
    EXPECT_EQ(guest.open("/proc/new", O_CREAT | O_RDWR).error(), Errno::acces);
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand::test
