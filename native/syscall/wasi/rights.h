// What a descriptor may be used for. Rights are WASI's, not a protection here (the kernel's permissions are that): they
// start as what the kind of file can do and only shrink.
#pragma once

#include <cstdint>

#include "kernel/io/open_file.h"

namespace wasmsand::wasi {

struct Rights {
  uint64_t base = 0;        // of the descriptor
  uint64_t inheriting = 0;  // of what is opened through it
};

uint8_t filetype_of(FileType type);

// All that a description of this kind can have.
Rights full_rights(OpenFile& file, const Attributes& attributes);

// The rights that exist for what path_open can give: others are not granted and not missed.
uint64_t openable_rights();

}  // namespace wasmsand::wasi
