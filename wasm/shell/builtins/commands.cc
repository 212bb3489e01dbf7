// Commands about commands.

#include <cstdio>

#include "../execute/executor.h"
#include "../expand/expand.h"
#include "../files.h"
#include "builtins.h"
#include "describe.h"

namespace shell {

namespace {

using Style = DescribeHow::Style;

bool is_alias_name(std::string_view name) {
  return name.find_first_of("()<>;&| \t\n'\"\\$`/") == std::string_view::npos;
}

std::string hash_line(const std::string& name, const HashedCommand& command, bool reusable, bool several) {
  if (reusable) return "builtin hash -p " + command.path + " " + name + "\n";
  return (several ? name + "\t" : std::string()) + command.path + "\n";
}

void list_hashed(Shell& shell, bool reusable) {
  if (shell.hashed.empty()) {
    if (!shell.options[SetOption::posix] && !reusable) shell.output.write("hash: hash table empty\n");
    return;
  }
  std::vector<std::string> names;
  for (const auto& [name, command] : shell.hashed) names.push_back(name);
  sort_by_hash(names, 256);
  if (!reusable) shell.output.write("hits\tcommand\n");
  for (const std::string& name : names) {
    const HashedCommand& command = shell.hashed.find(name)->second;
    if (reusable) {
      shell.output.write(hash_line(name, command, true, false));
      continue;
    }
    char hits[32];
    snprintf(hits, sizeof hits, "%4d\t", command.hits);
    shell.output.write(hits + command.path + "\n");
  }
}

}  // namespace

int builtin_type(Shell& shell, BuiltinCall& call) {
  const char kind = call.last_of("tpP");
  const DescribeHow how{.style = kind == 't' ? Style::kind
                                 : kind == 0 ? Style::sentence
                                             : Style::path,
                        .all = call.has('a'),
                        .functions = !call.has('f'),
                        .only_programs = call.has('P')};
  return each(shell, call.operands, [&](const std::string& name) { return describe_command(shell, name, how); });
}

int builtin_command(Shell& shell, BuiltinCall& call) {
  if (call.has('p') && shell.forbids("-p")) return 1;
  const char kind = call.last_of("vV");
  const DescribeHow how{
      .style = kind == 'V' ? Style::sentence : Style::reusable, .standard_path = call.has('p'), .absolute = true};
  const auto words = call.operands;
  if (words.empty()) return 0;
  if (kind == 0) {
    shell.execution.ordinary = true;
    const int status = run_words(shell, std::vector<std::string>(words.begin(), words.end()),
                                 {.functions = false, .standard_path = how.standard_path});
    shell.execution.ordinary = false;
    return status;
  }
  bool any = false;
  for (const std::string& name : words) any = static_cast<bool>(describe_command(shell, name, how)) || any;
  return any ? 0 : 1;
}

int builtin_builtin(Shell& shell, BuiltinCall& call) {
  const auto words = call.operands;
  if (words.empty()) return 0;
  if (find_builtin(shell, words[0]) == nullptr) return fail(shell, words[0] + ": not a shell builtin");
  return run_words(shell, std::vector<std::string>(words.begin(), words.end()), {.functions = false});
}

int builtin_hash(Shell& shell, BuiltinCall& call) {
  const bool erase = call.has('d'), reusable = call.has('l'), forget = call.has('r'), show = call.has('t');
  const std::string path = call.argument('p').value_or("");
  if (!shell.options[SetOption::hashall]) return fail(shell, "hashing disabled");
  const auto names = call.operands;
  if (names.empty() && (erase || show))
    return fail(shell, erase ? "-d: option requires an argument" : "-t: option requires an argument");
  if (names.empty() && !forget) {
    list_hashed(shell, reusable);
    return 0;
  }
  if (forget) shell.hashed.clear();
  return each(shell, names, [&](const std::string& name) -> Done {
    const auto hashed = shell.hashed.find(name);
    const bool known = hashed != shell.hashed.end();
    if (show) {
      if (!known) return fail_not_found(shell, name);
      hashed->second.hits++;
      shell.output.write(hash_line(name, hashed->second, reusable, names.size() > 1));
      return {};
    }
    if (name.find('/') != std::string::npos) return {};
    std::string found = path;
    if (call.has('p')) {
      if (path.find('/') != std::string::npos && shell.forbids(path)) return Failure();
      if (is_directory(path)) return fail(shell, path + ": Is a directory");
    } else if (erase) {
      return shell.hashed.erase(name) != 0 ? Done() : fail_not_found(shell, name);
    } else {
      if (shell.functions.contains(name) || find_builtin(shell, name) != nullptr) return {};
      if (known) shell.hashed.erase(hashed);
      const std::vector<std::string> all = find_all_programs(shell, name);
      if (all.empty()) return fail_not_found(shell, name);
      found = all[0];
    }
    shell.hashed.insert_or_assign(name, HashedCommand{.path = std::move(found)});
    return {};
  });
}

int builtin_enable(Shell& shell, BuiltinCall& call) {
  const bool disable = call.has('n');
  const auto names = call.operands;
  if (names.empty() || call.has('p')) {
    for (const Builtin& builtin : all_builtins()) {
      const bool enabled = find_builtin(shell, builtin.name) != nullptr;
      if ((call.has('s') && (builtin.flags & kSpecial) == 0) || (!call.has('a') && enabled == disable)) continue;
      shell.output.write((enabled ? "enable " : "enable -n ") + std::string(builtin.name) + "\n");
    }
    return 0;
  }
  if ((call.has('f') || call.has('d')) && shell.forbids("")) return 1;
  if (call.has('f'))
    return fail(shell, "cannot open shared object " + *call.argument('f') + ": dynamic loading not available");
  return each(shell, names, [&](const std::string& name) -> Done {
    if (!is_builtin_name(name)) return fail(shell, name + ": not a shell builtin");
    if (call.has('d')) return fail(shell, name + ": not dynamically loaded");
    std::erase(shell.disabled_builtins, name);
    if (disable) shell.disabled_builtins.push_back(name);
    shell.definitions_epoch++;
    return {};
  });
}

int builtin_alias(Shell& shell, BuiltinCall& call) {
  const auto words = call.operands;
  if (words.empty() || call.any()) {
    for (const auto& [name, value] : shell.aliases) shell.output.write(describe_alias(name, value), '\n');
  }
  return each(shell, words, [&](const std::string& word) -> Done {
    const size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      const auto found = shell.aliases.find(word);
      if (found == shell.aliases.end()) return fail_not_found(shell, word);
      shell.output.write(describe_alias(word, found->second), '\n');
      return {};
    }
    const std::string name = word.substr(0, equals);
    if (!is_alias_name(name)) return fail(shell, "`" + name + "': invalid alias name");
    shell.aliases.insert_or_assign(name, word.substr(equals + 1));
    shell.definitions_epoch++;
    return {};
  });
}

int builtin_unalias(Shell& shell, BuiltinCall& call) {
  if (call.any()) {
    shell.aliases.clear();
    shell.definitions_epoch++;
    return 0;
  }
  const auto names = call.operands;
  if (names.empty()) return fail_usage(shell);
  shell.definitions_epoch++;
  return each(shell, names, [&](const std::string& name) {
    return shell.aliases.erase(name) != 0 ? Done() : fail_not_found(shell, name);
  });
}

}  // namespace shell
