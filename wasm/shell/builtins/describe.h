// What a command name stands for: type, command -v, command -V.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../failure.h"

namespace shell {

class Shell;

struct DescribeHow {
  enum class Style : uint8_t { sentence, kind, path, reusable };
  Style style = Style::sentence;
  bool all = false;
  bool functions = true;
  bool only_programs = false;  // type -P
  bool standard_path = false;
  bool absolute = false;  // as `command` prints paths
};

// Writes what it finds to the shell's output; in sentences it says so as well if that is nothing.
Done describe_command(Shell& shell, const std::string& name, const DescribeHow& how);

// "alias name='value'"
std::string describe_alias(const std::string& name, const std::string& value);

// Brings names, the newest first, into the order in which bash walks a hash table of theirs with that many buckets.
void sort_by_hash(std::vector<std::string>& names, uint32_t buckets);

}  // namespace shell
