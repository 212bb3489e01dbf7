// The list of what a base image holds beside its layout: programs, files and links, as the set-up wrote it
// (scripts/setup/descriptions.mjs). Text, an entry a line, fields parted by tabs.
#pragma once

#include <optional>
#include <string_view>

#include "kernel/vfs/image.h"

namespace wasmsand {

// Where a list could not be followed: its line, from 1, and why.
struct ListError {
  size_t line;
  Errno reason;
};

// Adds the entries of `list`, whose files are in the host's `directory`.
std::optional<ListError> add_listed(ImageBuilder& builder, std::string_view list, std::string_view directory);

}  // namespace wasmsand
