// plan_json.
#include <algorithm>
#include <vector>

#include "../../sys/process.h"
#include "../builtins/builtins.h"
#include "../syntax/printer.h"
#include "../syntax/walk.h"
#include "../text/utf8.h"
#include "session.h"

namespace shell {

namespace {

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    size_t length;
    const uint32_t code = decode_utf8(text, 0, length);
    const char c = text.front();
    if (length == 1 && code >= 0x80) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (code < 0x20) {
      constexpr char kHex[] = "0123456789abcdef";
      ((out += "\\u00") += kHex[c >> 4]) += kHex[c & 15];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  out += '"';
}

void append_list(std::string& out, std::string_view key, const std::vector<std::string>& values) {
  out.append(",\"").append(key).append("\":[");
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    append_quoted(out, values[i]);
  }
  out += ']';
}

void add_unique(std::vector<std::string>& values, std::string_view value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.emplace_back(value);
}

// The word's value where no expansion can change it.
bool static_value(std::span<const Part* const> parts, std::string& value) {
  for (const Part* part : parts) {
    if (part->kind == PartKind::double_quoted) {
      if (!static_value(static_cast<const DoubleQuotedPart*>(part)->parts, value)) return false;
      continue;
    }
    if (part->kind != PartKind::literal && part->kind != PartKind::quoted) return false;
    const std::string_view text = static_cast<const TextPart*>(part)->text;
    if (part->kind == PartKind::literal && text.find_first_of("*?[{~") != std::string_view::npos) return false;
    value += text;
  }
  return true;
}

class Planner {
 public:
  void command(const Command& command) {
    // In the order of CommandKind; empty: seen through.
    static constexpr std::string_view kKinds[] = {
        "simple", "",      "",     "",       "subshell", "group",      "if",          "for",   "for",
        "while",  "until", "case", "select", "function", "arithmetic", "conditional", "coproc"};
    if (sys::stack_is_short()) return;
    if (command.kind == CommandKind::simple) return simple(static_cast<const SimpleCommand&>(command));
    if (const std::string_view kind = kKinds[static_cast<size_t>(command.kind)]; !kind.empty()) {
      begin(kind, command);
      if (command.kind == CommandKind::function) {
        const std::string_view name = static_cast<const FunctionCommand&>(command).name;
        add_unique(functions_, name);
        commands_ += ",\"name\":";
        append_quoted(commands_, name);
      }
      redirects(command);
    }
    for_each_child(command, [this, &command](const auto* child) { return inside(command, child); });
  }

  std::string json() {
    std::vector<std::string> programs;
    std::vector<std::string> builtins;
    for (const std::string& name : names_) {
      const bool function = std::find(functions_.begin(), functions_.end(), name) != functions_.end();
      if (!function) (is_builtin_name(name) ? builtins : programs).push_back(name);
    }
    std::string out = "{\"ok\":true,\"commands\":[" + commands_ + "]";
    append_list(out, "programs", programs);
    append_list(out, "builtins", builtins);
    append_list(out, "functions", functions_);
    append_list(out, "paths", paths_);
    return out + "}";
  }

 private:
  void in_pipeline(const Command& command) {
    const Scoped number(pipeline_, ++pipelines_);
    this->command(command);
  }
  void word(const Word* word) {
    if (word != nullptr) parts(word->parts);
  }
  void words(std::span<const Word* const> words) {
    for (const Word* item : words) {
      word(item);
      if (item->assignment != nullptr && item->assignment->compound) assignment(*item->assignment);
    }
  }

  void parts(std::span<const Part* const> parts) {
    for (const Part* part : parts) {
      if (part->kind == PartKind::double_quoted) this->parts(static_cast<const DoubleQuotedPart*>(part)->parts);
      if (part->kind == PartKind::process) command(*static_cast<const ProcessPart*>(part)->body);
      if (part->kind == PartKind::arithmetic) word(static_cast<const ArithmeticPart*>(part)->expression);
      if (part->kind == PartKind::command) {
        if (const List* body = static_cast<const CommandPart*>(part)->body) command(*body);
      }
      if (part->kind != PartKind::parameter) continue;
      const auto& parameter = *static_cast<const ParameterPart*>(part);
      if (parameter.subscript != nullptr) word(parameter.subscript->word);
      word(parameter.word);
      word(parameter.second);
    }
  }

