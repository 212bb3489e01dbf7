#include "special.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <functional>

#include "../directories.h"
#include "../shell.h"
#include "../text/numbers.h"
#include "../text/utf8.h"

namespace shell {

namespace {

constexpr std::string_view kVersion = "5.2.15(1)-release";
constexpr std::string_view kMachine = "wasm32";
constexpr std::string_view kMachineType = "wasm32-wasmsand-linux-gnu";
constexpr std::string_view kOperatingSystem = "linux-gnu";

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

// FUNCNAME, BASH_SOURCE and BASH_LINENO: innermost first. The outermost frame counts when a script file runs.
template <typename Field>
std::vector<std::string> each_frame(const Shell& shell, Field field) {
  std::vector<std::string> values;
  for (auto frame = shell.frames.rbegin(); frame != shell.frames.rend(); ++frame) {
    if (&*frame != shell.frames.data() || !frame->source.empty()) values.push_back(std::invoke(field, *frame));
  }
  return values;
}

// BASH_ARGC or BASH_ARGV: of all frames, the last argument of each first. Without extdebug only the outermost counts.
std::vector<std::string> frame_arguments(const Shell& shell, bool counts) {
  std::vector<std::string> values;
  for (size_t i = shell.options[Shopt::extdebug] ? shell.frames.size() : shell.frames.size() == 1; i-- > 0;) {
    const Frame& frame = shell.frames[i];
    const size_t count = frame.arguments == nullptr ? 0 : frame.arguments->size();
    if (counts) values.push_back(std::to_string(frame.arguments == nullptr ? 1 : count));
    if (!counts && frame.arguments == nullptr) values.push_back(frame.source);
    for (size_t k = counts ? 0 : count; k-- > 0;) values.push_back((*frame.arguments)[k]);
  }
  return values;
}

std::vector<std::string> groups() {
  gid_t ids[64];
  std::vector<std::string> values{std::to_string(getgid())};
  for (int i = 0, count = getgroups(64, ids); i < count; i++) {
    if (ids[i] != getgid()) values.push_back(std::to_string(ids[i]));
  }
  return values;
}

// The next one that is not the same as the last.
std::string random_text(Shell& shell) {
  const uint32_t before = shell.last_random;
  do {
    shell.last_random = next_random(shell.random_seed);
  } while (shell.last_random == before);
  return std::to_string(shell.last_random);
}

uint32_t unpredictable() {
  uint32_t value = 0;
  return getrandom(&value, sizeof value, 0) < 0 ? static_cast<uint32_t>(now().tv_usec) : value;
}

std::string seconds_with_fraction() {
  const timeval time = now();
  std::string micros = std::to_string(time.tv_usec);
  micros.insert(0, 6 - micros.size(), '0');
  return std::to_string(time.tv_sec) + "." + micros;
}

void fill(Variable& variable, std::vector<std::string> values) { variable.indexed->assign(std::move(values)); }

// As wide as bash's table, which decides on the order of its keys.
template <size_t kBuckets>
void fill(Variable& variable, const auto& table, auto value) {
  *variable.associative = AssociativeArray(kBuckets);
  for (const auto& [name, entry] : table) variable.associative->at(name) = value(entry);
}

void store_hashed(Shell& shell, const Variable& variable) {
  const auto before = std::exchange(shell.hashed, {});
  for (const auto* entry : variable.associative->entries()) {
    const auto known = before.find(entry->key);
    const bool same = known != before.end() && known->second.path == entry->value;
    if (!same && entry->value.find('/') != std::string::npos && shell.forbids(entry->value)) continue;
    shell.hashed[entry->key] = {entry->value, 0};
  }
}

void store_aliases(Shell& shell, const Variable& variable) {
  shell.aliases.clear();
  for (const auto* entry : variable.associative->entries()) shell.aliases[entry->key] = entry->value;
  shell.definitions_epoch++;
}

// Unset outside of functions.
void refresh_function_names(Shell& shell, Variable& variable) {
  const bool none = shell.function_depth == 0;
  fill(variable, none ? std::vector<std::string>() : each_frame(shell, &Frame::function));
  variable.clear(kUnset);
  if (none) variable.attributes |= kUnset;
}

constexpr DynamicVariable kDynamic[] = {
    {"SECONDS", kInteger,
     [](Shell& shell, Variable& variable) { variable.value = std::to_string(now().tv_sec - shell.seconds_from); },
     [](Shell& shell, std::string_view value) { shell.seconds_from = now().tv_sec - number_in(value); }},
    {"EPOCHSECONDS", 0, [](Shell&, Variable& variable) { variable.value = std::to_string(now().tv_sec); }},
    {"EPOCHREALTIME", 0, [](Shell&, Variable& variable) { variable.value = seconds_with_fraction(); }},
    {"RANDOM", kInteger, [](Shell& shell, Variable& variable) { variable.value = random_text(shell); },
     [](Shell& shell, std::string_view value) {
       shell.random_seed = static_cast<uint32_t>(number_in(value));
       shell.last_random = 0;
     }},
    {"SRANDOM", kInteger, [](Shell&, Variable& variable) { variable.value = std::to_string(unpredictable()); }},
    {"LINENO", kInteger, [](Shell& shell, Variable& variable) { variable.value = std::to_string(shell.line); },
     [](Shell& shell, std::string_view value) { shell.line = static_cast<int>(number_in(value)); }},
    {"BASHPID", kInteger, [](Shell&, Variable& variable) { variable.value = std::to_string(getpid()); }},
    {"BASH_SUBSHELL", kInteger,
     [](Shell& shell, Variable& variable) {
       variable.value = std::to_string(shell.subshell_level - shell.execution.outside_stage);
     },
     [](Shell& shell, std::string_view value) { shell.subshell_level = static_cast<int>(number_in(value)); }},
    {"BASH_ARGV0", 0, [](Shell& shell, Variable& variable) { variable.value = shell.name; },
     [](Shell& shell, std::string_view value) { shell.name = value; }},
    {"SHELLOPTS", kReadonly,
     [](Shell& shell, Variable& variable) { variable.value = table_of(shell.options, false).joined(); }},
    {"BASHOPTS", kReadonly,
     [](Shell& shell, Variable& variable) { variable.value = table_of(shell.options, true).joined(); }},
    {"FUNCNAME", kIndexed, refresh_function_names},
    {"BASH_SOURCE", kIndexed,
     [](Shell& shell, Variable& variable) { fill(variable, each_frame(shell, &Frame::source)); }},
    {"BASH_LINENO", kIndexed,
     [](Shell& shell, Variable& variable) {
       fill(variable, each_frame(shell, [](const Frame& frame) { return std::to_string(frame.call_line); }));
     }},
    {"BASH_ARGC", kIndexed, [](Shell& shell, Variable& variable) { fill(variable, frame_arguments(shell, true)); }},
    {"BASH_ARGV", kIndexed, [](Shell& shell, Variable& variable) { fill(variable, frame_arguments(shell, false)); }},
    {"DIRSTACK", kIndexed, [](Shell& shell, Variable& variable) { fill(variable, directory_stack(shell)); }, nullptr,
     store_directory_stack},
    {"GROUPS", kIndexed, [](Shell&, Variable& variable) { fill(variable, groups()); }},
    {"BASH_ALIASES", kAssociative,
     [](Shell& shell, Variable& variable) { fill<64>(variable, shell.aliases, std::identity()); }, nullptr,
     store_aliases},
    {"BASH_CMDS", kAssociative,
     [](Shell& shell, Variable& variable) {
       fill<256>(variable, shell.hashed, [](const HashedCommand& command) { return command.path; });
     },
     nullptr, store_hashed},
};

void define_identity(Shell& shell) {
  Variables& variables = shell.variables;
  const auto constant = [&](std::string_view name, std::string_view value, uint16_t attributes) {
    variables.force(name, value);
    variables.add_attributes(name, attributes);
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
  variables.add_attributes("BASH_VERSINFO", kReadonly);
}

void compatibility_changed(Shell& shell, const Variable* variable) {
  std::string digits = variable != nullptr ? variable->value : std::string();
  if (digits.size() == 3 && digits[1] == '.') digits.erase(1, 1);
  const bool known = digits.size() == 2 && ((digits >= "31" && digits <= "44") || (digits >= "50" && digits <= "52"));
  if (!digits.empty() && !known) {
    shell.report("BASH_COMPAT: " + variable->value + ": compatibility value out of range");
  }
}

void trace_descriptor_changed(Shell& shell, const Variable* variable) {
  const std::string_view text = variable != nullptr ? std::string_view(variable->value) : std::string_view();
  int64_t fd = -1;
  if (!text.empty() && (text.back() < '0' || !parse_integer(text, fd) || fd < 0 || fd >= 1 << 20 ||
                        fcntl(static_cast<int>(fd), F_GETFD) < 0)) {
    shell.report("BASH_XTRACEFD: " + variable->value + ": invalid value for trace file descriptor");
  } else {
    shell.trace_descriptor = static_cast<int>(fd);
  }
}

// One that programs do not see the shell does not, either.
void time_zone_changed(Shell&, const Variable* variable) {
  if (variable != nullptr && variable->has(kExported)) {
    setenv("TZ", variable->value.c_str(), 1);
  } else {
    unsetenv("TZ");
  }
  tzset();
}

void locale_changed(Shell& shell, const Variable*) {
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

void separators_changed(Shell& shell, const Variable* variable) {
  shell.ifs_is_set = variable != nullptr;
  const std::string* value = shell.variables.get("IFS");
  shell.ifs = value != nullptr ? *value : " \t\n";
}

constexpr SpecialVariable kSpecial[] = {
    {"IFS", separators_changed},
    {"PATH", [](Shell& shell, const Variable*) { shell.hashed.clear(); }},
    // getopts notices by itself that the number is not the one it left.
    {"OPTIND",
     [](Shell& shell, const Variable* variable) {
       if (variable != nullptr) shell.getopts.index = 0;
     }},
    {"POSIXLY_CORRECT",
     [](Shell& shell, const Variable* variable) { shell.options[SetOption::posix] = variable != nullptr; }},
    {"IGNOREEOF",
     [](Shell& shell, const Variable* variable) { shell.options[SetOption::ignoreeof] = variable != nullptr; }},
    {"GLOBIGNORE",
     [](Shell& shell, const Variable* variable) {
       if (variable == nullptr || !variable->value.empty()) shell.options[Shopt::dotglob] = variable != nullptr;
     }},
    {"TZ", time_zone_changed},
    {"BASH_COMPAT", compatibility_changed},
    {"BASH_XTRACEFD", trace_descriptor_changed},
    {"LC_ALL", locale_changed},
    {"LC_CTYPE", locale_changed},
    {"LANG", locale_changed},
};

}  // namespace

void define_special_variables(Shell& shell) {
  shell.seconds_from = now().tv_sec;
  shell.random_seed = unpredictable();
  shell.variables.define_dynamic(kDynamic);
  define_identity(shell);
  shell.variables.define_special(kSpecial);
}

void special_variable_changed(Shell& shell, const Symbol& symbol) {
  const Variable* variable = symbol.variable.get();
  symbol.special->changed(shell, variable != nullptr && variable->is_set() ? variable : nullptr);
}

}  // namespace shell
