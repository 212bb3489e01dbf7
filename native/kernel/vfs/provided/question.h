// The questions of a mount to the program that has its tree, and the answers. Guarded by the kernel's lock.
#pragma once

#include <string>
#include <vector>

#include "kernel/process/told.h"
#include "kernel/process/wait.h"
#include "kernel/vfs/types.h"

namespace wasmsand {

struct Question final : Told {
  enum class Kind : uint8_t { stat, list, read };

  // The attributes of the file at a path.
  struct Found {
    FileType type = FileType::regular;
    uint16_t permissions = 0;
    uint64_t size = 0;
    Nanoseconds modified = 0;
    std::string target;  // of a link
  };
  struct Name {
    FileType type;
    std::string name;
    bool operator==(const Name&) const = default;
  };

  uint32_t number = 0;
  Kind kind = Kind::stat;
  std::string path;  // from the root on, without a slash at its ends; empty: the root itself
  uint64_t offset = 0;
  uint32_t length = 0;
  Nanoseconds asked_at = 0, answered_at = 0;  // monotonic

  struct Answer {
    Found found;                   // stat
    std::vector<Name> names;       // list
    std::vector<std::byte> bytes;  // read: fewer than `length` at the end only
  };
  bool answered = false;
  Errno error = Errno::success;
  Answer answer;

  WaitQueue changed;
};

// The program.
class TreeProvider {
 public:
  virtual ~TreeProvider() = default;
  // The program answers later through ProvidedFileSystem::answer. Called with the kernel locked; must not block.
  virtual void ask(uint32_t mount, const Question& question) = 0;
};

}  // namespace wasmsand
