// Lines of commands from descriptors.
#pragma once

#include <functional>
#include <string>

#include "../input.h"
#include "../shell.h"

namespace shell {

// A file, or standard input: then what follows the line just read is left for the commands that run.
class FileSource final : public LineSource, NonCopyable {
 public:
  // `goes_on` is asked when a signal has come. False: reading must end.
  FileSource(int fd, bool own, std::function<bool()> goes_on = [] { return !interrupted(); });
  ~FileSource() override;
  bool next(std::string& line) override;

 private:
  int fd_;
  bool own_;
  Input input_;
};

// Standard input with prompts.
class InteractiveSource final : public LineSource {
 public:
  explicit InteractiveSource(Shell& shell) : shell_(shell), input_(0, false, [this] { return goes_on(); }) {}
  bool next(std::string& line) override;

 private:
  bool goes_on();
  void show_prompt();
  Shell& shell_;
  FileSource input_;
  bool continues_ = false;
  bool ended_ = false;
};

// Where the history is on: the lines of another source, expanded and remembered.
class RememberedSource final : public LineSource {
 public:
  RememberedSource(Shell& shell, LineSource& source) : shell_(shell), source_(source) {}
  bool next(std::string& line) override;
  [[nodiscard]] bool at_end() const override { return source_.at_end(); }

 private:
  bool expand(std::string& line);
  Shell& shell_;
  LineSource& source_;
  std::string history_;  // the command that is being read
};

}  // namespace shell
