#include "module/instructions.h"

#include <array>

#include "module/limits.h"
#include "module/sections.h"

namespace wasmsand {
namespace {

enum class Immediates : uint8_t {
  unknown,
  none,
  index,
  two_indices,
  block_type,
  labels,   // of br_table
  catches,  // of try_table
  value_type,
  reference_type,
  address,
  memory,
  int32,
  int64,
  float32,
  float64,
  prefixed,
};

constexpr std::array<Immediates, 256> kImmediates = [] {
  std::array<Immediates, 256> kinds{};
  auto set = [&](int first, int last, Immediates kind) {
    for (int code = first; code <= last; ++code) kinds[static_cast<size_t>(code)] = kind;
  };
  set(kUnreachable, 0x01, Immediates::none);
  set(kBlock, kIf, Immediates::block_type);
  set(kElse, kElse, Immediates::none);
  set(kTry, kTry, Immediates::block_type);
  set(kCatch, kRethrow, Immediates::index);
  set(kThrowReference, kEnd, Immediates::none);
  set(kBranch, kBranchIf, Immediates::index);
  set(kBranchTable, kBranchTable, Immediates::labels);
  set(kReturn, kReturn, Immediates::none);
  set(kCall, kCall, Immediates::index);
  set(kCallIndirect, kCallIndirect, Immediates::two_indices);
  set(kReturnCall, kReturnCall, Immediates::index);
  set(kReturnCallIndirect, kReturnCallIndirect, Immediates::two_indices);
  set(kDelegate, kDelegate, Immediates::index);
  set(kCatchAll, 0x1b, Immediates::none);
  set(0x1c, 0x1c, Immediates::value_type);  // select
  set(kTryTable, kTryTable, Immediates::catches);
  set(0x20, 0x26, Immediates::index);          // locals, globals, tables
  set(0x28, 0x3e, Immediates::address);        // loads and stores
  set(0x3f, kMemoryGrow, Immediates::memory);  // memory.size
  // constants
  set(0x41, 0x41, Immediates::int32);
  set(0x42, 0x42, Immediates::int64);
  set(0x43, 0x43, Immediates::float32);
  set(0x44, 0x44, Immediates::float64);
  set(0x45, 0xc4, Immediates::none);            // arithmetic
  set(0xd0, 0xd0, Immediates::reference_type);  // ref.null
  set(0xd1, 0xd1, Immediates::none);            // ref.is_null
  set(kReferenceFunction, kReferenceFunction, Immediates::index);
  set(kMiscellaneous, kAtomic, Immediates::prefixed);
  return kinds;
}();

constexpr const char* kUnknown = "an instruction that is not supported here";
constexpr const char* kOtherMemory = "an access to another memory";

constexpr bool within(uint32_t value, uint32_t first, uint32_t last) { return value >= first && value <= last; }

// The address of a load or store: alignment and offset. Bit 6 of the alignment names another memory.
void skip_address(ByteReader& in) {
  if (in.u32() >= 64) in.fail(kOtherMemory);
  in.u32();
}

void read_block_type(ByteReader& in, Instruction& instruction) {
  const uint8_t code = in.peek();
  if (code == 0x40) {
    in.byte();
  } else if (is_value_type(code)) {
    in.byte();
    instruction.type = BlockType::value;
  } else {
    // Written as a signed number of 33 bits, which is not negative here.
    instruction.index = in.u32();
    instruction.type = BlockType::indexed;
  }
}

void skip_miscellaneous(ByteReader& in, uint32_t code) {
  if (code > 17) return in.fail(kUnknown);
  if (code < 8) return;  // saturating conversions
  in.u32();
  if (code == 8 || code == 10 || code == 12 || code == 14) in.u32();
}

void skip_vector(ByteReader& in, uint32_t code) {
  if (code > 0x113) return in.fail(kUnknown);
  if (code <= 11 || within(code, 84, 93)) skip_address(in);
  if (code == 12 || code == 13) in.take(16);
  if (within(code, 21, 34) || within(code, 84, 91)) in.byte();  // the lane
}

void skip_atomic(ByteReader& in, uint32_t code) {
  if (code == 3) {  // atomic.fence
    if (in.byte() != 0) in.fail(kUnknown);
  } else if (code <= 2 || within(code, 0x10, 0x4e)) {
    skip_address(in);
  } else {
    in.fail(kUnknown);
  }
}

void read_prefixed(ByteReader& in, Instruction& instruction) {
  const uint32_t code = instruction.sub_code = in.u32();
  if (instruction.code == kMiscellaneous) return skip_miscellaneous(in, code);
  if (instruction.code == kVector) return skip_vector(in, code);
  skip_atomic(in, code);
}

bool is_constant(const Instruction& instruction) {
  const uint8_t code = instruction.code;
  return code == 0x23 || within(code, 0x41, 0x44) || within(code, 0x6a, 0x6c) || within(code, 0x7c, 0x7e) ||
         code == 0xd0 || code == kReferenceFunction || (code == kVector && instruction.sub_code == 12);
}

}  // namespace

Instruction read_instruction(ByteReader& in) {
  Instruction instruction;
  instruction.code = in.byte();
  switch (kImmediates[instruction.code]) {
    case Immediates::unknown:
      in.fail(kUnknown);
      break;
    case Immediates::none:
      break;
    case Immediates::index:
      instruction.index = in.u32();
      break;
    case Immediates::two_indices:
      instruction.index = in.u32();
      in.u32();
      break;
    case Immediates::block_type:
      read_block_type(in, instruction);
      break;
    case Immediates::labels:
      instruction.targets = in.count(kMaxBodyBytes) + 1;
      break;
    case Immediates::catches:
      read_block_type(in, instruction);
      instruction.targets = in.count(kMaxDepth);
      break;
    case Immediates::value_type:
      if (in.count(1) != 1) in.fail("a select of several types");
      in.byte();
      break;
    case Immediates::reference_type:
      if (!is_reference_type(in.byte())) in.fail("unknown type of a reference");
      break;
    case Immediates::address:
      skip_address(in);
      break;
    case Immediates::memory:
      if (in.byte() != 0) in.fail(kOtherMemory);
      break;
    case Immediates::int32:
      in.skip_signed(32);
      break;
    case Immediates::int64:
      in.skip_signed(64);
      break;
    case Immediates::float32:
      in.take(4);
      break;
    case Immediates::float64:
      in.take(8);
      break;
    case Immediates::prefixed:
      read_prefixed(in, instruction);
      break;
  }
  return instruction;
}

BranchTarget read_target(ByteReader& in, uint8_t code) {
  BranchTarget target;
  if (code == kTryTable) {
    // 0 and 1 catch one tag, 2 and 3 all.
    const uint8_t kind = in.byte();
    if (kind > 3) return in.fail("unknown kind of catch"), target;
    if (kind < 2) target.tag = in.u32();
  }
  target.label = in.u32();
  return target;
}

void skip_constant(ByteReader& in) {
  while (in.ok()) {
    const Instruction instruction = read_instruction(in);
    if (instruction.code == kEnd) return;
    if (!is_constant(instruction)) in.fail("an initial value that is not constant");
  }
}

}  // namespace wasmsand
