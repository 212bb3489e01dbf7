// Pathname expansion: one component after the other, each directory read once.
#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>

#include "../../sys/process.h"
#include "../files.h"
#include "../interrupt.h"
#include "../text/pattern.h"
#include "expand.h"

namespace shell {

namespace {

class Globber {
 public:
  Globber(Shell& shell, const std::string& pattern, bool all_dots, std::vector<std::string>& out)
      : dotglob_(shell.options[Shopt::dotglob] || all_dots),
        skip_dots_(shell.options[Shopt::globskipdots] || all_dots),
        globstar_(shell.options[Shopt::globstar]),
        out_(out) {
    flags_.extglob = shell.options[Shopt::extglob];
    flags_.ignore_case = shell.options[Shopt::nocaseglob];
    for (size_t at = 0; at <= pattern.size();) {
      const size_t end = std::min(pattern.find('/', at), pattern.size());
      size_t next = end;
      while (next < pattern.size() && pattern[next] == '/') next += 1;
      std::string component = pattern.substr(at, end - at);
      const size_t escapes = component.size() - std::min(component.size(), component.find_last_not_of('\\') + 1);
      if (escapes % 2 != 0 && next != end) component.pop_back();  // \/ is /
      components_.push_back({std::move(component), pattern.substr(end, next - end)});
      if (next == end) break;
      at = next;
    }
    size_t first = 0;
    while (first < components_.size() && !has_pattern_characters(components_[first].pattern, flags_.extglob))
      first += 1;
    // From the first pattern on, one slash stands for several.
    for (size_t i = first; i < components_.size(); ++i) {
      if (!components_[i].slashes.empty()) components_[i].slashes = "/";
    }
    found_by_pattern_ =
        first < components_.size() && !(globstar_ && components_[first].pattern == "**" && ends_in_stars(first));
  }

  void run() { walk({}, 0); }

 private:
  struct Component {
    std::string pattern;
    std::string slashes;  // after it
  };

  [[nodiscard]] bool ends_in_stars(size_t first) const {
    return std::all_of(components_.begin() + static_cast<ptrdiff_t>(first), components_.end(),
                       [](const Component& component) { return component.pattern == "**"; });
  }

  static std::string unescaped(const std::string& pattern) {
    std::string text;
    for (size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] == '\\' && i + 1 < pattern.size()) i += 1;
      text += pattern[i];
    }
    return text;
  }

  static bool is_directory(const std::string& path, bool follow) {
    struct stat status;
    return (follow ? stat(path.c_str(), &status) : lstat(path.c_str(), &status)) == 0 && S_ISDIR(status.st_mode);
  }

  static bool names_directory(const DirectoryEntry& entry, const std::string& path, bool follow) {
    if (entry.type == DT_DIR) return true;
    if (entry.type != DT_UNKNOWN && (entry.type != DT_LNK || !follow)) return false;
    return is_directory(path, follow);
  }

  void walk(const std::string& prefix, size_t index) {
    if (interrupted() || sys::stack_is_short()) return;
    if (index == components_.size()) {
      struct stat status;
      if (!prefix.empty() && lstat(prefix.c_str(), &status) == 0) out_.push_back(prefix);
      return;
    }
    const Component& component = components_[index];
    const bool last = index + 1 == components_.size();
    if (component.pattern.empty()) {  // a leading slash, or what follows a trailing one
      walk(prefix + component.slashes, index + 1);
      return;
    }
    if (globstar_ && component.pattern == "**") {
      size_t next = index + 1;
      while (next < components_.size() && components_[next].pattern == "**") next += 1;
      everywhere(prefix, next, next == components_.size(), !prefix.empty());
      return;
    }
    const bool special = has_pattern_characters(component.pattern, flags_.extglob);
    if (!special && !flags_.ignore_case) {
      const std::string path = prefix + unescaped(component.pattern);
      if (!last && !is_directory(path, true)) return;
      walk(path + component.slashes, index + 1);
      return;
    }
    const Pattern pattern(component.pattern, with_dot_rule(component.pattern));
    for (const DirectoryEntry& entry : read_directory(prefix)) {
      if (special && skip_dots_ && (entry.name == "." || entry.name == "..")) continue;
      if (dotglob_ && (entry.name == "." || entry.name == "..") && component.pattern[0] != '.') continue;
      if (!pattern.full(entry.name)) continue;
      const std::string path = prefix + entry.name;
      if (last) {
        out_.push_back(path);
      } else if (names_directory(entry, path, true)) {
        if (index + 2 == components_.size() && components_[index + 1].pattern.empty()) {
          out_.push_back(path + component.slashes);
        } else {
          walk(path + component.slashes, index + 1);
        }
      }
    }
  }

