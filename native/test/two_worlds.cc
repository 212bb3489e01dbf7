#include "test/two_worlds.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "test/audit.h"

namespace wasmsand::test {
namespace {

constexpr uint32_t kUser = 1000;
// How far paths may lead up with "..": the same names are there in both worlds.
constexpr const char* kAbove[] = {"/w1", "/w2", "/w3", "/w4"};

void describe(std::string& seen, unsigned mode, uint64_t links, uint64_t size, uint32_t uid) {
  seen = std::to_string(mode) + " links " + std::to_string(links) + " uid " + std::to_string(uid);
  if (S_ISREG(mode) || S_ISLNK(mode)) seen += " size " + std::to_string(size);
}

class Linux final : public World {
 public:
  explicit Linux(const std::string& directory) : directory_(::open(directory.c_str(), O_DIRECTORY | O_RDONLY)) {}
  ~Linux() override {
    become(0);
    close(directory_);
  }
  static int result(long value) { return value < 0 ? errno : 0; }

  int make_directory(const std::string& path, int mode) override {
    return result(mkdirat(directory_, path.c_str(), static_cast<mode_t>(mode)));
  }
  int remove_directory(const std::string& path) override {
    return result(unlinkat(directory_, path.c_str(), AT_REMOVEDIR));
  }
  int unlink(const std::string& path) override { return result(unlinkat(directory_, path.c_str(), 0)); }
  int symlink(const std::string& target, const std::string& path) override {
    return result(symlinkat(target.c_str(), directory_, path.c_str()));
  }
  int link(const std::string& from, const std::string& to, bool follow) override {
    return result(linkat(directory_, from.c_str(), directory_, to.c_str(), follow ? AT_SYMLINK_FOLLOW : 0));
  }
  int rename(const std::string& from, const std::string& to, unsigned flags) override {
    return result(syscall(SYS_renameat2, directory_, from.c_str(), directory_, to.c_str(), flags));
  }
  int open(const std::string& path, int flags, int mode) override {
    int fd = openat(directory_, path.c_str(), flags, mode);
    if (fd < 0) return errno;
    close(fd);
    return 0;
  }
  int make_fifo(const std::string& path, int mode) override {
    return result(mkfifoat(directory_, path.c_str(), static_cast<mode_t>(mode)));
  }
  int chmod(const std::string& path, int mode) override {
    return result(fchmodat(directory_, path.c_str(), static_cast<mode_t>(mode), 0));
  }
  int chown(const std::string& path, int uid, int gid) override {
    return result(fchownat(directory_, path.c_str(), static_cast<uid_t>(uid), static_cast<gid_t>(gid), 0));
  }
  int truncate(const std::string& path, int size) override {
    // There is no truncateat; the path by way of /proc is walked alike.
    std::string through = "/proc/self/fd/" + std::to_string(directory_) + '/' + path;
    return path.empty() ? ENOENT : result(::truncate(through.c_str(), size));
  }
  int access(const std::string& path, int mode) override {
    return result(faccessat(directory_, path.c_str(), mode, AT_EACCESS));
  }
  int touch(const std::string& path, bool to_now) override {
    timespec times[2] = {{1000, 0}, {2000, 0}};
    return result(utimensat(directory_, path.c_str(), to_now ? nullptr : times, 0));
  }
  int stat(const std::string& path, bool follow) override {
    struct stat status{};
    int error = result(fstatat(directory_, path.c_str(), &status, follow ? 0 : AT_SYMLINK_NOFOLLOW));
    if (error == 0)
      describe(seen, status.st_mode, status.st_nlink, static_cast<uint64_t>(status.st_size), status.st_uid);
    return error;
  }
  int read_link(const std::string& path) override {
    char text[PATH_MAX];
    ssize_t length = readlinkat(directory_, path.c_str(), text, sizeof text);
    if (length < 0) return errno;
    seen.assign(text, static_cast<size_t>(length));
    return 0;
  }
  int list(const std::string& path) override {
    int fd = openat(directory_, path.c_str(), O_DIRECTORY | O_RDONLY);
    if (fd < 0) return errno;
    std::vector<std::string> names;
    DIR* stream = fdopendir(fd);
    while (dirent* entry = readdir(stream)) names.emplace_back(entry->d_name + std::to_string(entry->d_type));
    closedir(stream);
    std::sort(names.begin(), names.end());
    for (auto& name : names) seen += name + ' ';
    return 0;
  }
  // Of this thread only: the C library's functions would change all.
  void become(uint32_t uid) override {
    if (getuid() != 0) return;
    syscall(SYS_setresgid, -1, 0, -1);
    syscall(SYS_setresuid, -1, 0, -1);
    syscall(SYS_setresgid, -1, uid, -1);
    syscall(SYS_setresuid, -1, uid, -1);
  }

