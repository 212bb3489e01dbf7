// Variables as declare -p and ${x@A} show them.
#include "expander.h"

namespace shell {

std::string attribute_letters(const Attributed& variable) {
  static constexpr std::pair<uint16_t, char> kLetters[] = {
      {kIndexed, 'a'}, {kAssociative, 'A'}, {kInteger, 'i'},    {kNameref, 'n'},   {kReadonly, 'r'},
      {kTrace, 't'},   {kExported, 'x'},    {kCapitalize, 'c'}, {kLowercase, 'l'}, {kUppercase, 'u'}};
  std::string letters;
  for (const auto& [attribute, letter] : kLetters) {
    if (variable.has(attribute)) letters += letter;
  }
  return letters;
}

std::string describe_array_value(const Variable& variable) {
  std::string text = "(";
  if (variable.indexed) {
    for (const IndexedArray::Entry& entry : variable.indexed->entries()) {
      if (text.size() > 1) text += ' ';
      text.append("[").append(std::to_string(entry.index)).append("]=").append(quote_value(entry.value));
    }
  } else if (variable.associative) {
    for (const AssociativeArray::Entry* entry : variable.associative->entries()) {
      const bool bare = quote_reusable(entry->key) == entry->key && entry->key != "@";
      text.append("[").append(bare ? entry->key : quote_value(entry->key)).append("]=");
      text.append(quote_value(entry->value)).append(" ");
    }
  }
  return text += ')';
}

std::string describe_variable(Shell&, const Symbol& symbol, const Variable& variable) {
  const std::string letters = attribute_letters(variable);
  std::string text = "declare -" + (letters.empty() ? "-" : letters) + " " + symbol.name;
  if (!variable.is_set()) return text;
  return text.append("=").append(variable.is_array() ? describe_array_value(variable) : quote_value(variable.value));
}

}  // namespace shell
