#include "../../sys/process.h"
#include "../text/split.h"
#include "arithmetic.h"

namespace shell {

namespace {

using Op = ArithmeticOp;

constexpr int kPowerLevel = 11;
constexpr uint32_t kNowhere = UINT32_MAX;  // of a jump: to be known

struct BinaryOperator {
  std::string_view text;
  Op op;
  int level;
  bool assigns;  // there is also "op="
};
// Longer ones first.
constexpr BinaryOperator kBinary[] = {
    {"||", Op::or_else, 1, false},    {"&&", Op::and_then, 2, false},      {"==", Op::equal, 6, false},
    {"!=", Op::not_equal, 6, false},  {"<<", Op::shift_left, 8, true},     {">>", Op::shift_right, 8, true},
    {"<=", Op::less_equal, 7, false}, {">=", Op::greater_equal, 7, false}, {"**", Op::power, kPowerLevel, false},
    {"|", Op::bit_or, 3, true},       {"^", Op::bit_xor, 4, true},         {"&", Op::bit_and, 5, true},
    {"<", Op::less, 7, false},        {">", Op::greater, 7, false},        {"+", Op::add, 9, true},
    {"-", Op::subtract, 9, true},     {"*", Op::multiply, 10, true},       {"/", Op::divide, 10, true},
    {"%", Op::modulo, 10, true},
};

class Compiler {
 public:
  Compiler(Shell& shell, ArithmeticProgram& program, ArithmeticError& error)
      : shell_(shell), program_(program), text_(program.text), error_(error) {}

  bool run() {
    if (text_.find_first_not_of(" \t\n") == std::string_view::npos) {
      constant(0);
      return true;
    }
    if (next() && comma() && (token_ == Token::end || fail("syntax error in expression"))) return true;
    for (ArithmeticProgram::Code& code : program_.code) {
      if (code.argument == kNowhere) code.argument = static_cast<uint32_t>(program_.code.size());
    }
    return false;
  }

 private:
  enum class Token : uint8_t {
    end,
    number,
    name,
    binary,
    assign,
    before,
    after,
    open,
    close,
    question,
    colon,
    comma,
    not_,
    complement
  };

  bool fail(std::string_view message) {
    error_.message = message;
    error_.token = start_;
    return false;
  }

  void emit(Op op, uint32_t argument = 0) {
    program_.code.push_back({op, argument});
    if (op == Op::push || op == Op::load || op == Op::load_keep || op == Op::increment_before ||
        op == Op::decrement_before || op == Op::increment_after || op == Op::decrement_after) {
      program_.stack_size = std::max(program_.stack_size, ++depth_);
    } else if (op == Op::drop || op == Op::jump_if_zero || op == Op::and_then || op == Op::or_else || op >= Op::add) {
      depth_ -= 1;
    }
  }
  void constant(int64_t value) {
    emit(Op::push, static_cast<uint32_t>(program_.constants.size()));
    program_.constants.push_back(value);
  }
  size_t emit_jump(Op op) {
    emit(op, kNowhere);
    return program_.code.size() - 1;
  }
  void land(size_t jump) { program_.code[jump].argument = static_cast<uint32_t>(program_.code.size()); }

  // ---- tokens ----
  [[nodiscard]] size_t behind_blanks(size_t at) const {
    while (at < text_.size() && is_space(text_[at])) at += 1;
    return at;
  }

  bool next() {
    const Token before = token_;
    position_ = behind_blanks(position_);
    if (position_ >= text_.size()) return take(Token::end, operator_, 0);
    start_ = position_;
    const char c = text_[position_];
    if (is_name_start(c)) return name();
    if (is_digit(c)) return number();
    const char second = position_ + 1 < text_.size() ? text_[position_ + 1] : '\0';
    if ((c == '+' || c == '-') && second == c) {
      const size_t after = behind_blanks(position_ + 2);
      if (before == Token::name || (after < text_.size() && is_name_start(text_[after]))) {
        increments_ = c == '+';
        return take(before == Token::name ? Token::after : Token::before, operator_, 2);
      }
      return take(Token::binary, c == '+' ? &kBinary[14] : &kBinary[15], 1);
    }
    if (c == '=' && second != '=') return take(Token::assign, nullptr, 1);
    if (c == '!' && second != '=') return take(Token::not_, nullptr, 1);
    for (const BinaryOperator& binary : kBinary) {
      if (!text_.substr(position_).starts_with(binary.text)) continue;
      const size_t length = binary.text.size();
      const bool assigns = binary.assigns && position_ + length < text_.size() && text_[position_ + length] == '=';
      return take(assigns ? Token::assign : Token::binary, &binary, length + (assigns ? 1 : 0));
    }
    static constexpr std::string_view kSingle = "()?:,~";
    static constexpr Token kSingleTokens[] = {Token::open,  Token::close, Token::question,
                                              Token::colon, Token::comma, Token::complement};
    const size_t which = kSingle.find(c);
    if (which != std::string_view::npos) return take(kSingleTokens[which], nullptr, 1);
    const bool after_operand = before == Token::number || before == Token::name || before == Token::after;
    return fail(after_operand ? "syntax error: invalid arithmetic operator" : "syntax error: operand expected");
  }

