#include "options.h"

#include <algorithm>

namespace shell {

namespace {

constexpr auto kSetNames = [] {
  std::array<OptionTable::Name, static_cast<size_t>(SetOption::count)> names{{
#define X(name, letter) {#name, letter},
      SHELL_SET_OPTIONS(X)
#undef X
  }};
  names[static_cast<size_t>(SetOption::interactive_comments)].name = "interactive-comments";
  return names;
}();

constexpr OptionTable::Name kShoptNames[] = {
#define X(name) {#name},
    SHELL_SHOPT_OPTIONS(X)
#undef X
};

}  // namespace

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

OptionTable table_of(const Options& options, bool shopts) {
  return shopts ? OptionTable{kShoptNames, options.shopt} : OptionTable{kSetNames, options.set};
}

size_t OptionTable::find(std::string_view name) const {
  return static_cast<size_t>(std::ranges::find(names, name, &Name::name) - names.begin());
}

std::string OptionTable::joined() const {
  std::string text;
  for (size_t i = 0; i < names.size(); i++) {
    if (values[i]) text.append(text.empty() ? "" : ":").append(names[i].name);
  }
  return text;
}

SetOption find_set_option(std::string_view name) {
  return static_cast<SetOption>(OptionTable{kSetNames, {}}.find(name));
}

SetOption find_set_option(char letter) {
  const auto found = std::ranges::find(kSetNames, letter, &OptionTable::Name::letter);
  return letter == 0 ? SetOption::count : static_cast<SetOption>(found - kSetNames.begin());
}

}  // namespace shell
