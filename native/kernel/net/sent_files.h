// Files that were sent with a message (SCM_RIGHTS) and not received yet.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "kernel/io/open_file.h"

namespace wasmsand {

class SentFiles;

// All of one sandbox. They are few, as in Linux: what is on its way is no descriptor of anybody's, and closing one can
// close others that are on their way to it.
class FilesInFlight {
 public:
  static constexpr size_t kMax = 1024;

  FilesInFlight() = default;
  FilesInFlight(const FilesInFlight&) = delete;
  FilesInFlight& operator=(const FilesInFlight&) = delete;
  ~FilesInFlight() { drop_all(); }
  // Those too that are on their way to themselves, which nothing else would ever close.
  void drop_all();

 private:
  friend class SentFiles;
  void drop(std::vector<Ref<OpenFile>> files);
  size_t count_ = 0;
  std::set<SentFiles*> sent_;
  std::vector<Ref<OpenFile>> dropped_;
  bool dropping_ = false;
};

// Those of one message.
class SentFiles {
 public:
  SentFiles() = default;
  // ETOOMANYREFS.
  static Result<SentFiles> make(FilesInFlight& all, std::vector<Ref<OpenFile>> files);
  SentFiles(SentFiles&& other) noexcept;
  SentFiles& operator=(SentFiles&& other) noexcept;
  ~SentFiles() { drop(); }

  bool empty() const { return files_.empty(); }
  size_t size() const { return files_.size(); }
  const std::vector<Ref<OpenFile>>& files() const { return files_; }
  void drop();
  // They have arrived.
  std::vector<Ref<OpenFile>> take();

 private:
  friend class FilesInFlight;
  SentFiles(FilesInFlight& all, std::vector<Ref<OpenFile>> files);
  FilesInFlight* all_ = nullptr;  // null: empty
  std::vector<Ref<OpenFile>> files_;
};

}  // namespace wasmsand
