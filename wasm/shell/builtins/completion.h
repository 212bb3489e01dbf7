// Programmable completion: complete, compgen, compopt, and the engine they share with session/complete.cc.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shell {

class Shell;

enum CompletionOption : uint16_t {
  kBashDefault = 1 << 0,
  kDefault = 1 << 1,
  kDirNames = 1 << 2,
  kFileNames = 1 << 3,
  kNoQuote = 1 << 4,
  kNoSort = 1 << 5,
  kNoSpace = 1 << 6,
  kPlusDirs = 1 << 7,
};

struct CompletionSpec {
  uint32_t actions = 0;  // bits by position in the table of actions
  uint16_t options = 0;
  std::string glob, words, prefix, suffix, filter, command, function;
  uint64_t age = 0;  // the later defined, the greater
};

// What is being completed.
struct CompletionContext {
  std::string command;
  std::string word;
  std::string previous;
  std::string line;
  size_t point = 0;
  std::vector<std::string> words;
  int index = -1;  // of `word` in `words`; -1: under compgen
};

class CompletionTable {
 public:
  std::map<std::string, CompletionSpec, std::less<>> specs;
  CompletionSpec* active = nullptr;  // whose function runs: compopt without names
  uint64_t age = 0;
};

inline constexpr std::string_view kDefaultSpec = "_DefaultCmD_";
inline constexpr std::string_view kEmptySpec = "_EmptycmD_";
inline constexpr std::string_view kInitialSpec = "_InitialWorD_";

std::vector<std::string> generate(Shell& shell, const CompletionSpec& spec, const CompletionContext& context);
// The words that an action ("file", "command", "variable"…) offers for a beginning.
std::vector<std::string> complete_action(Shell& shell, std::string_view action, const std::string& beginning);

// The actions by name, those with a letter of their own first, each group in alphabetic order.
struct CompletionAction {
  std::string_view name;
  char letter;  // 0: none
};
std::span<const CompletionAction> completion_actions();

}  // namespace shell
