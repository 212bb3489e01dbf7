// Backslash escapes.
#pragma once

#include <string>
#include <string_view>

namespace shell {

// Those of $'…'.
std::string decode_ansi_quotes(std::string_view text);

// Those of echo -e ('e'), printf's %b ('b'), printf's format ('q'). `stop`: \c was met. `without_digits` gets the
// letters of \x \u \U that have none.
std::string decode_escapes(std::string_view text, char dialect, bool* stop = nullptr,
                           std::string* without_digits = nullptr);

}  // namespace shell
