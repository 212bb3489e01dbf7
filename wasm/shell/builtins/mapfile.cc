// mapfile, also called readarray.
#include <fcntl.h>

#include "../execute/executor.h"
#include "../expand/expand.h"
#include "input.h"

namespace shell {

Done check_descriptor(Shell& shell, const std::string& text, int& fd) {
  int64_t number = 0;
  if (!parse_integer(text, number) || number < 0 || number > INT_MAX) {
    return fail(shell, text + ": invalid file descriptor specification");
  }
  fd = static_cast<int>(number);
  if (fcntl(fd, F_GETFD) >= 0) return {};
  report_errno(shell, text + ": invalid file descriptor", errno);
  return Failure();
}

Symbol* indexed_target(Shell& shell, const std::string& name) {
  const Reference target = shell.variables.resolve(name);
  if (target.symbol == nullptr) return nullptr;
  if (target.subscript) {
    (void)fail_identifier(shell, target.symbol->name + "[" + *target.subscript + "]");
    return nullptr;
  }
  const Variable* variable = shell.variables.variable(target.symbol);
  if (variable == nullptr || !variable->has(kAssociative)) return target.symbol;
  shell.builtin_error(name + ": not an indexed array");
  return nullptr;
}

namespace {

struct MapfileOptions {
  int64_t limit = 0;  // 0: none
  int64_t skip = 0;
  int64_t origin = 0;
  int64_t quantum = 5000;
  bool keep = false;
  bool strip = false;
  char delimiter = '\n';
  int fd = 0;
  std::string callback;
};

// 0, or the status to return.
int parse_options(Shell& shell, OptionReader& reader, MapfileOptions& options) {
  const struct {
    char letter;
    int64_t minimum;
    int64_t& value;
    const char* error;
  } numbers[] = {{'n', 0, options.limit, ": invalid line count"},
                 {'s', 0, options.skip, ": invalid line count"},
                 {'O', 0, options.origin, ": invalid array origin"},
                 {'c', 1, options.quantum, ": invalid callback quantum"}};
  for (int option; (option = reader.next()) != -1;) {
    const std::string& argument = reader.argument();
    if (option == '?') return kUsageStatus;
    if (option == 't') options.strip = true;
    if (option == 'd') options.delimiter = argument.empty() ? '\0' : argument[0];
    if (option == 'C') options.callback = argument;
    if (option == 'O') options.keep = true;
    if (option == 'u' && !check_descriptor(shell, argument, options.fd)) return 1;
    for (const auto& number : numbers) {
      if (number.letter != option) continue;
      const bool good = parse_integer(argument, number.value) && number.value >= number.minimum;
      if (!good) return fail(shell, argument + number.error);
    }
  }
  return 0;
}

// One by one where somebody may look at the array meanwhile, else all at once.
int read_lines(Shell& shell, const MapfileOptions& options, Symbol* symbol) {
  const auto& [limit, skip, origin, quantum, keep, strip, delimiter, fd, callback] = options;
  Input input(fd, taking_signals(shell));
  if (limit == 0 && callback.empty()) input.take_all();
  std::string line;
  for (int64_t i = 0; i < skip; ++i) {
    line.clear();
    if (!input.line(line, delimiter)) break;
  }
  std::vector<std::string> lines;
  for (int64_t count = 1; limit == 0 || count <= limit; ++count) {
    line.clear();
    if (!input.line(line, delimiter)) break;
    if ((strip || delimiter == '\0') && line.back() == delimiter) line.pop_back();
    if (line.find('\0') != std::string::npos) line.resize(line.find('\0'));
    const int64_t index = origin + count - 1;
    if (!callback.empty() && count % quantum == 0) {
      execute_text(shell, callback + " " + std::to_string(index) + " " + quote_single(line), "", shell.line);
      if (shell.unwinding()) return shell.status;
    }
    if (callback.empty() && !keep) {
      lines.push_back(line);
    } else if (!shell.variables.set({symbol, Place::Kind::indexed, index}, line)) {
      return 1;
    }
  }
  if (shell.unwinding()) return shell.status;
  if (!callback.empty() || keep) return 0;
  return shell.variables.set_array(symbol, std::move(lines)) ? 0 : 1;
}

}  // namespace

int builtin_mapfile(Shell& shell, BuiltinCall& call) {
  OptionReader reader(shell, call.words, "d:u:n:O:tC:c:s:");
  MapfileOptions options;
  if (const int refused = parse_options(shell, reader, options); refused != 0) return refused;
  const std::string name = reader.rest().empty() ? "MAPFILE" : reader.rest()[0];
  if (name.empty()) return fail(shell, "empty array variable name", kUsageStatus);
  if (!is_name(name)) return fail_identifier(shell, name);
  Symbol* symbol = indexed_target(shell, name);
  if (symbol == nullptr) return 1;
  if (options.keep) {
    Variable* const array = shell.variables.declare_here(symbol);
    shell.variables.add_attributes(symbol, array, kIndexed);
    array->clear(kUnset);
  } else if (!options.callback.empty() && !shell.variables.set_array(symbol, {})) {
    return 1;
  }
  return read_lines(shell, options, symbol);
}

}  // namespace shell
