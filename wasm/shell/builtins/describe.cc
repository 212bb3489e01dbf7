#include "describe.h"

#include "../directories.h"
#include "../execute/executor.h"
#include "../expand/expand.h"
#include "../files.h"
#include "../syntax/keywords.h"
#include "../syntax/printer.h"
#include "builtins.h"

namespace shell {

namespace {

std::vector<std::string> find_paths(Shell& shell, const std::string& name, const DescribeHow& how) {
  std::vector<std::string> paths;
  if (!how.standard_path) paths = find_all_programs(shell, name);
  if (!paths.empty() || how.all) return paths;
  std::string path = find_program(shell, name, how.standard_path, false);  // perhaps a file that cannot run
  if (!path.empty()) paths.push_back(std::move(path));
  return paths;
}

bool describe(Shell& shell, const std::string& name, const DescribeHow& how) {
  using Style = DescribeHow::Style;
  bool found = false;
  // Each kind: its one word, its sentence, and the form that can be used again.
  const auto show = [&](std::string_view kind, const std::string& sentence, std::string_view reusable) {
    found = true;
    if (how.style == Style::kind) shell.output.write(std::string(kind) + "\n");
    if (how.style == Style::sentence) shell.output.write(name + " is " + sentence + "\n");
    if (how.style == Style::reusable) shell.output.write(reusable, '\n');
    return !how.all;
  };
  const auto show_path = [&](const std::string& path, const std::string& sentence) {
    if (how.style == Style::path) shell.output.write(path + "\n");
    return show("file", sentence, path);
  };

  if (!how.only_programs) {
    const auto alias = shell.options[Shopt::expand_aliases] ? shell.aliases.find(name) : shell.aliases.end();
    if (alias != shell.aliases.end() &&
        show("alias", "aliased to `" + alias->second + "'", describe_alias(name, alias->second))) {
      return true;
    }
    if (reserved_word(name) != Reserved::none && show("keyword", "a shell keyword", name)) return true;
    const auto function = how.functions ? shell.functions.find(name) : shell.functions.end();
    if (function != shell.functions.end() &&
        show("function", "a function\n" + print_function(name, *function->second.body, shell.options[SetOption::posix]),
             name)) {
      return true;
    }
    const Builtin* builtin = find_builtin(shell, name);
    if (builtin != nullptr) {
      const bool special = shell.options[SetOption::posix] && (builtin->flags & kSpecial) != 0;
      if (show("builtin", special ? "a special shell builtin" : "a shell builtin", name)) return true;
    }
  }

  if (name.find('/') != std::string::npos) {
    if (is_executable(name)) show_path(name, name);
    return found;
  }
  if (!how.all && !how.only_programs) {
    const auto hashed = shell.hashed.find(name);
    if (hashed != shell.hashed.end()) {
      hashed->second.hits++;
      return show_path(hashed->second.path, "hashed (" + hashed->second.path + ")");
    }
  }
  if (name.empty()) return found;
  for (std::string& path : find_paths(shell, name, how)) {
    if (how.absolute && how.style == Style::sentence) {
      path = absolute_path(shell, path.starts_with("./") ? path.substr(2) : path);
    }
    if (show_path(path, path)) break;
  }
  return found;
}

}  // namespace

void sort_by_hash(std::vector<std::string>& names, uint32_t buckets) {
  AssociativeArray table(buckets);
  for (size_t i = names.size(); i-- > 0;) table.at(names[i]);
  names.clear();
  for (const AssociativeArray::Entry* entry : table.entries()) names.push_back(entry->key);
}

std::string describe_alias(const std::string& name, const std::string& value) {
  return (name.starts_with('-') ? "alias -- " : "alias ") + name + "=" + quote_single(value);
}

Done describe_command(Shell& shell, const std::string& name, const DescribeHow& how) {
  const bool found = describe(shell, name, how);
  if (!found && how.style == DescribeHow::Style::sentence) return fail_not_found(shell, name);
  return Done::when(found);
}

}  // namespace shell