 private:
  int directory_;
};

class InSandbox final : public World {
 public:
  explicit InSandbox(const std::string& directory) {
    caller_ = sandbox_.kernel().host_caller();
    caller_.working_directory = vfs().resolve(caller_, directory).value();
    caller_.credentials = &credentials_;
  }
  void enter(const std::string& directory) { caller_.working_directory = vfs().resolve(caller_, directory).value(); }
  int make_directory(const std::string& path, int mode) override {
    return result(vfs().make_directory(caller_, path, static_cast<uint16_t>(mode)));
  }
  int remove_directory(const std::string& path) override { return result(vfs().remove_directory(caller_, path)); }
  int unlink(const std::string& path) override { return result(vfs().unlink(caller_, path)); }
  int symlink(const std::string& target, const std::string& path) override {
    return result(vfs().make_symlink(caller_, target, path));
  }
  int link(const std::string& from, const std::string& to, bool follow) override {
    return result(vfs().link(caller_, from, caller_, to, follow));
  }
  int rename(const std::string& from, const std::string& to, unsigned flags) override {
    return result(vfs().rename(caller_, from, caller_, to, flags));
  }
  int open(const std::string& path, int flags, int mode) override {
    auto file = vfs().open(caller_, path, static_cast<uint32_t>(flags), static_cast<uint16_t>(mode));
    if (!file) return result(file);
    KernelLock lock(sandbox_.kernel().mutex());
    IoContext context{lock, nullptr};
    return result((*file)->connect(context));
  }
  int make_fifo(const std::string& path, int mode) override {
    return result(vfs().make_node(caller_, path, FileType::fifo, static_cast<uint16_t>(mode), 0));
  }
  int chmod(const std::string& path, int mode) override {
    return on_node(
        path, [&](const Node& node) { return vfs().change_permissions(caller_, node, static_cast<uint16_t>(mode)); });
  }
  int chown(const std::string& path, int uid, int gid) override {
    return on_node(path, [&](const Node& node) {
      std::optional<uint32_t> user, group;
      if (uid >= 0) user = static_cast<uint32_t>(uid);
      if (gid >= 0) group = static_cast<uint32_t>(gid);
      return vfs().change_owner(caller_, node, user, group);
    });
  }
  int truncate(const std::string& path, int size) override {
    return on_node(path, [&](const Node& node) { return vfs().truncate(caller_, node, static_cast<uint64_t>(size)); });
  }
  int access(const std::string& path, int mode) override {
    // R_OK, W_OK and X_OK are 4, 2 and 1, as Access.
    return on_node(path, [&](const Node& node) {
      return vfs().check_access(credentials_, *vfs().attributes(node), static_cast<uint8_t>(mode));
    });
  }
  int touch(const std::string& path, bool to_now) override {
    return on_node(path, [&](const Node& node) {
      AttributeChange change;
      change.accessed = 1000 * kSecond;
      change.modified = 2000 * kSecond;
      return vfs().change_times(caller_, node, change, to_now);
    });
  }
  int stat(const std::string& path, bool follow) override {
    auto node = vfs().resolve(caller_, path, follow);
    if (!node) return result(node);
    Attributes found = vfs().attributes(*node).value();
    describe(seen, found.mode(), found.link_count, found.size, found.uid);
    return 0;
  }
  int read_link(const std::string& path) override {
    auto node = vfs().resolve(caller_, path, false);
    if (!node) return result(node);
    auto text = node->fs->read_link(node->ino, nullptr);
    if (text) seen = *text;
    return result(text);
  }
  int list(const std::string& path) override {
    auto file = vfs().open(caller_, path, O_DIRECTORY | O_RDONLY, 0);
    if (!file) return result(file);
    KernelLock lock(sandbox_.kernel().mutex());
    IoContext context{lock, nullptr};
    std::vector<std::string> names;
    auto listed = (*file)->list(context, [&](const DirectoryEntry& entry) {
      names.push_back(entry.name + std::to_string(static_cast<int>(entry.type)));
      return true;
    });
    std::sort(names.begin(), names.end());
    for (auto& name : names) seen += name + ' ';
    return result(listed);
  }
  void become(uint32_t uid) override { credentials_ = {uid, uid, {}}; }
  std::string problem() override {
    KernelLock lock(sandbox_.kernel().mutex());
    const Audit audit(sandbox_.kernel());
    return audit.problems.empty() ? std::string() : audit.problems[0];
  }

