// libFuzzer: any bytes as a script, as text in double quotes, as a word, as an array literal. What parses is printed.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../syntax/grammar.h"
#include "../syntax/printer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace shell;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string alias = "echo x | ";
  ParserHost host;
  host.alias = [&](std::string_view name) { return name == "a" ? &alias : nullptr; };
  host.extglob = [size] { return size % 2 == 0; };
  StringSource source(text);
  Grammar grammar(host, source, 1);
  std::shared_ptr<Program> program;
  SyntaxError error{};
  Outcome outcome = Outcome::command;
  while ((outcome = grammar.next(program, error)) == Outcome::command) {
    print_command(*program->body);
    for (const ListItem& item : program->body->items) print_function("f", *item.command);
  }
  Arena arena;
  parse_double_quoted_text(host, arena, text, 1, error);
  parse_word_text(host, arena, text, 1, error);
  parse_compound_assignment(host, arena, "x", text, error);
  return 0;
}
