// Lines of commands from descriptors.
#pragma once

#include <string>

#include "../shell.h"

namespace shell {

// A file, or standard input: then what follows the line just read is left for the commands that run.
class FileSource final : public LineSource {
 public:
  FileSource(int fd, bool own);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  bool next(std::string& line) override;

 private:
  bool fill();
  int fd_;
  bool own_;
  bool seekable_;
  std::string buffer_;
  size_t position_ = 0;
};

// Standard input with prompts.
class InteractiveSource final : public LineSource {
 public:
  explicit InteractiveSource(Shell& shell) : shell_(shell), input_(0, false) {}
  bool next(std::string& line) override;

 private:
  Shell& shell_;
  FileSource input_;
  std::string history_;
  bool ended_ = false;
};

}  // namespace shell