 private:
  Vfs& vfs() { return sandbox_.kernel().vfs(); }
  template <typename T>
  static int result(const Result<T>& value) {
    return static_cast<int>(value.error());
  }
  template <typename Act>
  int on_node(const std::string& path, Act act) {
    auto node = vfs().resolve(caller_, path);
    return node ? result(act(*node)) : result(node);
  }

  TestSandbox sandbox_;
  Credentials credentials_{0, 0, {}};
  Caller caller_;
};

}  // namespace

std::string Choices::part() {
  switch (pick(20)) {
    case 0:
      return ".";
    case 1:
      return "..";
    default:
      return std::string(1, static_cast<char>('a' + pick(5)));
  }
}

std::string Choices::path() {
  switch (pick(200)) {
    case 0:
      return "";
    case 1:
      return std::string(256, 'n');
    case 2:
      return std::string(255, 'n');
    default:
      break;
  }
  std::string path;
  const int parts = 1 + pick(3);
  for (int i = 0; i < parts; i++) {
    if (i > 0) path += pick(15) ? "/" : "//";
    path += part();
  }
  if (pick(8) == 0) path += '/';
  return path;
}

std::string Choices::target() {
  std::string path(1, static_cast<char>('a' + pick(5)));
  if (pick(3) == 0) path += "/" + std::string(1, static_cast<char>('a' + pick(5)));
  if (pick(10) == 0) path += '/';
  return path;
}

TwoWorlds::TwoWorlds(const std::string& base) {
  auto prepared = std::make_unique<InSandbox>("/");
  std::string path;
  for (const char* part : kAbove) (void)prepared->make_directory(path += part, 0755);
  (void)prepared->chown(path, kUser, kUser);
  prepared->enter(path);
  std::filesystem::create_directories(base + path);
  if (::chown((base + path).c_str(), kUser, kUser) != 0) difference_ = "chown: " + std::string(::strerror(errno));
  linux_ = std::make_unique<Linux>(base + path);
  sandbox_ = std::move(prepared);
  // Directories that say what others may do in them: rare where everything is made by chance.
  for (const auto& [name, mode] : {std::pair("a", 02777), std::pair("b", 01777)}) {
    both(std::string("mkdir ") + name, [&](World& w) { return w.make_directory(name, 0777); });
    both(std::string("chmod ") + name, [&](World& w) { return w.chmod(name, mode); });
  }
}

TwoWorlds::~TwoWorlds() = default;

void TwoWorlds::both(const std::string& what, const Act& act) {
  if (!difference_.empty()) return;
  linux_->seen.clear();
  sandbox_->seen.clear();
  const int expected = act(*linux_), found = act(*sandbox_);
  log_ += what + " = " + std::to_string(expected) + '\n';
  if (found != expected)
    difference_ = log_ + "expected " + ::strerror(expected) + ", found " + ::strerror(found);
  else if (sandbox_->seen != linux_->seen)
    difference_ = log_ + "expected to see " + linux_->seen + ", saw " + sandbox_->seen;
}

std::string TwoWorlds::step(Choices& choices) {
  const uint32_t uid = choices.pick(6) == 0 ? 0 : choices.pick(12) == 0 ? 1001 : kUser;
  linux_->become(uid);
  sandbox_->become(uid);
  const std::string who = std::to_string(uid) + ": ", a = choices.path(), b = choices.path();
  call(choices, who, a, b);
  for (const std::string& path : {a, b}) {
    for (const bool follow : {false, true})
      both(who + (follow ? "stat " : "lstat ") + path, [&](World& w) { return w.stat(path, follow); });
  }
  if (const std::string problem = sandbox_->problem(); difference_.empty() && !problem.empty())
    difference_ = log_ + problem;
  return difference_;
}

void TwoWorlds::open(Choices& choices, const std::string& who, const std::string& path, int mode) {
  static constexpr int kOpenFlags[] = {O_CREAT,    O_CREAT | O_EXCL, O_TRUNC, O_DIRECTORY,
                                       O_NOFOLLOW, O_APPEND,         O_PATH,  O_NOATIME};
  int flags = choices.pick(3) | O_NONBLOCK;
  for (const int option : kOpenFlags)
    if (choices.pick(4) == 0) flags |= option;
  if (choices.pick(2)) flags |= O_CREAT;
  // Kernels differ: an error since 6.4.
  if (flags & O_CREAT) flags &= ~O_DIRECTORY;
  both(who + "open " + path + " " + std::to_string(flags) + " " + std::to_string(mode),
       [&](World& w) { return w.open(path, flags, mode); });
}

void TwoWorlds::call(Choices& choices, const std::string& who, const std::string& a, const std::string& b) {
  static constexpr int kModes[] = {0777, 0755, 0644, 0666, 0700, 0555, 0444, 0111, 0000, 01755, 02755, 04755, 06777};
  const int mode = kModes[choices.pick(std::size(kModes))];
  switch (choices.pick(18)) {
    case 0:
    case 1:
      both(who + "mkdir " + a + " " + std::to_string(mode), [&](World& w) { return w.make_directory(a, mode); });
      break;
    case 2:
      both(who + "rmdir " + a, [&](World& w) { return w.remove_directory(a); });
      break;
    case 3:
      both(who + "unlink " + a, [&](World& w) { return w.unlink(a); });
      break;
    case 4: {
      std::string target = choices.target();
      both(who + "symlink " + target + " " + a, [&](World& w) { return w.symlink(target, a); });
      break;
    }
    case 5: {
      bool follow = choices.pick(2);
      both(who + "link " + a + " " + b + (follow ? " follow" : ""), [&](World& w) { return w.link(a, b, follow); });
      break;
    }
    case 6:
    case 7: {
      unsigned flags = choices.pick(3) ? 0 : static_cast<unsigned>(choices.pick(5));
      if (flags == 4) flags = 8;  // RENAME_WHITEOUT is 4; 8 is not known to anybody
      both(who + "rename " + a + " " + b + " " + std::to_string(flags),
           [&](World& w) { return w.rename(a, b, flags); });
      break;
    }
    case 8:
    case 9:
    case 10:
      open(choices, who, a, mode);
      break;
    case 11:
      both(who + "mkfifo " + a, [&](World& w) { return w.make_fifo(a, mode); });
      break;
    case 12:
      both(who + "chmod " + a + " " + std::to_string(mode), [&](World& w) { return w.chmod(a, mode); });
      break;
    case 13: {
      int owner = choices.pick(3) ? -1 : 1000 + choices.pick(2), group = choices.pick(2) ? -1 : 1000 + choices.pick(2);
      both(who + "chown " + a + " " + std::to_string(owner) + " " + std::to_string(group),
           [&](World& w) { return w.chown(a, owner, group); });
      break;
    }
    case 14: {
      int size = choices.pick(100'000);
      both(who + "truncate " + a, [&](World& w) { return w.truncate(a, size); });
      break;
    }
    case 15: {
      int wanted = choices.pick(8);
      both(who + "access " + a + " " + std::to_string(wanted), [&](World& w) { return w.access(a, wanted); });
      break;
    }
    case 16: {
      bool to_now = choices.pick(2);
      both(who + "touch " + a, [&](World& w) { return w.touch(a, to_now); });
      break;
    }
    default:
      both(who + "readlink " + a, [&](World& w) { return w.read_link(a); });
      both(who + "list " + a, [&](World& w) { return w.list(a); });
  }
}

}  // namespace wasmsand::test
