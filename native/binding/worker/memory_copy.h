// Copying a guest's memory into a new instance's, and making it new again when the guest has ended.
#pragma once

#include <cstddef>
#include <span>

namespace wasmsand {

// Makes the first source.size() bytes of `target` equal to `source`; both begin at a page and are whole pages long.
// Pages that are zero on both sides are left alone: most of a guest's memory is stack and heap it never touched, and a
// write to a fresh page costs a fault and a cleared page.
void copy_memory(std::span<std::byte> target, std::span<const std::byte> source);

// Makes `memory` zero. Pages that were touched stay with us when they are few: the next process then finds them there
// instead of faulting for each. Otherwise all are given back to the system. False: what is in there now is unknown.
bool clear_memory(std::span<std::byte> memory);

}  // namespace wasmsand
