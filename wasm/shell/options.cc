#include "options.h"

#include <algorithm>

namespace shell {

const std::array<SetOptionName, static_cast<size_t>(SetOption::count)> kSetOptionNames = [] {
  std::array<SetOptionName, static_cast<size_t>(SetOption::count)> names{{
#define X(name, letter) {#name, letter},
      SHELL_SET_OPTIONS(X)
#undef X
  }};
  names[static_cast<size_t>(SetOption::interactive_comments)].name = "interactive-comments";
  return names;
}();

const std::array<const char*, static_cast<size_t>(Shopt::count)> kShoptNames{{
#define X(name) #name,
    SHELL_SHOPT_OPTIONS(X)
#undef X
}};

Options::Options() {
  using enum SetOption;
  for (const SetOption option : {braceexpand, hashall, interactive_comments}) (*this)[option] = true;
  for (const Shopt option :
       {Shopt::checkwinsize, Shopt::cmdhist, Shopt::complete_fullquote, Shopt::extquote, Shopt::force_fignore,
        Shopt::globasciiranges, Shopt::globskipdots, Shopt::hostcomplete, Shopt::interactive_comments,
        Shopt::patsub_replacement, Shopt::progcomp, Shopt::promptvars, Shopt::sourcepath}) {
    (*this)[option] = true;
  }
}

SetOption find_set_option(std::string_view name) {
  const auto found = std::find_if(kSetOptionNames.begin(), kSetOptionNames.end(),
                                  [&](const SetOptionName& option) { return option.name == name; });
  return static_cast<SetOption>(found - kSetOptionNames.begin());
}

SetOption find_set_option(char letter) {
  const auto found = std::find_if(kSetOptionNames.begin(), kSetOptionNames.end(),
                                  [&](const SetOptionName& option) { return letter != 0 && option.letter == letter; });
  return static_cast<SetOption>(found - kSetOptionNames.begin());
}

Shopt find_shopt(std::string_view name) {
  const auto found =
      std::find_if(kShoptNames.begin(), kShoptNames.end(), [&](const char* option) { return option == name; });
  return static_cast<Shopt>(found - kShoptNames.begin());
}

}  // namespace shell
