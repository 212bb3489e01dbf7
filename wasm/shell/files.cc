#include "files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "interrupt.h"

namespace shell {

int read_all(int fd, std::string& text) {
  char buffer[16384];
  while (!interrupted()) {
    const ssize_t count = read(fd, buffer, sizeof buffer);
    if (count == 0) return 0;
    if (count > 0) {
      text.append(buffer, static_cast<size_t>(count));
    } else if (!call_again()) {
      return errno;
    }
  }
  return EINTR;
}

int read_file(const std::string& path, std::string& text) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return errno;
  const int error = read_all(fd, text);
  close(fd);
  return error;
}

int write_file(const std::string& path, std::string_view text, int flags) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0600);
  if (fd < 0) return errno;
  const int error = write_all(fd, text);
  close(fd);
  return error;
}

int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && !call_again()) return errno;
    if (written > 0) text.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

std::vector<DirectoryEntry> read_directory(const std::string& path) {
  std::vector<DirectoryEntry> entries;
  DIR* directory = opendir(path.empty() ? "." : path.c_str());
  if (directory == nullptr) return entries;
  while (const dirent* entry = readdir(directory)) entries.push_back({entry->d_name, entry->d_type});
  closedir(directory);
  return entries;
}

bool is_directory(const std::string& path) {
  struct stat information{};
  if (stat(path.c_str(), &information) != 0) return false;
  if (S_ISDIR(information.st_mode)) return true;
  errno = ENOTDIR;
  return false;
}

bool is_file(const std::string& path) {
  struct stat information{};
  return stat(path.c_str(), &information) == 0 && !S_ISDIR(information.st_mode);
}

bool is_executable(const std::string& path) { return is_file(path) && access(path.c_str(), X_OK) == 0; }

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first{}, second{};
  return stat(a.c_str(), &first) == 0 && stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

std::string physical_directory() {
  char path[PATH_MAX];
  return getcwd(path, sizeof path) != nullptr ? path : "";
}

}  // namespace shell