  bool take(Token token, const BinaryOperator* binary, size_t length) {
    token_ = token;
    operator_ = binary;
    position_ += length;
    return true;
  }

  bool name() {
    size_t end = position_;
    while (end < text_.size() && is_name_char(text_[end])) end += 1;
    name_ = text_.substr(position_, end - position_);
    name_start_ = position_;
    subscript_ = {};
    element_ = end < text_.size() && text_[end] == '[';
    if (element_) {
      const size_t close = closing_bracket(text_, end, true);
      if (close == std::string_view::npos) return fail("bad array subscript");
      subscript_ = text_.substr(end + 1, close - end - 1);
      end = close + 1;
    }
    position_ = end;
    token_ = Token::name;
    return true;
  }

  bool number() {
    const auto is_number_character = [](char c) { return is_name_char(c) || c == '@'; };
    size_t end = position_;
    while (end < text_.size() && (is_number_character(text_[end]) || text_[end] == '#')) end += 1;
    const std::string_view digits = text_.substr(position_, end - position_);
    const auto refuse = [&](std::string_view message) {
      error_.end = end;
      return fail(message);
    };
    uint64_t base = 10, value = 0;
    size_t i = 0;
    bool found_base = false;
    if (digits[0] == '0' && digits.size() > 1) {
      found_base = true;
      base = (digits[1] | 32) == 'x' ? 16 : 8;
      i = base == 16 ? 2 : 1;
    }
    for (; i < digits.size(); ++i) {
      const char c = digits[i];
      if (c == '#') {
        if (found_base) return refuse("invalid number");
        if (value < 2 || value > 64) return refuse("invalid arithmetic base");
        if (i + 1 >= digits.size() || !is_number_character(digits[i + 1])) return refuse("invalid integer constant");
        base = std::exchange(value, 0);
        found_base = true;
        continue;
      }
      const int digit = is_digit(c)            ? c - '0'
                        : c >= 'a' && c <= 'z' ? c - 'a' + 10
                        : c >= 'A' && c <= 'Z' ? c - 'A' + (base <= 36 ? 10 : 36)
                        : c == '@'             ? 62
                                               : 63;
      if (static_cast<uint64_t>(digit) >= base) return refuse("value too great for base");
      value = value * base + static_cast<uint64_t>(digit);
    }
    number_ = static_cast<int64_t>(value);
    position_ = end;
    token_ = Token::number;
    return true;
  }

  // ---- grammar ----
  bool comma() {
    if (!assignment()) return false;
    while (token_ == Token::comma) {
      emit(Op::drop);
      if (!next() || !assignment()) return false;
      lvalue_ = false;
    }
    return true;
  }

  bool assignment() {
    if (!conditional()) return false;
    if (token_ != Token::assign) return true;
    if (!lvalue_) return fail("attempted assignment to non-variable");
    const uint32_t variable = target_;
    const BinaryOperator* binary = operator_;
    if (binary == nullptr) {
      program_.code.pop_back();
      depth_ -= 1;
    } else {
      program_.code.back().op = Op::load_keep;
    }
    if (!next() || !assignment()) return false;
    // A division by zero here names the last token read.
    if (binary != nullptr) emit(binary->op, static_cast<uint32_t>(start_));
    emit(binary == nullptr ? Op::store : Op::store_kept, variable);
    lvalue_ = false;
    return true;
  }

  bool conditional() {
    if (!binary(1)) return false;
    if (token_ != Token::question) return true;
    const size_t otherwise = emit_jump(Op::jump_if_zero);
    if (!next()) return false;
    if (token_ == Token::end || token_ == Token::colon) return fail("expression expected");
    if (!comma()) return false;
    if (token_ != Token::colon) return fail("`:' expected for conditional expression");
    const size_t end = emit_jump(Op::jump);
    depth_ -= 1;
    land(otherwise);
    if (!next()) return false;
    if (token_ == Token::end) return fail("expression expected");
    if (!conditional()) return false;
    land(end);
    lvalue_ = false;
    return true;
  }

