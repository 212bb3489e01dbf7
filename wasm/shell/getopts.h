// Where getopts stands between two calls.
#pragma once

#include <cstddef>

namespace shell {

struct GetoptsState {
  int index = 1;      // what OPTIND was after the last call; another value means the script has set it
  size_t offset = 0;  // within a cluster of letters
};

}  // namespace shell
