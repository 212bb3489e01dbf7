// The one reading of WebAssembly's instructions: what code each has and which immediates follow. Those that are not
// known fail, for their immediates might hide any other instruction; what the operands mean is the engine's to check.
#pragma once

#include <cstdint>
#include <optional>

#include "module/byte_reader.h"

namespace wasmsand {

enum Opcode : uint8_t {
  kUnreachable = 0x00,
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
  kDrop = 0x1a,
  kTryTable = 0x1f,
  kLocalGet = 0x20,
  kLocalSet = 0x21,
  kLocalTee = 0x22,
  kGlobalGet = 0x23,
  kGlobalSet = 0x24,
  kTableSet = 0x26,
  kI32Load = 0x28,
  kMemoryGrow = 0x40,
  kI32Const = 0x41,
  kReferenceFunction = 0xd2,
  kMiscellaneous = 0xfc,
  kVector = 0xfd,
  kAtomic = 0xfe,
};

// The type of a block that takes and leaves nothing.
inline constexpr uint8_t kEmptyBlock = 0x40;

enum class BlockType : uint8_t { empty, value, indexed };

struct Instruction {
  uint8_t code = 0;                   // an Opcode, or one without a name here
  BlockType type = BlockType::empty;  // what a block takes and leaves
  uint32_t index = 0;                 // the first: of a function, a type, a label, a tag, a local…
  uint32_t sub_code = 0;              // behind kMiscellaneous, kVector and kAtomic
  uint32_t targets = 0;               // how many labels follow: those of br_table and try_table
};

struct BranchTarget {
  uint32_t label = 0;
  std::optional<uint32_t> tag;  // of the exceptions that go there
};

// One instruction with its immediates, but for the list of labels: there may be as many as the function has bytes. Each
// is left for read_target().
Instruction read_instruction(ByteReader& in);
// The next of the `targets` of an instruction with that code.
BranchTarget read_target(ByteReader& in, uint8_t code);

// Reads past an initial value: constants, global.get, ref.null, ref.func, and sums and products of integers.
void skip_constant(ByteReader& in);

}  // namespace wasmsand
