#include "module/function_cost.h"

#include <algorithm>

#include "module/limits.h"

namespace wasmsand {
namespace {

enum Code : uint8_t {
  kBlock = 0x02,
  kLoop = 0x03,
  kIf = 0x04,
  kElse = 0x05,
  kTry = 0x06,
  kCatch = 0x07,
  kThrow = 0x08,
  kRethrow = 0x09,
  kThrowReference = 0x0a,
  kEnd = 0x0b,
  kBranch = 0x0c,
  kBranchIf = 0x0d,
  kBranchTable = 0x0e,
  kReturn = 0x0f,
  kCall = 0x10,
  kCallIndirect = 0x11,
  kReturnCall = 0x12,
  kReturnCallIndirect = 0x13,
  kDelegate = 0x18,
  kCatchAll = 0x19,
  kTryTable = 0x1f,
};

// The optimising compiler makes a phi for each value at the head of each loop: 16 times what a branch costs.
constexpr uint64_t kLoopWeight = 16;

constexpr bool within(uint32_t value, uint32_t first, uint32_t last) { return value >= first && value <= last; }

// The address of a load or store: alignment and offset. Bit 6 of the alignment names another memory.
void skip_address(ByteReader& body) {
  if (body.u32() >= 64) body.fail("an access to another memory");
  body.u32();
}

bool is_reference(uint8_t type) { return type == 0x70 || type == 0x6f || type == 0x69; }

// Instructions 0x45 to 0xc4 without immediates: those that take one value leave one.
bool is_unary(uint8_t code) {
  return code == 0x45 || code == 0x50 || within(code, 0x67, 0x69) || within(code, 0x79, 0x7b) ||
         within(code, 0x8b, 0x91) || within(code, 0x99, 0x9f) || within(code, 0xa7, 0xc4);
}

}  // namespace

FunctionCost FunctionScanner::scan(ByteReader& body, Arity type) {
  FunctionCost cost;
  cost.locals = type.parameters;
  if (body.remaining() > kMaxBodyBytes) body.fail("a function is larger than 640 KiB");
  read_locals(body, cost);
  cost.work = cost.locals + type.results;
  height_ = 0;
  bulk_operations_.clear();
  frames_.assign(1, Frame{0, {0, type.results}, 0, 0, false});
  while (body.ok() && !frames_.empty()) {
    step(body, cost);
    if (cost.work > kMaxFunctionWork) body.fail("a function has too many values at too many branches");
    if (cost.loops > kMaxLoops) body.fail("a function has too many loops");
    if (cost.divisions > kMaxDivisions) body.fail("a function has too many divisions");
  }
  if (body.ok() && !body.at_end()) body.fail("bytes after the end of a function");
  return cost;
}

void FunctionScanner::read_locals(ByteReader& body, FunctionCost& cost) {
  for (uint32_t left = body.count(kMaxLocals); left > 0 && body.ok(); --left) {
    cost.locals += body.u32();
    const uint8_t type = body.byte();
    if (cost.locals > kMaxLocals) body.fail("a function has too many locals");
    if (!within(type, 0x7b, 0x7f) && !is_reference(type)) body.fail("unknown type of a local");
  }
}

void FunctionScanner::skip_constant(ByteReader& reader) {
  frames_.assign(1, Frame{0, {0, 1}, 0, 0, false});
  height_ = 0;
  while (reader.ok()) {
    const uint8_t code = reader.byte();
    if (code == kEnd) return;
    // Constants, global.get, ref.null, ref.func, and sums and products of integers.
    const bool known = code == 0x23 || within(code, 0x41, 0x44) || within(code, 0x6a, 0x6c) ||
                       within(code, 0x7c, 0x7e) || code == 0xd0 || code == 0xd2;
    if (known ? !plain(code, reader) : code != 0xfd || reader.peek() != 12 || !vector(reader))
      reader.fail("an initial value that is not constant");
  }
}

void FunctionScanner::step(ByteReader& body, FunctionCost& cost) {
  instruction_ = body.offset();
  const uint8_t code = body.byte();
  // The optimising compilers of some versions need time and memory by the square of the number of divisions.
  if (within(code, 0x6d, 0x70) || within(code, 0x7f, 0x82)) ++cost.divisions;
  if (control(code, body, cost) || plain(code, body)) return;
  const bool known = code == 0xfc ? miscellaneous(body) : code == 0xfd ? vector(body) : code == 0xfe && atomic(body);
  if (!known) body.fail("an instruction that is not supported here");
}

bool FunctionScanner::control(uint8_t code, ByteReader& body, FunctionCost& cost) {
  Frame& frame = frames_.back();
  switch (code) {
    case kBlock:
    case kLoop:
    case kIf:
    case kTry:
    case kTryTable:
      begin(code, body, cost);
      return true;
    case kElse:
    case kCatch:
    case kCatchAll:
      cost.work += values(cost);
      height_ = frame.height + (code == kElse ? frame.arity.parameters : 0);
      if (const uint32_t tag = code == kCatch ? body.u32() : 0; code == kCatch) {
        if (tag >= tags_.size()) return body.fail("unknown tag"), true;
        height_ += types_[tags_[tag]].parameters;
      }
      return true;
    case kDelegate:
      body.u32();
      [[fallthrough]];
    case kEnd:
      cost.work += values(cost) * (frame.loop ? 2 : 1);
      height_ = frame.height + frame.arity.results;
      frames_.pop_back();
      return true;
    case kBranch:
      branch(body.u32(), cost);
      height_ = frame.height;
      return true;
    case kBranchIf:
      change(1, 0);
      branch(body.u32(), cost);
      return true;
    case kBranchTable:
      table_of_branches(body, cost);
      height_ = frame.height;
      return true;
    case kReturn:
      cost.work += 1 + frames_.front().arity.results;
      height_ = frame.height;
      return true;
    default:
      return transfer(code, body, cost);
  }
}

// What leaves the function, or may.
bool FunctionScanner::transfer(uint8_t code, ByteReader& body, FunctionCost& cost) {
  const Frame& frame = frames_.back();
  switch (code) {
    case kThrow:
      if (const uint32_t tag = body.u32(); tag >= tags_.size()) body.fail("unknown tag");
      [[fallthrough]];
    case kThrowReference:
      call({}, cost);
      height_ = frame.height;
      return true;
    case kRethrow:
      body.u32();
      call({}, cost);
      height_ = frame.height;
      return true;
    case kCall:
    case kReturnCall: {
      const uint32_t function = body.u32();
      if (function >= functions_.size()) return body.fail("unknown function"), true;
      call(type_at(functions_[function], body), cost);
      return true;
    }
    case kCallIndirect:
    case kReturnCallIndirect: {
      const Arity type = type_at(body.u32(), body);
      body.u32();
      change(1, 0);
      call(type, cost);
      return true;
    }
    default:
      return false;
  }
}

void FunctionScanner::begin(uint8_t code, ByteReader& body, FunctionCost& cost) {
  const Arity type = block_type(body);
  if (code == kIf) change(1, 0);
  const Frame& around = frames_.back();
  const bool loop = code == kLoop, tries = code == kTry || code == kTryTable;
  const uint64_t below = height_ - std::min<uint64_t>(height_, type.parameters);
  cost.work += values(cost) * (loop ? kLoopWeight : 1) + type.parameters + type.results;
  frames_.push_back(
      {std::max(below, around.height), type, around.loops + (loop ? 1 : 0), around.tries + (tries ? 1 : 0), loop});
  height_ = frames_.back().height + type.parameters;
  cost.loops += loop ? 1 : 0;
  if (frames_.size() > kMaxDepth) body.fail("blocks are nested too deep");
  if (code == kTryTable) catches(body, cost);
}

void FunctionScanner::catches(ByteReader& body, FunctionCost& cost) {
  for (uint32_t left = body.count(kMaxDepth); left > 0 && body.ok(); --left) {
    const uint8_t kind = body.byte();
    if (kind > 3) return body.fail("unknown kind of catch");
    if (kind < 2) {
      if (const uint32_t tag = body.u32(); tag >= tags_.size()) return body.fail("unknown tag");
    }
    branch(body.u32(), cost);
  }
}

// The optimising compiler meets the target once for each entry, though several name the same.
void FunctionScanner::table_of_branches(ByteReader& body, FunctionCost& cost) {
  change(1, 0);
  const uint32_t count = body.count(kMaxBodyBytes);
  for (uint32_t left = count; body.ok(); --left) {
    branch(body.u32(), cost);
    if (left == 0) break;
  }
}

// A branch leaves the loops between here and its target, each with all values.
void FunctionScanner::branch(uint32_t depth, FunctionCost& cost) {
  const Frame& frame = frames_.back();
  uint64_t left = frame.loops;
  if (depth < frames_.size()) left -= frames_[frames_.size() - 1 - depth].loops;
  cost.work += values(cost) * (1 + left);
}

// A call in a try is a branch to its handler.
void FunctionScanner::call(Arity arity, FunctionCost& cost) {
  const Frame& frame = frames_.back();
  change(arity.parameters, arity.results);
  cost.work += 1 + arity.parameters + arity.results;
  if (frame.tries > 0) cost.work += values(cost) * (1 + frame.loops);
}

// Code after a branch may take values that are not there.
void FunctionScanner::change(uint64_t taken, uint64_t left) {
  const uint64_t floor = frames_.back().height;
  height_ = height_ < floor + taken ? floor : height_ - taken;
  height_ += left;
}

Arity FunctionScanner::block_type(ByteReader& body) const {
  const uint8_t code = body.peek();
  if (code == 0x40) return body.byte(), Arity{};
  if (within(code, 0x7b, 0x7f) || is_reference(code)) return body.byte(), Arity{0, 1};
  // An index is written as a signed number of 33 bits, which is not negative here.
  const uint64_t index = body.u64();
  return index < types_.size() ? types_[index] : (body.fail("unknown type of a block"), Arity{});
}

Arity FunctionScanner::type_at(uint32_t index, ByteReader& body) const {
  return index < types_.size() ? types_[index] : (body.fail("unknown type of a call"), Arity{});
}

bool FunctionScanner::plain(uint8_t code, ByteReader& body) {
  if (within(code, 0x00, 0x01)) {  // unreachable, nop
    if (code == 0x00) height_ = frames_.back().height;
  } else if (code == 0x1a) {  // drop
    change(1, 0);
  } else if (code == 0x1b || code == 0x1c) {  // select
    if (code == 0x1c) {
      if (body.count(1) != 1) body.fail("a select of several types");
      body.byte();
    }
    change(3, 1);
  } else if (within(code, 0x20, 0x26)) {  // locals, globals, tables
    body.u32();
    if (code == 0x20 || code == 0x23) change(0, 1);
    if (code == 0x21 || code == 0x24) change(1, 0);
    if (code == 0x26) change(2, 0);
  } else if (within(code, 0x28, 0x3e)) {
    skip_address(body);
    if (code >= 0x36) change(2, 0);
  } else if (code == 0x3f || code == 0x40) {  // memory.size, memory.grow
    if (body.byte() != 0) body.fail("an access to another memory");
    if (code == 0x3f) change(0, 1);
  } else if (within(code, 0x41, 0x44)) {  // constants
    if (code <= 0x42) {
      body.skip_signed(code == 0x41 ? 32 : 64);
    } else {
      body.take(code == 0x43 ? 4 : 8);
    }
    change(0, 1);
  } else if (within(code, 0x45, 0xc4)) {
    if (!is_unary(code)) change(2, 1);
  } else if (code == 0xd0) {  // ref.null
    if (!is_reference(body.byte())) body.fail("unknown type of a reference");
    change(0, 1);
  } else if (code == 0xd2) {  // ref.func
    body.u32();
    change(0, 1);
  } else {
    return code == 0xd1;  // ref.is_null
  }
  return true;
}

bool FunctionScanner::miscellaneous(ByteReader& body) {
  const uint32_t code = body.u32();
  if (code > 17) return false;
  if (code < 8) return true;  // saturating conversions
  body.u32();
  if (code == 8 || code == 10 || code == 12 || code == 14) body.u32();
  if (code == 10 || code == 11) bulk_operations_.push_back({instruction_, body.offset(), code == 11});
  if (code == 8 || code == 12 || code == 14 || code == 17) long_instruction(body);
  if (code == 15) grows_tables_ = true;
  if (code == 15) {
    change(2, 1);
  } else if (code == 16) {
    change(0, 1);
  } else if (code != 9 && code != 13) {
    change(3, 0);
  }
  return true;
}

// memory.init and what fills tables may each take many milliseconds, and the engine does not look for interrupts in a
// loop before it has run a hundred thousand times. Programs need them to set themselves up.
void FunctionScanner::long_instruction(ByteReader& body) {
  if (frames_.back().loops > 0) body.fail("table.init, table.copy, table.fill or memory.init in a loop");
  if (++long_instructions_ > kMaxLongInstructions)
    body.fail("too many of table.init, table.copy, table.fill and memory.init");
}

// Effects on the operand stack that are not worth telling apart count as none: too high until the block ends.
bool FunctionScanner::vector(ByteReader& body) {
  const uint32_t code = body.u32();
  if (code > 0x113) return false;
  if (code <= 11 || code == 92 || code == 93) {
    skip_address(body);
    if (code == 11) change(2, 0);
  } else if (code == 12) {
    body.take(16);
    change(0, 1);
  } else if (code == 13) {
    body.take(16);
    change(2, 1);
  } else if (within(code, 21, 34)) {
    body.byte();
    // The even ones from 26 on and 23 put a lane back.
    if (code == 23 || (code >= 26 && code % 2 == 0)) change(2, 1);
  } else if (within(code, 84, 91)) {
    skip_address(body);
    body.byte();
    change(2, code < 88 ? 1 : 0);
  } else if (code == 14 || within(code, 35, 76) || within(code, 78, 81)) {
    change(2, 1);
  } else if (code == 82) {
    change(3, 1);
  }
  return true;
}

bool FunctionScanner::atomic(ByteReader& body) {
  const uint32_t code = body.u32();
  if (code == 3) return body.byte() == 0;
  if (code > 2 && !within(code, 0x10, 0x4e)) return false;
  skip_address(body);
  return true;
}

}  // namespace wasmsand
