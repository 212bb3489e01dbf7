#include "special.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <ctime>

#include "../directories.h"
#include "../history/history.h"
#include "../shell.h"
#include "../text/numbers.h"
#include "../text/utf8.h"

namespace shell {

namespace {

constexpr std::string_view kVersion = "5.2.15(1)-release";
constexpr std::string_view kMachine = "wasm32";
constexpr std::string_view kMachineType = "wasm32-wasmsand-linux-gnu";
constexpr std::string_view kOperatingSystem = "linux-gnu";

using Refresh = std::function<void(Shell&, Variable&)>;
using Assign = std::function<bool(Shell&, std::string_view)>;

timeval now() {
  timeval time{};
  gettimeofday(&time, nullptr);
  return time;
}

// Marsaglia's "minimal standard" generator, 16 bits folded to 15 as bash gives them.
uint32_t next_random(uint32_t& seed) {
  const auto state = static_cast<int32_t>(seed == 0 ? 123459876 : seed);
  int32_t value = 16807 * (state % 127773) - 2836 * (state / 127773);
  if (value < 0) value += 2147483647;
  seed = static_cast<uint32_t>(value);
  return ((seed >> 16) ^ (seed & 0xffff)) & 0x7fff;
}

int64_t number_in(std::string_view text) { return std::strtoll(std::string(text).c_str(), nullptr, 10); }

void fill(Variable& variable, const std::vector<std::string>& values) {
  variable.indexed->clear();
  for (const std::string& value : values) variable.indexed->append(value);
}

std::string joined_options(const Shell& shell, bool shopts) {
  std::string text;
  const auto add = [&](const char* name, bool on) {
    if (!on) return;
    if (!text.empty()) text += ':';
    text += name;
  };
  if (shopts) {
    for (size_t i = 0; i < kShoptNames.size(); i++) add(kShoptNames[i], shell.options.shopt[i]);
  } else {
    for (size_t i = 0; i < kSetOptionNames.size(); i++) add(kSetOptionNames[i].name, shell.options.set[i]);
  }
  return text;
}

// The frames as FUNCNAME, BASH_SOURCE and BASH_LINENO show them: innermost first. FUNCNAME exists only inside a
// function.
template <typename Field>
Refresh frame_array(Field field, bool only_in_function) {
  return [field, only_in_function](Shell& shell, Variable& variable) {
    variable.indexed->clear();
    // The outermost frame counts when a script file runs.
    if (shell.function_depth > 0 || !only_in_function) {
      for (auto frame = shell.frames.rbegin(); frame != shell.frames.rend(); ++frame) {
        if (&*frame != shell.frames.data() || !frame->source.empty()) variable.indexed->append(field(*frame));
      }
    }
    const bool empty = only_in_function && variable.indexed->size() == 0;
    variable.attributes = static_cast<uint16_t>(empty ? variable.attributes | kUnset : variable.attributes & ~kUnset);
  };
}

// BASH_ARGC or BASH_ARGV: of all frames, the last argument of each first. Without extdebug only the outermost counts.
void list_arguments(const Shell& shell, Variable& variable, bool counts) {
  variable.indexed->clear();
  for (size_t i = shell.options[Shopt::extdebug] ? shell.frames.size() : shell.frames.size() == 1; i-- > 0;) {
    const Frame& frame = shell.frames[i];
    const size_t count = frame.arguments == nullptr ? 0 : frame.arguments->size();
    if (counts) variable.indexed->append(std::to_string(frame.arguments == nullptr ? 1 : count));
    if (!counts && frame.arguments == nullptr) variable.indexed->append(frame.source);
    for (size_t k = counts ? 0 : count; k-- > 0;) variable.indexed->append((*frame.arguments)[k]);
  }
}

void define_clocks(Variables& variables) {
  variables.define_dynamic(
      "SECONDS",
      {.refresh = [](Shell& shell,
                     Variable& variable) { variable.value = std::to_string(now().tv_sec - shell.seconds_from); },
       .assign =
           [](Shell& shell, std::string_view value) {
             shell.seconds_from = now().tv_sec - number_in(value);
             return true;
           }},
      kInteger);
  variables.define_dynamic(
      "EPOCHSECONDS", {.refresh = [](Shell&, Variable& variable) { variable.value = std::to_string(now().tv_sec); },
                       .assign = nullptr});
  variables.define_dynamic("EPOCHREALTIME", {.refresh =
                                                 [](Shell&, Variable& variable) {
                                                   const timeval time = now();
                                                   std::string micros = std::to_string(time.tv_usec);
                                                   micros.insert(0, 6 - micros.size(), '0');
                                                   variable.value = std::to_string(time.tv_sec) + "." + micros;
                                                 },
                                             .assign = nullptr});
}

void define_random(Variables& variables) {
  variables.define_dynamic("RANDOM",
                           {.refresh =
                                [](Shell& shell, Variable& variable) {
                                  const uint32_t before = shell.last_random;
                                  do {
                                    shell.last_random = next_random(shell.random_seed);
                                  } while (shell.last_random == before);
                                  variable.value = std::to_string(shell.last_random);
                                },
                            .assign =
                                [](Shell& shell, std::string_view value) {
                                  shell.random_seed = static_cast<uint32_t>(number_in(value));
                                  shell.last_random = 0;
                                  return true;
                                }},
                           kInteger);
  variables.define_dynamic("SRANDOM",
                           {.refresh =
                                [](Shell&, Variable& variable) {
                                  uint32_t value = 0;
                                  if (getrandom(&value, sizeof value, 0) < 0)
                                    value = static_cast<uint32_t>(now().tv_usec);
                                  variable.value = std::to_string(value);
                                },
                            .assign = nullptr},
                           kInteger);
}

void define_execution(Variables& variables) {
  variables.define_dynamic(
      "LINENO",
      {.refresh = [](Shell& shell, Variable& variable) { variable.value = std::to_string(shell.line); },
       .assign =
           [](Shell& shell, std::string_view value) {
             shell.line = static_cast<int>(number_in(value));
             return true;
           }},
      kInteger);
  variables.define_dynamic(
      "BASHPID",
      {.refresh = [](Shell&, Variable& variable) { variable.value = std::to_string(getpid()); }, .assign = nullptr},
      kInteger);
  variables.define_dynamic("BASH_SUBSHELL",
                           {.refresh =
                                [](Shell& shell, Variable& variable) {
                                  variable.value = std::to_string(shell.subshell_level - shell.execution.outside_stage);
                                },
                            .assign =
                                [](Shell& shell, std::string_view value) {
                                  shell.subshell_level = static_cast<int>(number_in(value));
                                  return true;
                                }},
                           kInteger);
  variables.define_dynamic("BASH_ARGV0",
                           {.refresh = [](Shell& shell, Variable& variable) { variable.value = shell.name; },
                            .assign =
                                [](Shell& shell, std::string_view value) {
                                  shell.name = value;
                                  return true;
                                }});
  variables.define_dynamic(
      "FUNCNAME", {.refresh = frame_array([](const Frame& frame) { return frame.function; }, true), .assign = nullptr},
      kIndexed);
  variables.define_dynamic(
      "BASH_SOURCE",
      {.refresh = frame_array([](const Frame& frame) { return frame.source; }, false), .assign = nullptr}, kIndexed);
  variables.define_dynamic(
      "BASH_LINENO",
      {.refresh = frame_array([](const Frame& frame) { return std::to_string(frame.call_line); }, false),
       .assign = nullptr},
      kIndexed);
  variables.define_dynamic("BASH_ARGC",
                           {.refresh = [](Shell& shell, Variable& variable) { list_arguments(shell, variable, true); }},
                           kIndexed);
  variables.define_dynamic(
      "BASH_ARGV", {.refresh = [](Shell& shell, Variable& variable) { list_arguments(shell, variable, false); }},
      kIndexed);
  variables.define_dynamic("DIRSTACK",
                           {.refresh = [](Shell& shell, Variable& variable) { fill(variable, directory_stack(shell)); },
                            .assign = nullptr,
                            .store = store_directory_stack},
                           kIndexed);
  variables.define_dynamic("GROUPS",
                           {.refresh =
                                [](Shell&, Variable& variable) {
                                  variable.indexed->clear();
                                  gid_t groups[64];
                                  const int count = getgroups(64, groups);
                                  variable.indexed->append(std::to_string(getgid()));
                                  for (int i = 0; i < count; i++) {
                                    if (groups[i] != getgid()) variable.indexed->append(std::to_string(groups[i]));
                                  }
                                },
                            .assign = nullptr},
                           kIndexed);
  variables.define_dynamic("BASH_ALIASES",
                           {.refresh =
                                [](Shell& shell, Variable& variable) {
                                  *variable.associative = AssociativeArray(64);
                                  for (const auto& [name, value] : shell.aliases)
                                    variable.associative->at(name) = value;
                                },
                            .assign = nullptr,
                            .store =
                                [](Shell& shell, const Variable& variable) {
                                  shell.aliases.clear();
                                  for (const auto* entry : variable.associative->entries())
                                    shell.aliases[entry->key] = entry->value;
                                  shell.definitions_epoch++;
                                }},
                           kAssociative);
  variables.define_dynamic(
      "BASH_CMDS",
      {.refresh =
           [](Shell& shell, Variable& variable) {
             *variable.associative = AssociativeArray(256);
             for (const auto& [name, hashed] : shell.hashed) variable.associative->at(name) = hashed.path;
           },
       .assign = nullptr,
       .store =
           [](Shell& shell, const Variable& variable) {
             const auto before = std::exchange(shell.hashed, {});
             for (const auto* entry : variable.associative->entries()) {
               const auto known = before.find(entry->key);
               const bool same = known != before.end() && known->second.path == entry->value;
               if (!same && entry->value.find('/') != std::string::npos && shell.forbids(entry->value)) continue;
               shell.hashed[entry->key] = {entry->value, 0};
             }
           }},
      kAssociative);
}

void define_identity(Shell& shell) {
  Variables& variables = shell.variables;
  const auto constant = [&](std::string_view name, std::string_view value, uint16_t attributes) {
    variables.force(name, value);
    Symbol* symbol = variables.intern(name);
    variables.add_attributes(symbol, symbol->variable.get(), attributes);
  };
  utsname host{};
  uname(&host);
  constant("BASH_VERSION", kVersion, 0);
  constant("HOSTNAME", host.nodename, 0);
  constant("HOSTTYPE", kMachine, 0);
  constant("MACHTYPE", kMachineType, 0);
  constant("OSTYPE", kOperatingSystem, 0);
  constant("UID", std::to_string(getuid()), kReadonly | kInteger);
  constant("EUID", std::to_string(geteuid()), kReadonly | kInteger);
  constant("PPID", std::to_string(getppid()), kReadonly | kInteger);
  constant("IFS", " \t\n", 0);
  constant("OPTIND", "1", kInteger);
  constant("OPTERR", "1", 0);
  constant("HISTCMD", "0", kInteger);
  constant("PS4", "+ ", 0);
  variables.force_array("BASH_VERSINFO", {"5", "2", "15", "1", "release", std::string(kMachineType)});
  Symbol* version = variables.intern("BASH_VERSINFO");
  variables.add_attributes(version, version->variable.get(), kReadonly);
  variables.define_dynamic(
      "SHELLOPTS",
      {.refresh = [](Shell& owner, Variable& variable) { variable.value = joined_options(owner, false); },
       .assign = nullptr},
      kReadonly);
  variables.define_dynamic(
      "BASHOPTS",
      {.refresh = [](Shell& owner, Variable& variable) { variable.value = joined_options(owner, true); },
       .assign = nullptr},
      kReadonly);
}

}  // namespace

void define_special_variables(Shell& shell) {
  shell.seconds_from = now().tv_sec;
  if (getrandom(&shell.random_seed, sizeof shell.random_seed, 0) < 0) {
    shell.random_seed = static_cast<uint32_t>(now().tv_usec);
  }
  define_clocks(shell.variables);
  define_random(shell.variables);
  define_execution(shell.variables);
  define_identity(shell);
  for (const char* name : {"PATH", "IFS", "OPTIND", "POSIXLY_CORRECT", "TZ", "GLOBIGNORE", "LC_ALL", "LC_CTYPE", "LANG",
                           "BASH_COMPAT", "BASH_XTRACEFD", "IGNOREEOF", "HISTSIZE", "HISTFILESIZE"}) {
    shell.variables.intern(name)->special = true;
  }
}

void special_variable_changed(Shell& shell, const Symbol& symbol) {
  const Variable* variable = symbol.variable.get();
  const bool is_set = variable != nullptr && variable->is_set();
  if (symbol.name == "IFS") {
    shell.ifs_is_set = is_set;
    const std::string* value = shell.variables.get("IFS");
    shell.ifs = value != nullptr ? *value : " \t\n";
  } else if (symbol.name == "PATH") {
    shell.hashed.clear();
  } else if (symbol.name == "OPTIND") {
    // getopts notices by itself that the number is not the one it left.
    if (is_set) shell.getopts.index = 0;
  } else if (symbol.name == "POSIXLY_CORRECT") {
    shell.options[SetOption::posix] = is_set;
  } else if (symbol.name == "IGNOREEOF") {
    shell.options[SetOption::ignoreeof] = is_set;
  } else if (symbol.name == "GLOBIGNORE") {
    if (!is_set || !variable->value.empty()) shell.options[Shopt::dotglob] = is_set;
  } else if (symbol.name == "TZ") {
    // One that programs do not see the shell does not, either.
    if (is_set && variable->has(kExported)) {
      setenv("TZ", variable->value.c_str(), 1);
    } else {
      unsetenv("TZ");
    }
    tzset();
  } else if (symbol.name == "HISTSIZE") {
    shell.history->size_changed();
  } else if (symbol.name == "HISTFILESIZE") {
    shell.history->file_size_changed();
  } else if (symbol.name == "BASH_COMPAT") {
    std::string digits = is_set ? variable->value : std::string();
    if (digits.size() == 3 && digits[1] == '.') digits.erase(1, 1);
    const bool known = digits.size() == 2 && ((digits >= "31" && digits <= "44") || (digits >= "50" && digits <= "52"));
    if (!digits.empty() && !known) {
      shell.report("BASH_COMPAT: " + variable->value + ": compatibility value out of range");
    }
  } else if (symbol.name == "BASH_XTRACEFD") {
    const std::string_view text = is_set ? std::string_view(variable->value) : std::string_view();
    int64_t fd = -1;
    if (!text.empty() && (text.back() < '0' || !parse_integer(text, fd) || fd < 0 || fd >= 1 << 20 ||
                          fcntl(static_cast<int>(fd), F_GETFD) < 0)) {
      shell.report("BASH_XTRACEFD: " + variable->value + ": invalid value for trace file descriptor");
    } else {
      shell.trace_descriptor = static_cast<int>(fd);
    }
  } else if (symbol.name == "LC_ALL" || symbol.name == "LC_CTYPE" || symbol.name == "LANG") {
    std::string locale = shell.variables.text("LC_ALL");
    if (locale.empty()) locale = shell.variables.text("LC_CTYPE");
    if (locale.empty()) locale = shell.variables.text("LANG");
    const bool bytes = locale == "C" || locale == "POSIX";
    if (bytes == bytes_are_characters) return;
    bytes_are_characters = bytes;
    // Regular expressions are the library's.
    std::setlocale(LC_CTYPE, bytes ? "C" : "C.UTF-8");
    shell.execution.regexes.clear();
  }
}

}  // namespace shell
