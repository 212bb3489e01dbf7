// The command lines that were typed.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace shell {

class Shell;

class History {
 public:
  struct Entry {
    std::string text;
    int64_t time = 0;  // 0: not recorded
  };

  explicit History(Shell& shell);

  // set -o history: begins with what the file has.
  void enable();
  // Of the last :s of an expansion, for :&.
  struct {
    std::string from, to;
  } substitution;
  // A command line about to run. HISTCONTROL and HISTIGNORE may keep it out.
  void add(std::string_view text);
  // What `history -s` and `fc` put in the place of the command line they came with.
  void replace_last(std::string_view text);
  void erase(size_t first, size_t last);
  void clear();
  // HISTSIZE was changed: the oldest of what is too much go. HISTFILESIZE: the first lines of the file.
  void size_changed();
  void file_size_changed();

  [[nodiscard]] const std::deque<Entry>& entries() const { return entries_; }
  [[nodiscard]] int64_t base() const { return base_; }  // the number of the first entry
  void set_base(int64_t number) { base_ = number; }
  // The command line that runs is the last entry.
  [[nodiscard]] bool last_line_added() const { return last_added_; }
  void drop_last();
  // The same for a command line about the history itself, unless `history -s` has put another in its place.
  void drop_own_line() {
    if (last_added_ && !last_pushed_) drop_last();
  }

  // What is different since the last time: `dropped` entries are gone from the front, of the others the first `kept`
  // are as they were, and what follows them is new.
  struct Change {
    size_t dropped = 0;
    size_t kept = 0;
  };
  Change take_change();

  // 0 or an errno.
  int read(const std::string& path, bool only_new);
  int write(const std::string& path, bool append);

 private:
  bool wanted(std::string_view text);
  [[nodiscard]] int64_t now() const;  // what an entry of now is stamped with
  void push(std::string text, int64_t time);
  void shrink();

  Shell& shell_;
  std::deque<Entry> entries_;
  size_t bytes_ = 0;     // of all entries
  int64_t limit_ = 500;  // HISTSIZE; negative: none
  int64_t base_ = 1;
  size_t new_entries_ = 0;  // since the last write: history -a
  size_t lines_read_ = 0;   // of the history file: history -n
  Change change_;           // up to now
  bool last_added_ = false;
  bool last_pushed_ = false;
};

// expand.cc: !! and the like. shown: the line is only to be shown (:p). failed: `error` says why.
enum class HistoryExpansion : uint8_t { none, changed, shown, failed };
HistoryExpansion expand_history(Shell& shell, std::string_view line, std::string& out, std::string& error);

}  // namespace shell
