// set -x.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../shell.h"

namespace shell {

inline bool traces(const Shell& shell) { return shell.options[SetOption::xtrace]; }
void trace_line(Shell& shell, std::string_view text);
void trace_words(Shell& shell, const std::vector<std::string>& words);
// export and readonly show the assignments among their arguments again.
void trace_exported(Shell& shell, const std::vector<std::string>& words);

}  // namespace shell