  void assignment(const Assignment& assignment) {
    if (assignment.subscript != nullptr) word(assignment.subscript->word);
    word(assignment.value);
    for (const Assignment* element : assignment.elements) this->assignment(*element);
  }

  void path(const Word& word) {
    std::string value;
    if (static_value(word.parts, value) && value.find('/') != std::string::npos) add_unique(paths_, value);
  }

  void simple(const SimpleCommand& command) {
    begin("simple", command);
    std::string name;
    const bool known = !command.words.empty() && static_value(command.words[0]->parts, name);
    if (known) add_unique(names_, name);
    commands_ += ",\"name\":";
    append_quoted(commands_, known || command.words.empty() ? name : command.words[0]->text);
    commands_ += known || command.words.empty() ? ",\"static\":true" : ",\"static\":false";
    std::vector<std::string> texts;
    for (const Word* item : command.words) {
      texts.emplace_back(item->text);
      path(*item);
    }
    append_list(commands_, "words", texts);
    texts.clear();
    for (const Assignment* item : command.assignments) texts.push_back(print_assignment(*item));
    append_list(commands_, "assignments", texts);
    redirects(command);
    for (const Assignment* item : command.assignments) assignment(*item);
    words(command.words);
  }

  void begin(std::string_view kind, const Command& command) {
    if (!commands_.empty()) commands_ += ',';
    commands_ += "{\"kind\":";
    append_quoted(commands_, kind);
    commands_ += ",\"line\":" + std::to_string(command.line) + ",\"pipeline\":" + std::to_string(pipeline_);
  }

  void redirects(const Command& command) {
    commands_ += ",\"redirects\":[";
    for (const Redirect* redirect : command.redirects) {
      const bool document = redirect->kind == RedirectKind::here_document;
      const std::string_view target = document ? redirect->delimiter : redirect->target->text;
      if (redirect != command.redirects.front()) commands_ += ',';
      commands_ += "{\"operator\":";
      append_quoted(commands_, operator_of(redirect->kind));
      commands_ += ",\"fd\":" + std::to_string(redirect->descriptor()) + ",\"target\":";
      append_quoted(commands_, target);
      commands_ += '}';
      std::string value;
      if (!document && !duplicates(redirect->kind) && redirect->kind != RedirectKind::here_string &&
          static_value(redirect->target->parts, value)) {
        add_unique(paths_, value);
      }
    }
    commands_ += "]}";
    for (const Redirect* redirect : command.redirects) word(redirect->target);
  }

  bool inside(const Command&, const Word* child) {
    words({&child, 1});
    return true;
  }
  // Only a pipeline and a list say by themselves which pipeline their parts are in.
  bool inside(const Command& parent, const Command* child) {
    const bool same = parent.kind == CommandKind::pipeline || child->kind == CommandKind::list;
    same ? command(*child) : in_pipeline(*child);
    return true;
  }

  std::string commands_;
  std::vector<std::string> names_;
  std::vector<std::string> functions_;
  std::vector<std::string> paths_;
  int pipelines_ = 0;
  int pipeline_ = 0;
};

}  // namespace

std::string plan_json(const ParserHost& host, std::string_view command) {
  std::shared_ptr<Program> program;
  SyntaxError error{};
  if (parse_all(host, command, 1, program, error) == Outcome::error) {
    std::string message;
    for (const std::string& line : error.messages) message += message.empty() ? line : "\n" + line;
    std::string out = "{\"ok\":false,\"error\":{\"line\":" + std::to_string(error.line) + ",\"message\":";
    append_quoted(out, message.empty() ? "syntax error" : message);
    return out + "}}";
  }
  Planner planner;
  planner.command(*program->body);
  return planner.json();
}

}  // namespace shell
