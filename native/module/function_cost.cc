#include "module/function_cost.h"

#include <algorithm>
#include <array>
#include <utility>

#include "module/code_size.h"
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

// Whether an instruction leaves a value that the baseline compiler does not know to be a constant: it folds none.
constexpr bool computes(uint8_t code) {
  return within(code, 0x45, 0xc4) || within(code, kI32Load, 0x35) || code == kMemoryGrow || code == 0x3f ||
         code == kGlobalGet;
}

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
  cost.code = code_size::kFunction + code_size::kMove * cost.locals +
              code_size::kSignatureValue * (uint64_t{type.parameters} + type.results);
  height_ = highest_ = constants_ = 0;
  reach_ = Reach::surely;
  instructions_ = 0;
  globals_set_ = 0;
  bulk_operations_.clear();
  loops_.clear();
  frames_.assign(1, {.arity = {0, type.results}});
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
  const uint8_t code = code_ = instruction.code;
  const bool computed = std::exchange(computes_, computes(code));
  ++instructions_;
  cost.code += code_size::kInstruction + code_size::kByte * (body.offset() - instruction_);
  if (code <= kTryTable && control(instruction, cost, body)) return;
  cost.code += code_size::extra_of(instruction);
  if ((code == kLocalSet || code == kLocalTee) && !computed) constants_ = std::min(constants_ + 1, cost.locals);
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
      leave_arm(cost);
      cost.work += values(cost);
      height_ = frame.height;
      if (instruction.code == kElse) height_ += frame.arity.parameters;
      if (instruction.code == kCatch) {
        const Arity caught = type_of_tag(instruction.index, body);
        exception(caught, cost);
        height_ += caught.parameters;
      }
      return true;
    case kDelegate:
    case kEnd:
      cost.work += values(cost) * (frame.loop ? 2 : 1);
      if (frame.loop) end_loop(body);
      leave_frame(cost);
      height_ = frame.height + frame.arity.results;
      frames_.pop_back();
      return true;
    case kBranch:
      branch(instruction.index, cost);
      go_nowhere();
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
      go_nowhere();
      return true;
    case kReturn:
      cost.work += 1 + frames_.front().arity.results;
      cost.code += code_size::kJump + code_size::kBlockValue * frames_.front().arity.results;
      go_nowhere();
      return true;
    case kUnreachable:
      cost.code += code_size::kJump;
      go_nowhere();
      return true;
    default:
      return transfer(instruction, cost, body);
  }
}

