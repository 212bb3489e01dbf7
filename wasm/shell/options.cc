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

namespace {

// The option at the place of the name that `is_meant`; count: none.
template <typename Option>
Option find(const auto& names, const auto& is_meant) {
  return static_cast<Option>(std::ranges::find_if(names, is_meant) - names.begin());
}

}  // namespace

SetOption find_set_option(std::string_view name) {
  return find<SetOption>(kSetOptionNames, [&](const SetOptionName& option) { return option.name == name; });
}

SetOption find_set_option(char letter) {
  return find<SetOption>(kSetOptionNames,
                         [&](const SetOptionName& option) { return letter != 0 && option.letter == letter; });
}

Shopt find_shopt(std::string_view name) {
  return find<Shopt>(kShoptNames, [&](const char* option) { return option == name; });
}

}  // namespace shell
