// The words of the grammar.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace shell {

// In bash's order, which lists of them keep.
enum class Reserved : uint8_t {
  if_,
  then,
  else_,
  elif,
  fi,
  case_,
  esac,
  for_,
  select,
  while_,
  until,
  do_,
  done,
  in,
  function,
  time,
  brace_open,
  brace_close,
  bang,
  brackets,
  brackets_close,
  coproc,
  none,
};

Reserved reserved_word(std::string_view text);
std::span<const std::string_view> keywords();
// -f and its like, of test and [[.
bool is_unary_test(std::string_view op);

}  // namespace shell
