// What a command would do, as data, without doing any of it.
#pragma once

#include <string>
#include <string_view>

#include "../syntax/parser.h"

namespace shell {

// JSON: {"ok":true,"commands":[…],"programs":[…],"builtins":[…],"functions":[…],"paths":[…]} or
// {"ok":false,"error":{"line":1,"message":"…"}}. Commands inside substitutions, functions and conditions are listed as
// all others, in the order of the text.
std::string plan_json(const ParserHost& host, std::string_view command);

}  // namespace shell
