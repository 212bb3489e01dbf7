// Arithmetic expressions, compiled to code for a machine with a stack. Compiled forms are kept per text.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "expand.h"

namespace shell {

enum class ArithmeticOp : uint8_t {
  push,       // constants[argument]
  load,       // variables[argument]
  load_keep,  // load, and remember which element that was for store_kept
  store,      // the top of the stack, which stays
  store_kept,
  increment_before,
  decrement_before,
  increment_after,
  decrement_after,
  drop,
  jump,          // to code[argument]
  jump_if_zero,  // takes the condition
  and_then,      // a zero on top stays and jumps; anything else goes
  or_else,       // not zero: becomes 1 and jumps; zero goes
  truth,         // 0 or 1
  not_,
  complement,
  negate,
  add,
  subtract,
  multiply,
  divide,  // argument: where the message's token begins
  modulo,
  power,
  shift_left,
  shift_right,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  bit_and,
  bit_xor,
  bit_or,
};

struct ArithmeticProgram {
  struct Code {
    ArithmeticOp op;
    uint32_t argument;
  };
  struct VariableUse {
    Symbol* symbol;
    std::string_view subscript;
    bool element;
    size_t token;  // where its name stands
  };
  std::string text;
  std::vector<Code> code;
  std::vector<int64_t> constants;
  std::vector<VariableUse> variables;
  size_t stack_size = 0;
};

struct ArithmeticError {
  std::string message;
  size_t token = 0;
  size_t end = std::string::npos;  // where the text shown stops
};

// Compiles program.text. False with `error` set: what precedes the error takes effect, and may be an error itself.
bool compile_arithmetic(Shell& shell, ArithmeticProgram& program, ArithmeticError& error);

// What a Shell keeps between evaluations.
class ArithmeticCache {
 public:
  std::shared_ptr<const ArithmeticProgram>& slot(std::string_view text) {
    return slots_[std::hash<std::string_view>()(text) % slots_.size()];
  }
  int depth = 0;

 private:
  std::array<std::shared_ptr<const ArithmeticProgram>, 256> slots_;
};

}  // namespace shell
