// How many bytes of code the engine's two compilers make of an instruction on x64, both together and at most: a
// function that runs often has the code of both. test/security/code-size.test.ts compares with what they make.
#pragma once

#include <cstdint>

#include "module/instructions.h"

namespace wasmsand::code_size {

// With the prologue, and what the engine keeps about the code of a function.
inline constexpr uint64_t kFunction = 600;
inline constexpr uint64_t kSignatureValue = 14;  // of its own parameters and results
inline constexpr uint64_t kInstruction = 4, kByte = 4;
// Where control flow parts or meets: the jump; each value that is in a register on one side and not on the other, of
// which there are no more than registers on both; each local that is a constant on one side only.
inline constexpr uint64_t kJump = 20, kMove = 7, kConstant = 12;
inline constexpr uint64_t kMostMoves = 36;
// A value of a block that is moved down to where those of its end are.
inline constexpr uint64_t kBlockValue = 18;
// Of br_table, beside the branch to each different label.
inline constexpr uint64_t kTableEntry = 30;
inline constexpr uint64_t kLoop = 50;
inline constexpr uint64_t kCall = 90, kParameter = 10, kVectorParameter = 32, kResult = 20;
// An exception that is made or caught; each of its values, which the code takes apart. A vector costs eight times what
// a number does.
inline constexpr uint64_t kException = 200, kExceptionValue = 140, kExceptionVector = 320;

// Beside kInstruction and kByte.
constexpr uint64_t extra_of(const Instruction& instruction) {
  const auto within = [](uint32_t value, uint32_t first, uint32_t last) { return value >= first && value <= last; };
  const uint32_t code = instruction.code, sub_code = instruction.sub_code;
  if (code == 0x1b || code == 0x1c) return 24;        // select
  if (code == 0x25 || code == kTableSet) return 120;  // table.get, table.set
  if (within(code, kI32Load, 0x35)) return 8;
  if (code == kMemoryGrow) return 80;
  if (within(code, 0x45, 0x66)) return 20;                               // comparisons
  if (within(code, 0x67, 0x69) || within(code, 0x79, 0x7b)) return 12;   // counting bits
  if (within(code, 0x6d, 0x70) || within(code, 0x7f, 0x82)) return 80;   // division
  if (within(code, 0x77, 0x78) || within(code, 0x89, 0x8a)) return 100;  // rotation
  if (within(code, 0x8b, 0xa6)) return 64;                               // of floating-point numbers
  if (within(code, 0xa8, 0xab) || within(code, 0xae, 0xbf)) return 120;  // conversions
  if (code == kMiscellaneous) return sub_code < 8 ? 200 : 240;
  if (code == kAtomic) return 100;
  if (code != kVector) return 0;
  const bool memory = sub_code <= 11 || within(sub_code, 84, 93);
  const bool lanes = within(sub_code, 13, 34);
  return memory || lanes ? 50 : 140;
}

}  // namespace wasmsand::code_size
