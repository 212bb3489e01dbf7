// Where a value stands: in a variable, or in an element of an array. Variables::locate decides what a subscript means.
#pragma once

#include <cstdint>
#include <string>

namespace shell {

struct Symbol;

struct Place {
  enum class Kind : uint8_t {
    variable,  // an array's element 0
    indexed,   // a scalar is its own element 0
    keyed,
    whole,  // [@] or [*] of what is no associative array: no place for one value
    bad,    // before the first element
  };
  Symbol* symbol = nullptr;
  Kind kind = Kind::variable;
  int64_t index = 0;
  std::string key = {};  // the expanded subscript
  [[nodiscard]] bool exists() const { return kind <= Kind::keyed; }
};

}  // namespace shell
