// Copying a guest's memory into a new instance's.
#pragma once

#include <cstddef>
#include <span>

namespace wasmsand {

// Makes the first source.size() bytes of `target` equal to `source`; both begin at a page and are whole pages long.
// Pages that are zero on both sides are left alone: most of a guest's memory is stack and heap it never touched, and a
// write to a fresh page costs a fault and a cleared page.
void copy_memory(std::span<std::byte> target, std::span<const std::byte> source);

}  // namespace wasmsand
