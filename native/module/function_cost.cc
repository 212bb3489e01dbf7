#include "module/function_cost.h"

#include <algorithm>
#include <array>

#include "module/instructions.h"
#include "module/limits.h"
#include "module/sections.h"

namespace wasmsand {
namespace {

// The optimising compiler makes a phi for each value at the head of each loop: 16 times what a branch costs.
constexpr uint64_t kLoopWeight = 16;
// It keeps some 60 bytes for each two handlers of one try.
constexpr uint64_t kHandlerWeight = 8;

constexpr bool within(uint32_t value, uint32_t first, uint32_t last) { return value >= first && value <= last; }

// What an instruction does to the operand stack. Effects that are not worth telling apart count as none: too high until
// the block ends.
struct Effect {
  uint8_t taken = 0, left = 0;
};

// Instructions 0x45 to 0xc4 without immediates: those that take one value leave one.
constexpr bool is_unary(uint32_t code) {
  return code == 0x45 || code == 0x50 || within(code, 0x67, 0x69) || within(code, 0x79, 0x7b) ||
         within(code, 0x8b, 0x91) || within(code, 0x99, 0x9f) || within(code, 0xa7, 0xc4);
}

// Of instructions that do nothing else.
constexpr std::array<Effect, 256> kEffects = [] {
  std::array<Effect, 256> effects{};
  auto set = [&](uint32_t first, uint32_t last, Effect effect) {
    for (uint32_t code = first; code <= last; ++code) effects[code] = effect;
  };
  set(kDrop, kDrop, {1, 0});
  set(0x1b, 0x1c, {3, 1});  // select
  set(0x20, 0x20, {0, 1});  // local.get
  set(0x21, 0x21, {1, 0});  // local.set
  set(0x23, 0x23, {0, 1});  // global.get
  set(0x24, 0x24, {1, 0});  // global.set
  set(kTableSet, kTableSet, {2, 0});
  set(0x36, 0x3e, {2, 0});  // stores
  set(0x3f, 0x3f, {0, 1});  // memory.size
  set(0x41, 0x44, {0, 1});  // constants
  for (uint32_t code = 0x45; code <= 0xc4; ++code) {
    if (!is_unary(code)) effects[code] = {2, 1};
  }
  set(0xd0, 0xd0, {0, 1});  // ref.null
  set(kReferenceFunction, kReferenceFunction, {0, 1});
  return effects;
}();

Effect effect_of_vector(uint32_t code) {
  if (code == 11) return {2, 0};
  if (code == 12) return {0, 1};
  // The even ones from 26 on and 23 put a lane back.
  if (within(code, 21, 34)) return code == 23 || (code >= 26 && code % 2 == 0) ? Effect{2, 1} : Effect{};
  if (within(code, 84, 91)) return {2, static_cast<uint8_t>(code < 88 ? 1 : 0)};
  if (code == 13 || code == 14 || within(code, 35, 76) || within(code, 78, 81)) return {2, 1};
  return code == 82 ? Effect{3, 1} : Effect{};
}

}  // namespace

FunctionCost FunctionScanner::scan(ByteReader& body, Arity type) {
  FunctionCost cost;
  cost.locals = type.parameters;
  if (body.remaining() > kMaxBodyBytes) body.fail("a function is larger than 640 KiB");
  read_locals(body, cost);
  cost.code_begin = body.offset();
  cost.work = cost.locals + type.results;
  height_ = highest_ = 0;
  globals_set_ = 0;
  bulk_operations_.clear();
  loops_.clear();
  frames_.assign(1, Frame{0, {0, type.results}, 0, 0, false, {}});
  while (body.ok() && !frames_.empty()) {
    step(body, cost);
    if (cost.work > kMaxFunctionWork) body.fail("a function has too many values at too many branches");
    if (cost.loops > kMaxLoops) body.fail("a function has too many loops");
    // The optimising compiler of Node 24 and later copies what follows a condition that it knows: by the third power of
    // their number.
    if (cost.conditions > kMaxConditions) body.fail("a function has too many conditional branches");
    // That of Node 20 takes some 4.5 KB for each, were they all to the next instruction.
    if (cost.table_branches > kMaxTableBranches) body.fail("a function has too many branches in tables");
    if (cost.divisions > kMaxDivisions) body.fail("a function has too many divisions");
  }
  if (body.ok() && !body.at_end()) body.fail("bytes after the end of a function");
  cost.frame = cost.locals + highest_;
  return cost;
}

void FunctionScanner::read_locals(ByteReader& body, FunctionCost& cost) {
  for (uint32_t left = body.count(kMaxLocals); left > 0 && body.ok(); --left) {
    cost.locals += body.u32();
    if (cost.locals > kMaxLocals) body.fail("a function has too many locals");
    read_value_type(body);
  }
}

void FunctionScanner::step(ByteReader& body, FunctionCost& cost) {
  instruction_ = body.offset();
  const Instruction instruction = read_instruction(body);
  if (!body.ok()) return;
  const uint8_t code = instruction.code;
  if (code <= kTryTable && control(instruction, cost, body)) return;
  // The optimising compilers of some versions need time and memory by the square of the number of divisions.
  if (within(code, 0x6d, 0x70) || within(code, 0x7f, 0x82)) ++cost.divisions;
  // Conversions to integers become branches there.
  if (within(code, 0xa8, 0xab) || within(code, 0xae, 0xb1)) ++cost.conditions;
  if (code == kMiscellaneous && instruction.sub_code < 8) ++cost.conditions;
  if (code == kMiscellaneous) return miscellaneous(instruction.sub_code, body);
  if (code == kTableSet) changes_instance_ = true;
  if (code == kGlobalSet) globals_set_ = std::max(globals_set_, std::min(instruction.index, kMaxGlobals) + 1);
  const Effect effect = code == kVector ? effect_of_vector(instruction.sub_code) : kEffects[code];
  change(effect.taken, effect.left);
}

bool FunctionScanner::control(const Instruction& instruction, FunctionCost& cost, ByteReader& body) {
  const Frame& frame = frames_.back();
  switch (instruction.code) {
    case kBlock:
    case kLoop:
    case kIf:
    case kTry:
    case kTryTable:
      begin(instruction, cost, body);
      return true;
    case kCatch:
    case kCatchAll:
      handler(frames_.back(), cost);
      [[fallthrough]];
    case kElse:
      cost.work += values(cost);
      height_ = frame.height;
      if (instruction.code == kElse) height_ += frame.arity.parameters;
      if (instruction.code == kCatch) height_ += type_of_tag(instruction.index, body).parameters;
      return true;
    case kDelegate:
    case kEnd:
      cost.work += values(cost) * (frame.loop ? 2 : 1);
      if (frame.loop) end_loop(body);
      height_ = frame.height + frame.arity.results;
      frames_.pop_back();
      return true;
    case kBranch:
      branch(instruction.index, cost);
      height_ = frame.height;
      return true;
    case kBranchIf:
      ++cost.conditions;
      change(1, 0);
      branch(instruction.index, cost);
      return true;
    case kBranchTable:
      ++cost.conditions;
      cost.table_branches += instruction.targets;
      change(1, 0);
      branches(instruction, cost, body);
      height_ = frame.height;
      return true;
    case kReturn:
      cost.work += 1 + frames_.front().arity.results;
      height_ = frame.height;
      return true;
    case kUnreachable:
      height_ = frame.height;
      return true;
    default:
      return transfer(instruction, cost, body);
  }
}

// What leaves the function, or may.
bool FunctionScanner::transfer(const Instruction& instruction, FunctionCost& cost, ByteReader& body) {
  const Frame& frame = frames_.back();
  switch (instruction.code) {
    case kThrow:
      type_of_tag(instruction.index, body);
      [[fallthrough]];
    case kRethrow:
    case kThrowReference:
      call({}, cost);
      height_ = frame.height;
      return true;
    case kCall:
    case kReturnCall:
      (instruction.code == kCall ? cost.calls : cost.tail_calls) = true;
      if (instruction.index >= functions_.size()) return body.fail("unknown function"), true;
      call(type_at(functions_[instruction.index], body), cost);
      return true;
    case kCallIndirect:
    case kReturnCallIndirect: {
      (instruction.code == kCallIndirect ? cost.calls : cost.tail_calls) = true;
      const Arity type = type_at(instruction.index, body);
      change(1, 0);
      call(type, cost);
      return true;
    }
    default:
      return false;
  }
}

void FunctionScanner::end_loop(ByteReader& body) {
  loops_[*frames_.back().innermost_loop].end = static_cast<uint32_t>(body.offset());
  const auto around = frames_[frames_.size() - 2].innermost_loop;
  if (around) loops_[*around].innermost = false;
}

// Also of an operation that may take as long.
void FunctionScanner::note_call() {
  if (const auto loop = frames_.back().innermost_loop) loops_[*loop].calls = true;
}

void FunctionScanner::begin(const Instruction& instruction, FunctionCost& cost, ByteReader& body) {
  const uint8_t code = instruction.code;
  const Arity type = block_type(instruction, body);
  if (code == kIf) {
    ++cost.conditions;
    change(1, 0);
  }
  const Frame& around = frames_.back();
  const bool loop = code == kLoop, tries = code == kTry || code == kTryTable;
  const std::optional<uint32_t> innermost_loop = loop ? static_cast<uint32_t>(loops_.size()) : around.innermost_loop;
  const uint64_t below = height_ - std::min<uint64_t>(height_, type.parameters);
  cost.work += values(cost) * (loop ? kLoopWeight : 1) + type.parameters + type.results;
  frames_.push_back({std::max(below, around.height), type, around.loops + (loop ? 1 : 0),
                     around.tries + (tries ? 1 : 0), loop, innermost_loop});
  height_ = frames_.back().height + type.parameters;
  cost.loops += loop ? 1 : 0;
  if (loop) loops_.push_back({.begin = static_cast<uint32_t>(body.offset())});
  if (frames_.size() > kMaxDepth || frames_.back().loops > kMaxNestedLoops) body.fail("blocks are nested too deep");
  if (code == kTryTable) branches(instruction, cost, body);
}

// The optimising compiler meets the target once for each entry, though several name the same.
void FunctionScanner::branches(const Instruction& instruction, FunctionCost& cost, ByteReader& body) {
  for (uint32_t left = instruction.targets; left > 0 && body.ok(); --left) {
    const BranchTarget target = read_target(body, instruction.code);
    if (target.tag) type_of_tag(*target.tag, body);
    if (instruction.code == kTryTable) handler(frames_.back(), cost);
    branch(target.label, cost);
  }
}

// A branch leaves the loops between here and its target, each with all values.
void FunctionScanner::branch(uint32_t label, FunctionCost& cost) {
  const Frame& frame = frames_.back();
  uint64_t left = frame.loops;
  if (label < frames_.size()) left -= frames_[frames_.size() - 1 - label].loops;
  cost.work += values(cost) * (1 + left);
}

// Each handler of a try is reached through those before it.
void FunctionScanner::handler(Frame& frame, FunctionCost& cost) { cost.work += kHandlerWeight * frame.handlers++; }

// A call in a try is a branch to its handler.
void FunctionScanner::call(Arity arity, FunctionCost& cost) {
  const Frame& frame = frames_.back();
  note_call();
  change(arity.parameters, arity.results);
  cost.work += 1 + arity.parameters + arity.results;
  if (frame.tries > 0) cost.work += values(cost) * (1 + frame.loops);
}

// Code after a branch may take values that are not there.
void FunctionScanner::change(uint64_t taken, uint64_t left) {
  const uint64_t floor = frames_.back().height;
  height_ = height_ < floor + taken ? floor : height_ - taken;
  height_ += left;
  highest_ = std::max(highest_, height_);
}

Arity FunctionScanner::block_type(const Instruction& instruction, ByteReader& body) const {
  if (instruction.type != BlockType::indexed) return {0, instruction.type == BlockType::value ? 1u : 0u};
  const uint32_t index = instruction.index;
  return index < types_.size() ? types_[index] : (body.fail("unknown type of a block"), Arity{});
}

Arity FunctionScanner::type_at(uint32_t index, ByteReader& body) const {
  return index < types_.size() ? types_[index] : (body.fail("unknown type of a call"), Arity{});
}

Arity FunctionScanner::type_of_tag(uint32_t tag, ByteReader& body) const {
  return tag < tags_.size() ? types_[tags_[tag]] : (body.fail("unknown tag"), Arity{});
}

void FunctionScanner::miscellaneous(uint32_t code, ByteReader& body) {
  if (code < 8) return;  // saturating conversions
  note_call();
  if (code == 10 || code == 11) bulk_operations_.push_back({instruction_, body.offset(), code == 11});
  if (code == 8 || code == 12 || code == 14 || code == 17) long_instruction(body);
  if (code == 15) grows_tables_ = true;
  // data.drop, elem.drop and what writes to tables
  if (code == 9 || within(code, 12, 15) || code == 17) changes_instance_ = true;
  if (code == 15) {
    change(2, 1);
  } else if (code == 16) {
    change(0, 1);
  } else if (code != 9 && code != 13) {
    change(3, 0);
  }
}

// memory.init and what fills tables may each take many milliseconds, and the engine does not look for interrupts in a
// loop before it has run a hundred thousand times. Programs need them to set themselves up.
void FunctionScanner::long_instruction(ByteReader& body) {
  if (frames_.back().loops > 0) body.fail("table.init, table.copy, table.fill or memory.init in a loop");
  if (++long_instructions_ > kMaxLongInstructions)
    body.fail("too many of table.init, table.copy, table.fill and memory.init");
}

}  // namespace wasmsand