// What leaves the function, or may.
bool FunctionScanner::transfer(const Instruction& instruction, FunctionCost& cost, ByteReader& body) {
  switch (instruction.code) {
    case kThrow:
    case kRethrow:
    case kThrowReference:
      exception(instruction.code == kThrow ? type_of_tag(instruction.index, body) : Arity{}, cost);
      call({}, cost);
      go_nowhere();
      return true;
    case kCall:
    case kReturnCall:
      (instruction.code == kCall ? cost.calls : cost.tail_calls) = true;
      if (instruction.index >= functions_.size()) return body.fail("unknown function"), true;
      call(type_at(functions_[instruction.index], body), cost);
      if (instruction.code == kReturnCall) go_nowhere();
      return true;
    case kCallIndirect:
    case kReturnCallIndirect: {
      (instruction.code == kCallIndirect ? cost.calls : cost.tail_calls) = true;
      const Arity type = type_at(instruction.index, body);
      change(1, 0);
      call(type, cost);
      if (instruction.code == kReturnCallIndirect) go_nowhere();
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
  cost.code += loop ? code_size::kLoop + code_size::kMove * moves(cost) : code_size::kJump;
  // The baseline compiler puts all locals on the stack before a loop.
  if (loop) constants_ = 0;
  frames_.push_back({.height = std::max(below, around.height),
                     .arity = type,
                     .loops = around.loops + (loop ? 1 : 0),
                     .tries = around.tries + (tries ? 1 : 0),
                     .loop = loop,
                     .innermost_loop = innermost_loop,
                     .code = code,
                     .constants = constants_,
                     .entered = reach_});
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
    cost.code += code_size::kTableEntry;
    if (instruction.code == kTryTable) {
      exception(target.tag ? type_of_tag(*target.tag, body) : Arity{}, cost);
      handler(frames_.back(), cost);
    }
    branch(target.label, cost);
  }
}

// A branch leaves the loops between here and its target, each with all values.
void FunctionScanner::branch(uint32_t label, FunctionCost& cost) {
  const Frame& frame = frames_.back();
  uint64_t left = frame.loops;
  if (label < frames_.size()) left -= frames_[frames_.size() - 1 - label].loops;
  cost.work += values(cost) * (1 + left);
  merge(label, cost);
}

// What code moves values to where the target has them. A table has that once for each target. What handlers go to is
// reached only when something in the try can throw: its label may be that of the frame or of the one around it.
void FunctionScanner::merge(uint32_t label, FunctionCost& cost) {
  const bool handles = code_ == kTryTable;
  if (handles) ++label;
  if (reach_ == Reach::never || label >= frames_.size()) return;
  Frame& target = frames_[frames_.size() - 1 - label];
  const bool again = !handles && std::exchange(target.branched_from, instructions_) == instructions_;
  if (again) return;
  cost.code += code_size::kJump + code_size::kMove * moves(cost) + code_size::kConstant * constants_ +
               code_size::kBlockValue * (target.loop ? target.arity.parameters : target.arity.results);
  if (!target.loop) target.left = std::max(target.left, handles ? Reach::maybe : reach_);
}

// Control flow goes from the end of an arm to that of the block.
void FunctionScanner::leave_arm(FunctionCost& cost) {
  Frame& frame = frames_.back();
  const bool other = frames_.back().code == kTry;
  if (reach_ != Reach::never) merge(0, cost);
  reach_ = other ? std::min(frame.entered, Reach::maybe) : frame.entered;
  constants_ = frame.constants;
  if (frame.code == kIf) frame.code = kElse;
}

// The last arm ends. What the baseline compiler knows is the same on all ways that meet, and no local is a constant
// then. Where only one comes here it goes on knowing what it knew.
void FunctionScanner::leave_frame(FunctionCost& cost) {
  Frame& frame = frames_.back();
  if (frame.loop) return;
  if (frame.code == kIf) {
    if (reach_ == Reach::surely || frame.left == Reach::surely) {
      merge(0, cost);
      constants_ = 0;
    } else {
      if (reach_ == Reach::maybe || frame.left == Reach::maybe) merge(0, cost);
      constants_ = std::max(constants_, frame.constants);
    }
    reach_ = frame.entered;
    return;
  }
  if (frame.left != Reach::never) merge(0, cost);
  if (frame.left == Reach::surely) constants_ = 0;
  reach_ = std::max(reach_, frame.left);
}

void FunctionScanner::go_nowhere() {
  height_ = frames_.back().height;
  reach_ = Reach::never;
}

uint64_t FunctionScanner::moves(const FunctionCost& cost) const {
  return std::min(values(cost), code_size::kMostMoves);
}

void FunctionScanner::exception(Arity values, FunctionCost& cost) const {
  const uint64_t vectors = std::min(values.parameter_vectors, values.parameters);
  cost.code += code_size::kException + code_size::kExceptionVector * vectors +
               code_size::kExceptionValue * (values.parameters - vectors);
}

// Each handler of a try is reached through those before it.
void FunctionScanner::handler(Frame& frame, FunctionCost& cost) { cost.work += kHandlerWeight * frame.handlers++; }

// A call in a try is a branch to its handler.
void FunctionScanner::call(Arity arity, FunctionCost& cost) {
  const Frame& frame = frames_.back();
  note_call();
  change(arity.parameters, arity.results);
  cost.work += 1 + arity.parameters + arity.results;
  computes_ = arity.results > 0;
  const uint64_t vectors = std::min(arity.parameter_vectors, arity.parameters);
  cost.code += code_size::kCall + code_size::kVectorParameter * vectors +
               code_size::kParameter * (arity.parameters - vectors) + code_size::kResult * arity.results;
  if (frame.tries == 0) return;
  cost.work += values(cost) * (1 + frame.loops);
  cost.code += code_size::kJump + code_size::kMove * moves(cost) + code_size::kConstant * constants_;
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