  // **: this directory and all below it, but for what is behind symlinks: a pattern after it looks into those that name
  // directories, though no further, unless ** is the beginning.
  void everywhere(const std::string& prefix, size_t next, bool last, bool into_links) {
    if (interrupted() || sys::stack_is_short()) return;
    const bool directories_only = next + 1 == components_.size() && components_[next].pattern.empty();
    if (last || directories_only) {
      // A directory that a pattern found goes without its slash.
      const size_t slashes = last && found_by_pattern_ ? prefix.size() - prefix.find_last_not_of('/') - 1 : 0;
      if (!prefix.empty() && is_directory(prefix, true)) out_.push_back(prefix.substr(0, prefix.size() - slashes));
    } else {
      walk(prefix, next);
    }
    for (const DirectoryEntry& entry : read_directory(prefix)) {
      if (entry.name == "." || entry.name == ".." || (entry.name[0] == '.' && !dotglob_)) continue;
      const std::string path = prefix + entry.name;
      const bool directory = names_directory(entry, path, false);
      if (last) out_.push_back(path);
      if (directory) {
        below(path + "/", next, last, directories_only, into_links);
      } else if (directories_only && names_directory(entry, path, true)) {
        out_.push_back(path + "/");
      } else if (!last && !directories_only && into_links && names_directory(entry, path, true)) {
        walk(path + "/", next);
      }
    }
  }

  void below(const std::string& prefix, size_t next, bool last, bool directories_only, bool into_links) {
    const size_t before = out_.size();
    everywhere(prefix, next, last, into_links);
    // "dir" itself was listed without its slash already.
    if (last && !directories_only) out_.erase(out_.begin() + static_cast<ptrdiff_t>(before));
  }

  [[nodiscard]] PatternFlags with_dot_rule(const std::string& pattern) const {
    PatternFlags flags = flags_;
    flags.leading_dot = !dotglob_ && !pattern.starts_with("\\.");
    return flags;
  }

  PatternFlags flags_;
  bool dotglob_;
  bool skip_dots_;
  bool globstar_;
  bool found_by_pattern_ = false;  // what a final ** begins from
  std::vector<Component> components_;
  std::vector<std::string>& out_;
};

// The patterns of GLOBIGNORE, between colons that are in no bracket expression.
std::vector<std::string> ignored_patterns(const std::string& text) {
  std::vector<std::string> patterns(1);
  bool bracket = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      patterns.back() += text[i++];
    } else if (text[i] == '[' && text.find(']', i) != std::string::npos) {
      bracket = true;
    } else if (text[i] == ']') {
      bracket = bracket && i > 0 && text[i - 1] == ':';
    } else if (text[i] == ':' && !bracket) {
      patterns.emplace_back();
      continue;
    }
    patterns.back() += text[i];
  }
  return patterns;
}

}  // namespace

void glob(Shell& shell, const std::string& pattern, std::vector<std::string>& out) {
  const size_t end = pattern.find_last_not_of('\\') + 1;
  if ((pattern.size() - end) % 2 != 0) return;  // a backslash that escapes nothing
  const std::string ignore = shell.variables.text("GLOBIGNORE");
  const auto start = static_cast<ptrdiff_t>(out.size());
  Globber(shell, pattern, !ignore.empty(), out).run();
  if (!ignore.empty()) {
    PatternFlags flags{
        .extglob = shell.options[Shopt::extglob], .ignore_case = shell.options[Shopt::nocaseglob], .pathname = true};
    for (const std::string& ignored : ignored_patterns(ignore)) {
      const Pattern compiled(ignored, flags);
      out.erase(
          std::remove_if(out.begin() + start, out.end(), [&](const std::string& path) { return compiled.full(path); }),
          out.end());
    }
  }
  std::sort(out.begin() + start, out.end());
}

}  // namespace shell
