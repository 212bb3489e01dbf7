// What most files include of the standard library. binding.gyp compiles it once and puts it before each file, which
// halves the time of a build; every file includes what it uses all the same.
#ifndef WASMSAND_STANDARD_LIBRARY_H_
#define WASMSAND_STANDARD_LIBRARY_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#endif
