// /dev/tcp/HOST/PORT and /dev/udp/HOST/PORT, which are no files: a redirection to one connects.
#pragma once

#include <string>
#include <string_view>

namespace shell {

// Whether a path is one.
bool is_network(std::string_view path);

// Connects. -1 with errno, after `problem` was set to what is to be said before that.
int open_network(std::string_view path, std::string& problem);

}  // namespace shell
