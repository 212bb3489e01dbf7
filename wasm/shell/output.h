// What built-ins write. Standard output is collected and written at the end of each built-in, so that one command makes
// one write; standard error is written at once.
//
// While a command substitution runs in this process, "descriptor 1" (and 2 after 2>&1) is not a descriptor but a
// string: `capture`. Redirections of 1 or 2 take that away for as long as they last (execute/redirection.cc).
#pragma once

#include <string>
#include <string_view>

namespace shell {

class Output {
 public:
  void write(std::string_view text) {
    pending_ += text;
    if (pending_.size() > kFlushAt) (void)flush();
  }
  void write(char c) { pending_ += c; }
  void write(const auto& first, const auto& second, const auto&... more) {
    write(first);
    write(second);
    (write(more), ...);
  }
  // False: a write failed; the errno is in `error`, and kept until taken.
  bool flush();
  void error(std::string_view text);  // descriptor 2, after a flush of nothing: bash's order
  int take_error();

  struct Target {
    std::string* capture = nullptr;  // null: the real descriptor
  };
  Target targets[3];  // of descriptors 1 and 2; 0 is unused

 private:
  static constexpr size_t kFlushAt = 32 * 1024;
  std::string pending_;
  int error_ = 0;
};

}  // namespace shell
