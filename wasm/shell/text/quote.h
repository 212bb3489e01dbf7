// Text as it can be read back by a shell.
#pragma once

#include <string>
#include <string_view>

namespace shell {

std::string printable(std::string_view text);         // for a message: as it is, or $'…' if need be
std::string in_single_quotes(std::string_view text);  // 'a'\''b'
std::string quote_single(std::string_view text);      // the same, but \' for a quote alone: alias, trap -p
std::string quote_ansi(std::string_view text);        // $'a\nb'
std::string quote_reusable(std::string_view text);    // `set`: bare, '…' or $'…', as bash decides
std::string quote_traced(std::string_view text);      // set -x: the same, but '…' before $'…'
std::string quote_value(std::string_view text);       // declare -p: "…" or $'…'
std::string quote_backslash(std::string_view text);   // printf %q
std::string quote_transform(std::string_view text);   // ${x@Q}: '…' or $'…'
bool needs_ansi_quoting(std::string_view text);

// `special` characters with a backslash before each.
void append_escaped(std::string& out, std::string_view text, std::string_view special);

}  // namespace shell
