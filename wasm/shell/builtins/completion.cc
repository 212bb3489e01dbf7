#include "completion.h"

#include <algorithm>

#include "../expand/expand.h"
#include "builtins.h"
#include "describe.h"

namespace shell {

namespace {

constexpr std::string_view kOptionNames[] = {"bashdefault", "default", "dirnames", "filenames",
                                             "noquote",     "nosort",  "nospace",  "plusdirs"};

// 0: no such option.
uint16_t option_of(Shell& shell, const std::string& name) {
  const auto* found = std::ranges::find(kOptionNames, name);
  if (found != std::end(kOptionNames)) return static_cast<uint16_t>(1U << (found - std::begin(kOptionNames)));
  shell.builtin_error(name + ": invalid option name");
  return 0;
}

struct Request {
  CompletionSpec spec;
  bool print = false, remove = false;
  std::vector<std::string> names;  // of the special specifications first
};

// What takes a text, in the order in which it is shown.
struct TextOption {
  char letter;
  std::string CompletionSpec::* field;
};
constexpr TextOption kTexts[] = {{'G', &CompletionSpec::glob},   {'W', &CompletionSpec::words},
                                 {'P', &CompletionSpec::prefix}, {'S', &CompletionSpec::suffix},
                                 {'X', &CompletionSpec::filter}, {'C', &CompletionSpec::command}};

std::string_view special_name(int letter) {
  return letter == 'D' ? kDefaultSpec : letter == 'E' ? kEmptySpec : kInitialSpec;
}

// The options of complete and compgen. Not 0: the status of an error.
int parse(Shell& shell, BuiltinCall& call, Request& request, bool complete) {
  CompletionSpec& spec = request.spec;
  OptionReader options(shell, call.words,
                       complete ? "abcdefgjksuvo:prA:G:W:P:S:X:F:C:DEI" : "abcdefgjksuvo:A:G:W:P:S:X:F:C:");
  const auto actions = completion_actions();
  for (int letter; (letter = options.next()) != -1;) {
    const std::string& argument = options.argument();
    const auto* const text = std::ranges::find(kTexts, static_cast<char>(letter), &TextOption::letter);
    if (letter == '?') return kUsageStatus;
    if (letter == 'p') {
      request.print = true;
    } else if (letter == 'r') {
      request.remove = true;
    } else if (letter == 'D' || letter == 'E' || letter == 'I') {
      request.names.emplace_back(special_name(letter));
    } else if (letter == 'o') {
      const uint16_t option = option_of(shell, argument);
      if (option == 0) return kUsageStatus;
      spec.options |= option;
    } else if (text != std::end(kTexts)) {
      spec.*text->field = argument;
    } else if (letter == 'F') {
      const bool odd = argument.find_first_of(" \t\n;&|<>()$`\\'\"") != std::string::npos;
      if (odd || argument.empty()) return fail_identifier(shell, argument, kUsageStatus);
      spec.function = argument;
    } else {
      const auto found = letter == 'A'
                             ? std::ranges::find(actions, argument, &CompletionAction::name)
                             : std::ranges::find(actions, static_cast<char>(letter), &CompletionAction::letter);
      if (found == actions.end()) return fail(shell, argument + ": invalid action name", kUsageStatus);
      spec.actions |= 1U << (found - actions.begin());
    }
  }
  if (request.names.empty()) request.names.assign(options.rest().begin(), options.rest().end());
  return 0;
}

// The name of a specification as an argument of complete or compopt.
std::string name_argument(const std::string& name) {
  return name == kDefaultSpec ? "-D" : name == kEmptySpec ? "-E" : name == kInitialSpec ? "-I" : name;
}

void print_spec(Shell& shell, const std::string& name, const CompletionSpec& spec) {
  std::string text = "complete";
  for (size_t i = 0; i < std::size(kOptionNames); i++) {
    if ((spec.options & (1U << i)) != 0) text += " -o " + std::string(kOptionNames[i]);
  }
  for (size_t i = 0; const CompletionAction& action : completion_actions()) {
    if ((spec.actions & (1U << i++)) == 0) continue;
    text += action.letter != 0 ? std::string(" -") + action.letter : " -A " + std::string(action.name);
  }
  for (const auto& [letter, field] : kTexts) {
    if (!(spec.*field).empty()) text += std::string(" -") + letter + " " + quote_single(spec.*field);
  }
  if (!spec.function.empty()) text += " -F " + spec.function;
  shell.output.write(text + " " + name_argument(name) + "\n");
}

Failure unknown(Shell& shell, const std::string& name) { return fail(shell, name + ": no completion specification"); }

}  // namespace

int builtin_complete(Shell& shell, BuiltinCall& call) {
  auto& specs = shell.completions->specs;
  Request request;
  const int error = parse(shell, call, request, true);
  if (error != 0) return error;
  if (request.remove) {
    if (request.names.empty()) specs.clear();
    return each(shell, request.names,
                [&](const std::string& name) { return specs.erase(name) != 0 ? Done() : unknown(shell, name); });
  }
  if (call.words.size() == 1 || (request.print && request.names.empty())) {
    std::vector<std::string> names;
    for (const auto& [name, spec] : specs) names.push_back(name);
    std::ranges::sort(names, std::greater(), [&specs](const std::string& name) { return specs[name].age; });
    sort_by_hash(names, 512);
    for (const std::string& name : names) print_spec(shell, name, specs[name]);
    return 0;
  }
  if (request.print) {
    return each(shell, request.names, [&](const std::string& name) -> Done {
      const auto found = specs.find(name);
      if (found == specs.end()) return unknown(shell, name);
      print_spec(shell, name, found->second);
      return {};
    });
  }
  if (request.names.empty()) return fail_usage(shell);
  for (const std::string& name : request.names) {
    CompletionSpec& spec = specs[name];
    spec = request.spec;
    spec.age = ++shell.completions->age;
  }
  return 0;
}

int builtin_compgen(Shell& shell, BuiltinCall& call) {
  if (call.words.size() == 1) return 0;
  Request request;
  const int error = parse(shell, call, request, false);
  if (error != 0) return error;
  if (!request.spec.function.empty()) shell.builtin_error("warning: -F option may not work as you expect");
  if (!request.spec.command.empty()) shell.builtin_error("warning: -C option may not work as you expect");
  CompletionContext context;
  context.command = "compgen";
  if (!request.names.empty()) context.word = request.names[0];
  const std::vector<std::string> words = generate(shell, request.spec, context);
  for (const std::string& word : words) {
    shell.output.write(word, '\n');
  }
  return words.empty() ? 1 : 0;
}

int builtin_compopt(Shell& shell, BuiltinCall& call) {
  uint16_t on = 0, off = 0;
  std::vector<std::string> names;
  OptionReader options(shell, call.words, "o:DEI", true);
  for (int letter; (letter = options.next()) != -1;) {
    if (letter == '?') return kUsageStatus;
    if (letter == 'o') {
      const uint16_t option = option_of(shell, options.argument());
      if (option == 0) return kUsageStatus;
      (options.is_plus() ? off : on) |= option;
    } else {
      names.emplace_back(special_name(letter));
    }
  }
  if (names.empty()) names.assign(options.rest().begin(), options.rest().end());
  const auto change = [&](CompletionSpec& spec, const std::string& name) {
    if (on != 0 || off != 0) {
      spec.options = static_cast<uint16_t>((spec.options | on) & ~off);
      return;
    }
    std::string text = "compopt";
    for (size_t i = 0; i < std::size(kOptionNames); i++) {
      text += ((spec.options & (1U << i)) != 0 ? " -o " : " +o ") + std::string(kOptionNames[i]);
    }
    shell.output.write(text + (name.empty() ? "" : " " + name_argument(name)) + "\n");
  };
  if (names.empty()) {
    if (shell.completions->active == nullptr) return fail(shell, "not currently executing completion function");
    change(*shell.completions->active, {});
    return 0;
  }
  return each(shell, names, [&](const std::string& name) -> Done {
    const auto found = shell.completions->specs.find(name);
    if (found == shell.completions->specs.end()) return unknown(shell, name);
    change(found->second, name);
    return {};
  });
}

}  // namespace shell
