// The list of programs, files and links of a base image, as set-up writes it (scripts/setup/descriptions.mjs). It is
// text: an entry per line, fields separated by tabs.
#pragma once

#include <optional>
#include <string_view>

#include "kernel/vfs/image.h"

namespace wasmsand {

// The first invalid line, from 1, and what is wrong with it.
struct ListError {
  size_t line;
  Errno reason;
};

// Adds the entries of `list`, whose files are in the host's `directory`.
std::optional<ListError> add_listed(ImageBuilder& builder, std::string_view list, std::string_view directory);

}  // namespace wasmsand
