// What the system grants this process: ulimit, umask, times.
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

#include "builtins.h"

namespace shell {

namespace {

constexpr int kPipeSize = -1;  // no resource of the kernel's
constexpr rlim_t kPipeBytes = 4096;

struct Limit {
  char letter;
  int resource;
  rlim_t unit;
  const char* description;
  const char* units;  // null: a plain number
};

constexpr Limit kLimits[] = {
    {'R', RLIMIT_RTTIME, 1, "real-time non-blocking time", "microseconds"},
    {'c', RLIMIT_CORE, 1024, "core file size", "blocks"},
    {'d', RLIMIT_DATA, 1024, "data seg size", "kbytes"},
    {'e', RLIMIT_NICE, 1, "scheduling priority", nullptr},
    {'f', RLIMIT_FSIZE, 1024, "file size", "blocks"},
    {'i', RLIMIT_SIGPENDING, 1, "pending signals", nullptr},
    {'l', RLIMIT_MEMLOCK, 1024, "max locked memory", "kbytes"},
    {'m', RLIMIT_RSS, 1024, "max memory size", "kbytes"},
    {'n', RLIMIT_NOFILE, 1, "open files", nullptr},
    {'p', kPipeSize, 512, "pipe size", "512 bytes"},
    {'q', RLIMIT_MSGQUEUE, 1, "POSIX message queues", "bytes"},
    {'r', RLIMIT_RTPRIO, 1, "real-time priority", nullptr},
    {'s', RLIMIT_STACK, 1024, "stack size", "kbytes"},
    {'t', RLIMIT_CPU, 1, "cpu time", "seconds"},
    {'u', RLIMIT_NPROC, 1, "max user processes", nullptr},
    {'v', RLIMIT_AS, 1024, "virtual memory", "kbytes"},
    {'x', RLIMIT_LOCKS, 1, "file locks", nullptr},
};

const Limit* find_limit(char letter) {
  const auto* found = std::ranges::find(kLimits, letter, &Limit::letter);
  return found == std::end(kLimits) ? nullptr : found;
}

// 0 or an errno.
int read_limit(const Limit& limit, rlimit& values) {
  if (limit.resource == kPipeSize) {
    values.rlim_cur = values.rlim_max = kPipeBytes;
    return 0;
  }
  return getrlimit(limit.resource, &values) == 0 ? 0 : errno;
}

int limit_error(Shell& shell, const Limit& limit, const char* what, int error) {
  return fail(shell, std::string(limit.description) + ": cannot " + what + " limit: " + std::strerror(error));
}

int show_limit(Shell& shell, const Limit& limit, bool hard, bool described) {
  rlimit values{};
  const int error = read_limit(limit, values);
  if (error != 0) return limit_error(shell, limit, "get", error);
  if (described) {
    const std::string unit = limit.units == nullptr ? std::string("(-") + limit.letter + ") "
                                                    : std::string("(") + limit.units + ", -" + limit.letter + ") ";
    char label[80];
    snprintf(label, sizeof label, "%-20s %20s", limit.description, unit.c_str());
    shell.output.write(label);
  }
  const rlim_t value = hard ? values.rlim_max : values.rlim_cur;
  shell.output.write(value == RLIM_INFINITY ? std::string("unlimited\n") : std::to_string(value / limit.unit) + "\n");
  return 0;
}

int change_limit(Shell& shell, const Limit& limit, const std::string& text, bool soft, bool hard) {
  rlimit values{};
  int error = read_limit(limit, values);
  if (error != 0) return limit_error(shell, limit, "get", error);
  rlim_t value = 0;
  if (text == "hard") {
    value = values.rlim_max;
  } else if (text == "soft") {
    value = values.rlim_cur;
  } else if (text == "unlimited") {
    value = RLIM_INFINITY;
  } else {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size()) return fail(shell, text + ": invalid number");
    const bool too_large = problem == std::errc::result_out_of_range || value > RLIM_INFINITY / limit.unit;
    if (too_large) return fail(shell, text + ": limit out of range");
    value *= limit.unit;
  }
  if (soft) values.rlim_cur = value;
  if (hard) values.rlim_max = value;
  if (limit.resource == kPipeSize) {
    error = EINVAL;
  } else if (setrlimit(limit.resource, &values) != 0) {
    error = errno;
  }
  return error == 0 ? 0 : limit_error(shell, limit, "modify", error);
}

std::string symbolic_mask(mode_t mask) {
  std::string text;
  for (const int shift : {6, 3, 0}) {
    text += text.empty() ? "u=" : shift == 3 ? ",g=" : ",o=";
    const unsigned granted = ~static_cast<unsigned>(mask) >> shift;
    if ((granted & 4) != 0) text += 'r';
    if ((granted & 2) != 0) text += 'w';
    if ((granted & 1) != 0) text += 'x';
  }
  return text;
}

// "u=rwx,g-w": changes `granted`.
Done apply_symbolic(Shell& shell, const std::string& mode, unsigned& granted) {
  for (const char* at = mode.c_str();; at++) {
    unsigned who = 0, permissions = 0;
    for (; *at != '\0' && std::strchr("agou", *at) != nullptr; at++) {
      who |= *at == 'a' ? 0777U : *at == 'u' ? 0700U : *at == 'g' ? 0070U : 0007U;
    }
    const char op = *at;
    if (op != '+' && op != '-' && op != '=') {
      return fail(shell, std::string("`") + op + "': invalid symbolic mode operator");
    }
    for (at++; *at == 'r' || *at == 'w' || *at == 'x'; at++)
      permissions |= *at == 'r' ? 0444U : *at == 'w' ? 0222U : 0111U;
    if (*at != '\0' && *at != ',') {
      return fail(shell, std::string("`") + *at + "': invalid symbolic mode character");
    }
    if (who != 0) permissions &= who;
    if (op == '+') granted |= permissions;
    if (op == '-') granted &= ~permissions;
    if (op == '=') granted = (granted & ~(who == 0 ? 0777U : who)) | permissions;
    if (*at == '\0') return {};
  }
}

bool parse_octal(std::string_view text, mode_t& mode) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mode, 8);
  return error == std::errc() && end == text.data() + text.size() && mode <= 07777;
}