  bool binary(int level) {
    if (sys::stack_is_short()) return fail("expression recursion level exceeded");
    if (!unary()) return false;
    while (token_ == Token::binary && operator_->level >= level) {
      const BinaryOperator& found = *operator_;
      const bool logical = found.op == Op::and_then || found.op == Op::or_else;
      const size_t jump = logical ? emit_jump(found.op) : 0;
      size_t operand = position_;
      while (operand < text_.size() && (text_[operand] == ' ' || text_[operand] == '\t')) operand += 1;
      if (!next()) return false;
      if (!binary(found.op == Op::power ? kPowerLevel : found.level + 1)) return false;
      if (logical) {
        emit(Op::truth);
        land(jump);
      } else {
        emit(found.op, static_cast<uint32_t>(found.op == Op::power ? start_ : operand));
      }
      lvalue_ = false;
    }
    return true;
  }

  bool unary() {
    const Op sign = token_ == Token::binary ? operator_->op : Op::drop;
    const Op op = token_ == Token::not_         ? Op::not_
                  : token_ == Token::complement ? Op::complement
                  : sign == Op::subtract        ? Op::negate
                                                : Op::push;
    if (op == Op::push && sign != Op::add) return primary();
    if (sys::stack_is_short()) return fail("expression recursion level exceeded");
    if (!next() || !unary()) return false;
    if (op != Op::push) emit(op);
    lvalue_ = false;
    return true;
  }

  uint32_t variable() {
    program_.variables.push_back({shell_.variables.intern(name_), subscript_, element_, name_start_});
    return static_cast<uint32_t>(program_.variables.size() - 1);
  }

  // A name right after an operand is an error, which the caller finds. But bash has taken the value of a variable when
  // it has read its name and looked at what follows, name after name.
  bool no_name() {
    if (token_ != Token::name) return true;
    const uint32_t first = variable();
    const size_t start = start_;
    if (!next()) return false;
    const bool assigned = token_ == Token::assign && operator_ == nullptr;
    while (token_ == Token::name) {
      if (!next()) return false;
    }
    token_ = Token::name;
    start_ = start;
    if (!assigned) {
      emit(Op::load, first);
      emit(Op::drop);
    }
    return true;
  }

  bool primary() {
    lvalue_ = false;
    switch (token_) {
      case Token::before: {
        const bool up = increments_;
        if (!next()) return false;
        if (token_ != Token::name) return fail("identifier expected after pre-increment or pre-decrement");
        emit(up ? Op::increment_before : Op::decrement_before, variable());
        if (!next()) return false;
        if (token_ == Token::after)
          return fail(std::string(increments_ ? "++" : "--") + ": assignment requires lvalue");
        return no_name();
      }
      case Token::open:
        if (!next() || !comma()) return false;
        if (token_ != Token::close) return fail("missing `)'");
        lvalue_ = false;
        return next() && no_name();
      case Token::number:
        constant(number_);
        return next() && no_name();
      case Token::name: {
        const uint32_t index = variable();
        if (!next()) return false;
        if (token_ == Token::after) {
          emit(increments_ ? Op::increment_after : Op::decrement_after, index);
          return next() && no_name();
        }
        // What is assigned to is not looked at before.
        if (token_ == Token::assign && operator_ == nullptr) {
          constant(0);
        } else {
          emit(Op::load, index);
        }
        target_ = index;
        lvalue_ = true;
        if (no_name()) return true;
        program_.code.pop_back();  // what cannot be read beyond the names is met before the value
        return false;
      }
      default:
        return fail("syntax error: operand expected");
    }
  }

  Shell& shell_;
  ArithmeticProgram& program_;
  std::string_view text_;
  ArithmeticError& error_;
  size_t position_ = 0;
  size_t start_ = 0;  // of the last token
  Token token_ = Token::end;
  const BinaryOperator* operator_ = nullptr;  // of a binary token; of an assignment, null for =
  bool increments_ = false;
  int64_t number_ = 0;
  std::string_view name_;
  size_t name_start_ = 0;
  std::string_view subscript_;
  bool element_ = false;
  bool lvalue_ = false;  // what was parsed last is one variable, its load the last code
  uint32_t target_ = 0;  // that variable
  size_t depth_ = 0;
};

}  // namespace

bool compile_arithmetic(Shell& shell, ArithmeticProgram& program, ArithmeticError& error) {
  return Compiler(shell, program, error).run();
}

}  // namespace shell
