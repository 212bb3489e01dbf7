// Words: the order of expansions, and the entries other rooms use.
#include "expander.h"

#include <algorithm>

#include "../../sys/process.h"
#include "../interrupt.h"
#include "../text/split.h"

namespace shell {

namespace {

std::string_view without_final_newlines(std::string_view text) {
  const size_t last = text.find_last_not_of('\n');
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

Done expand_text_word(Shell& shell, const Word& word, std::string& out, Sink::Mode mode, TildeRule tildes) {
  Sink sink(shell, mode, out);
  sink.assigns = tildes == TildeRule::assignment;
  return Expander(shell, sink).word(word, tildes);
}

Done expand_fields(Shell& shell, const Word& word, std::vector<std::string>& out) {
  Sink sink(shell, out);
  const TildeRule tildes =
      word.assignment != nullptr && !shell.options[SetOption::posix] ? TildeRule::assignment : TildeRule::at_start;
  return Done::when(Expander(shell, sink).word(word, tildes) && sink.finish());
}

}  // namespace

PatternFlags pattern_flags(const Shell& shell) {
  return {.extglob = shell.options[Shopt::extglob], .ignore_case = shell.options[Shopt::nocasematch]};
}

Failure fail_unset(Shell& shell, std::string_view message) {
  shell.status = 1;
  return shell.fail(message, Reach::shell);
}

// Outside of assignments bash looks for quotes up to the next slash, though a colon ends the name before it.
size_t tilde_prefix_end(std::span<const Part* const> parts, size_t at, bool in_assignment) {
  const std::string_view text = static_cast<const TextPart*>(parts[0])->text;
  const size_t end = text.find_first_of("/:", at);
  if (end == std::string_view::npos) return parts.size() == 1 ? text.size() : end;
  if (in_assignment || text.find('/', end) != std::string_view::npos) return end;
  for (const Part* next : parts.subspan(1)) {
    if (next->kind == PartKind::quoted || next->kind == PartKind::double_quoted) return std::string_view::npos;
    if (next->kind == PartKind::literal && static_cast<const TextPart*>(next)->text.find('/') != std::string_view::npos)
      break;
  }
  return end;
}

Done Expander::word(const Word& word, TildeRule tildes) {
  if (word.plain) {
    sink_.literal(word.parts.empty() ? word.text : static_cast<const TextPart*>(word.parts[0])->text);
    return {};
  }
  if (tildes == TildeRule::none || word.text.find('~') == std::string_view::npos) return parts(word.parts, false);
  // A tilde prefix stands at the start, and in assignments after = and each colon; it must be all of one literal.
  bool may_start = tildes == TildeRule::at_start || word.assignment == nullptr;
  bool seen_equals = word.assignment == nullptr;
  for (size_t i = 0; i < word.parts.size(); ++i) {
    const Part& next = *word.parts[i];
    if (next.kind != PartKind::literal) {
      may_start = false;
      if (!part(next, false)) return Failure();
      continue;
    }
    const std::string_view text = static_cast<const TextPart&>(next).text;
    size_t done = 0;
    for (size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '~' && may_start) {
        const size_t end = tilde_prefix_end(word.parts.subspan(i), at, tildes == TildeRule::assignment);
        std::string home;
        if (end != std::string_view::npos && expand_tilde(shell_, text.substr(at, end - at), home) != 0) {
          if (at > done) sink_.literal(text.substr(done, at - done));
          sink_.quoted(home);
          sink_.exists();
          done = end;
          at = end - 1;
        }
      }
      may_start = tildes == TildeRule::assignment && ((c == ':' && seen_equals) || (c == '=' && !seen_equals));
      if (c == '=') seen_equals = true;
    }
    if (done < text.size()) sink_.literal(text.substr(done));
  }
  return {};
}

Done Expander::parts(std::span<const Part* const> parts, bool quoted, bool split) {
  for (const Part* next : parts) {
    if (!part(*next, quoted, split)) return Failure();
  }
  return {};
}

Done Expander::part(const Part& part, bool quoted, bool split) {
  if (interrupted()) return Failure();
  switch (part.kind) {
    case PartKind::literal: {
      const std::string_view text = static_cast<const TextPart&>(part).text;
      if (quoted || split) return emit(text, quoted);
      sink_.literal(text);
      return {};
    }
    case PartKind::quoted:
      sink_.exists();
      sink_.quoted(static_cast<const TextPart&>(part).text);
      return {};
    case PartKind::double_quoted: {
      (void)sink_.take_met_empty_list();
      if (!parts(static_cast<const DoubleQuotedPart&>(part).parts, true)) return Failure();
      if (!sink_.take_met_empty_list()) sink_.exists();
      return {};
    }
    case PartKind::parameter: {
      // The text of a here-document is quoted without quotes around it.
      const auto& found = static_cast<const ParameterPart&>(part);
      return parameter(found, quoted || (found.in_double_quotes && sink_.mode() == Sink::Mode::text));
    }
    case PartKind::command: {
      if (sys::stack_is_short()) return shell_.fail("command substitution: nested too deeply", Reach::line);
      const std::string output = shell_.services.command_output(shell_, static_cast<const CommandPart&>(part));
      (void)emit(without_final_newlines(output), quoted);
      return Done::when(!shell_.unwinding());
    }
    case PartKind::arithmetic: {
      const Scoped nameless(shell_.command_name, std::string_view());
      const std::optional<int64_t> value = evaluate(shell_, *static_cast<const ArithmeticPart&>(part).expression);
      if (!value) return shell_.give_up(Reach::rules);
      return emit(std::to_string(*value), quoted);
    }
    case PartKind::process:
      sink_.quoted(shell_.services.process_substitution(shell_, static_cast<const ProcessPart&>(part)));
      return Done::when(!shell_.unwinding());
  }
  return {};
}

Done expand_word(Shell& shell, const Word& word, std::vector<std::string>& out) {
  if (word.plain) {
    out.emplace_back(word.parts.empty() ? word.text : static_cast<const TextPart*>(word.parts[0])->text);
    return {};
  }
  if (const std::optional<Done> done = expand_braced_word(shell, word, out)) return *done;
  return expand_fields(shell, word, out);
}

std::optional<Done> expand_braced_word(Shell& shell, const Word& word, std::vector<std::string>& out) {
  if (!word.has_brace || !shell.options[SetOption::braceexpand]) return std::nullopt;
  Arena arena;
  std::vector<std::vector<const Part*>> variants;
  if (!expand_braces(shell, word, variants, arena)) return Done(Failure());
  if (variants.empty()) return std::nullopt;
  Word variant = word;
  for (const std::vector<const Part*>& parts : variants) {
    if (interrupted()) return Done(Failure());
    variant.parts = parts;
    if (!expand_fields(shell, variant, out)) return Done(Failure());
  }
  return Done();
}

Done expand_words(Shell& shell, std::span<const Word* const> words, std::vector<std::string>& out) {
  out.reserve(out.size() + words.size());
  for (const Word* word : words) {
    if (!expand_word(shell, *word, out)) return Failure();
  }
  return {};
}

Done expand_to_string(Shell& shell, const Word& word, std::string& out, TildeRule tildes) {
  return expand_text_word(shell, word, out, Sink::Mode::text, tildes);
}

Done expand_document(Shell& shell, const Word& word, std::string& out) {
  const auto has_at = [](const Part* part) {
    if (part->kind != PartKind::parameter) return false;
    const std::string_view text = static_cast<const ParameterPart*>(part)->text;
    return text.find("$@") != text.npos || text.find("${@") != text.npos || text.find("[@]") != text.npos;
  };
  const bool splits = std::any_of(word.parts.begin(), word.parts.end(), has_at);
  std::vector<std::string> fields;
  Sink sink(shell, fields, splits ? Sink::Document::split : Sink::Document::whole);
  if (!Expander(shell, sink).parts(word.parts, true) || !sink.finish()) return Failure();
  out += join(fields, " ");
  return {};
}

Done expand_to_pattern(Shell& shell, const Word& word, std::string& out) {
  return expand_text_word(shell, word, out, Sink::Mode::pattern, TildeRule::at_start);
}

Done expand_to_regex(Shell& shell, const Word& word, std::string& out) {
  return expand_text_word(shell, word, out, Sink::Mode::regex, TildeRule::at_start);
}

Done expand_redirect_target(Shell& shell, const Word& word, std::string& out) {
  std::vector<std::string> fields;
  if (!shell.options[SetOption::posix] || shell.interactive) {
    if (!expand_word(shell, word, fields)) return Failure();
  } else if (const std::optional<Done> braced = expand_braced_word(shell, word, fields)) {
    if (!*braced) return Failure();
  } else {  // one word, whatever is in it
    std::string text;
    if (!expand_to_string(shell, word, text, TildeRule::at_start)) return Failure();
    if (!text.empty() || word.quoted) fields.push_back(std::move(text));
  }
  if (fields.size() != 1) {
    shell.report(std::string(word.text) + ": ambiguous redirect");
    shell.status = 1;
    return Failure();
  }
  out = std::move(fields[0]);
  return {};
}

Done expand_key(Shell& shell, std::string_view text, std::string& out) {
  out = text;
  if (text.find_first_of("$`'\"\\") == std::string_view::npos) return {};
  Arena arena;
  SyntaxError error{};
  const Word* word = parse_word_text(shell.parser_host(), arena, text, shell.line, error);
  if (word == nullptr) return Failure();
  out.clear();
  return expand_to_string(shell, *word, out, TildeRule::none);
}

Done expand_index(Shell& shell, std::string_view text, std::string& out) {
  std::string unquoted(text);
  std::erase(unquoted, '"');
  out.clear();
  return expand_text(shell, unquoted, out);
}

Done expand_subscript(Shell& shell, const Subscript& subscript, std::string& out, Symbol* owner) {
  if (subscript.word == nullptr) {
    out += subscript.text;
    return {};
  }
  if (owner != nullptr && subscript.word->quoted && subscript.text.find_first_of("'\\") != std::string_view::npos) {
    const Symbol* array = shell.variables.resolve(owner).symbol;
    if (array != nullptr && !(array->variable && array->variable->has(kAssociative))) {
      return expand_text(shell, subscript.text, out);
    }
  }
  return expand_to_string(shell, *subscript.word, out, TildeRule::none);
}

Done expand_text(Shell& shell, std::string_view text, std::string& out) {
  if (text.find_first_of("$`\\") == std::string_view::npos) {
    out += text;
    return {};
  }
  if (sys::stack_is_short()) return shell.fail("expansion: nested too deeply", Reach::line);
  Arena arena;
  SyntaxError error;
  const Word* word = parse_double_quoted_text(shell.parser_host(), arena, text, shell.line, error);
  if (word == nullptr) {
    shell.report_syntax_error(error, "");
    return Failure();
  }
  Sink sink(shell, Sink::Mode::text, out);
  return Expander(shell, sink).parts(word->parts, true);
}

}  // namespace shell
