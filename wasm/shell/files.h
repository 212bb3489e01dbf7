// Whole files, and what is where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shell {

// Appends all there is to read from a descriptor, or from a file. 0 or an errno: EINTR when the host wants the command
// line to end.
int read_all(int fd, std::string& text);
int read_file(const std::string& path, std::string& text);
// The same for what is to be written: as open's flags say.
int write_file(const std::string& path, std::string_view text, int flags);
// All of `text`, through signals and short writes. 0 or an errno, as above.
int write_all(int fd, std::string_view text);

struct DirectoryEntry {
  std::string name;
  unsigned char type;  // as dirent has it
};
// An empty path: the current directory. Of what cannot be read there is nothing.
std::vector<DirectoryEntry> read_directory(const std::string& path);

// False with errno: ENOTDIR of something else.
bool is_directory(const std::string& path);
bool is_file(const std::string& path);  // anything else that is there
bool is_executable(const std::string& path);
bool is_same_file(const std::string& a, const std::string& b);
// The name of the current directory without symbolic links. Empty: it cannot be told (errno).
std::string physical_directory();

}  // namespace shell
