// Backslash escapes.
#pragma once

#include <string>
#include <string_view>

namespace shell {

// Those of $'…' ('$'), echo -e ('e'), printf's %b ('b'), printf's format ('q'). `stop`: \c was met. `without_digits`
// gets the letters of \x \u \U that have none.
std::string decode_escapes(std::string_view text, char dialect, bool* stop = nullptr,
                           std::string* without_digits = nullptr);

inline std::string decode_ansi_quotes(std::string_view text) { return decode_escapes(text, '$'); }

}  // namespace shell
