// Redirections, and taking them back.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "../shell.h"

namespace shell {

// Applies redirections to this process's descriptors; gives the former ones back when it goes, unless kept (exec).
// Saved copies are close-on-exec and above 9, so children do not see them.
class RedirectionScope : NonCopyable {
 public:
  explicit RedirectionScope(Shell& shell) : shell_(shell) {}
  ~RedirectionScope() { undo(); }

  // False: one failed (reported); those before it are in force until undo.
  Done apply(std::span<const Redirect* const> redirects);
  // Puts `from` at descriptor `to`, as a pipeline does before its redirections. `from` stays open.
  Done place(int from, int to);
  void undo();
  void keep();  // exec: no way back

 private:
  struct Saved {
    int fd;
    int copy;  // -1: it was closed
    Output::Target target;
  };
  Done apply_one(const Redirect& redirect);
  Done install(int opened, int fd, const Redirect& redirect);
  Done duplicate(const Redirect& redirect, int fd, std::string& word);
  Done duplicate_errors();
  Done close_one(const Redirect& redirect, int fd);
  Failure fail(std::string_view what, int error);
  bool save(int fd);
  void remember(int fd, int copy, Output::Target target);
  void forget(const Saved& saved);
  void make_room(int fd);
  void clear();
  Shell& shell_;
  std::vector<Saved> saved_;
};

// A pipe beyond the standard descriptors, which a script may have closed: what is put in the place of one of them would
// be closed with the pipe. False with errno.
bool open_pipe(int (&ends)[2]);
// To the highest free number, as bash takes it for what it keeps open; or nowhere, where none from `lowest` on is free.
void move_high(int& fd, int lowest);

}  // namespace shell
