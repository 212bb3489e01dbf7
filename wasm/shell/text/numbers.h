// Numbers in text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace shell {

// A decimal number as most built-ins take it: blanks around, sign. False: not one, or out of range.
bool parse_integer(std::string_view text, int64_t& value);

// Up to `most` digits at `at`, which moves past them.
uint32_t read_digits(std::string_view text, size_t& at, size_t most, uint32_t base);

}  // namespace shell
