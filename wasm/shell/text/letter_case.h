// Upper and lower case of characters in UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pattern.h"

namespace shell {

enum class CaseChange : uint8_t { upper, lower, toggle };

// How much of a text changes.
enum class CaseReach : uint8_t { first, all };

[[nodiscard]] std::string change_case(std::string_view text, CaseChange change, CaseReach reach);
// Only of characters that match the pattern.
[[nodiscard]] std::string change_case(std::string_view text, CaseChange change, CaseReach reach,
                                      const Pattern& pattern);

}  // namespace shell
