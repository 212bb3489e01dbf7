#pragma once

#include <string>

#include "kernel/vfs/types.h"

namespace wasmsand {

// A file of the upper layer of an overlay.
struct OverlayChange {
  enum class Kind : uint8_t { deleted, created, modified };
  Kind kind;
  std::string path;
  Ino above;              // what lies there; of what was deleted the whiteout
  Attributes attributes;  // of what was deleted, as it lies below
};

}  // namespace wasmsand
