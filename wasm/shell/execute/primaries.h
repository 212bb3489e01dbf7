// The primaries that test, [ and [[ share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "../shell.h"

namespace shell {

bool test_unary(Shell& shell, char op, const std::string& operand);
// 0 or 1; 2 after an error, reported.
int test_binary(Shell& shell, std::string_view op, const std::string& left, const std::string& right);
[[nodiscard]] bool is_binary_test(std::string_view op);
[[nodiscard]] bool is_integer_test(std::string_view op);  // -eq, -lt and their like
[[nodiscard]] bool compare_integers(std::string_view op, int64_t left, int64_t right);

}  // namespace shell