std::string minutes(const timeval& time) {
  char text[48];
  const auto seconds = static_cast<long long>(time.tv_sec);
  snprintf(text, sizeof text, "%lldm%lld.%03ds", seconds / 60, seconds % 60, static_cast<int>(time.tv_usec / 1000));
  return text;
}

}  // namespace

int builtin_times(Shell& shell, BuiltinCall&) {
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    shell.output.write(minutes(usage.ru_utime) + " " + minutes(usage.ru_stime) + "\n");
  }
  return 0;
}

// The options are not OptionReader's: the value of each is optional, and an argument that begins with a dash is none.
int builtin_ulimit(Shell& shell, BuiltinCall& call) {
  struct Command {
    const Limit* limit;
    const std::string* value;
    size_t offset;
  };
  std::vector<Command> commands;
  bool all = false, soft = false, hard = false;
  size_t i = 1;
  for (; i < call.words.size(); i++) {
    const std::string& word = call.words[i];
    if (word.size() < 2 || word[0] != '-') break;
    if (word == "--") {
      i++;
      break;
    }
    for (size_t at = 1; at < word.size(); at++) {
      const char letter = word[at];
      if (letter == 'a' || letter == 'S' || letter == 'H') {
        (letter == 'a' ? all : letter == 'S' ? soft : hard) = true;
        continue;
      }
      const Limit* limit = find_limit(letter);
      if (limit == nullptr) return fail_usage(shell, std::string("-") + letter + ": invalid option");
      const bool attached = at + 1 < word.size();
      const bool follows = !attached && i + 1 < call.words.size() && !call.words[i + 1].starts_with('-');
      commands.push_back({limit, attached ? &word : follows ? &call.words[i + 1] : nullptr, attached ? at + 1 : 0});
      if (follows) i++;
      if (attached || follows) break;
    }
  }
  if (all) {
    for (const Limit& limit : kLimits) show_limit(shell, limit, hard && !soft, true);
    return 0;
  }
  if (commands.empty()) commands.push_back({find_limit('f'), i < call.words.size() ? &call.words[i] : nullptr, 0});
  for (const Command& command : commands) {
    const int status =
        command.value == nullptr
            ? show_limit(shell, *command.limit, hard && !soft, commands.size() > 1)
            : change_limit(shell, *command.limit, command.value->substr(command.offset), soft || !hard, hard || !soft);
    if (status != 0) return status;
  }
  return 0;
}

int builtin_umask(Shell& shell, BuiltinCall& call) {
  const bool symbolic = call.has('S');
  mode_t mask = umask(022);
  umask(mask);
  if (!call.operands.empty()) {
    const std::string& mode = call.operands[0];
    if (!mode.empty() && mode[0] >= '0' && mode[0] <= '9') {
      if (!parse_octal(mode, mask)) return fail(shell, mode + ": octal number out of range");
    } else {
      unsigned granted = ~static_cast<unsigned>(mask) & 0777U;
      if (!apply_symbolic(shell, mode, granted)) return 1;
      mask = static_cast<mode_t>(~granted & 0777U);
    }
    umask(mask);
    if (symbolic) shell.output.write(symbolic_mask(mask) + "\n");
    return 0;
  }
  if (call.has('p')) shell.output.write(symbolic ? "umask -S " : "umask ");
  char octal[16];
  snprintf(octal, sizeof octal, "%04o", static_cast<unsigned>(mask));
  shell.output.write((symbolic ? symbolic_mask(mask) : std::string(octal)) + "\n");
  return 0;
}

}  // namespace shell
