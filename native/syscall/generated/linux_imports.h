// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
// The functions of the door linux.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace wasmsand {

// All parameters and the result are i32.
struct LinuxImport {
  std::string_view name;
  size_t parameters;
};

inline constexpr std::array kLinuxImports = {
    // a call by its number
    LinuxImport{"syscall", 7},
    // starts a process; no memory is copied
    LinuxImport{"spawn", 1},
    // writes argc, argv, envp and auxv as Linux does
    LinuxImport{"init_stack", 2},
    // makes a module in the guest's memory part of its instance
    LinuxImport{"link", 1},
    // a child with a copy of the memory that calls the function; never issued again: there would be two
    LinuxImport{"clone", 2},
    // a child that goes on where the parent does; for programs instrumented by asyncify
    LinuxImport{"fork", 0},
    // calls the guest's export __new_stack on another stack of the engine; no call of the kernel
    LinuxImport{"new_stack", 1},
};

}  // namespace wasmsand
