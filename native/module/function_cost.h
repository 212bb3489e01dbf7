// What the engine's compilers do for one function, estimated in one pass over its body. Both keep the state of all
// locals and of the operand stack at each place where control flow parts or meets; the optimising one also at each loop
// that a branch leaves. `work` counts those values: time and memory grow with it, whatever the shape of the function.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "module/byte_reader.h"

namespace wasmsand {

struct Instruction;

// How many values a function or a block takes and leaves.
struct Arity {
  uint32_t parameters = 0, results = 0;
  uint32_t parameter_vectors = 0;  // how many of the parameters are vectors
};

// A memory.copy or memory.fill.
struct BulkOperation {
  size_t begin = 0, end = 0;
  bool fill = false;
};

struct Loop {
  uint32_t begin = 0, end = 0;  // of its code
  bool innermost = true;        // no other is in it
  bool calls = false;           // in it, but not in another that is in it
};

struct FunctionCost {
  uint64_t locals = 0, work = 0;
  uint64_t code = 0;  // bytes that the compilers make of it, both together, at most: code_size.h
  uint32_t loops = 0, conditions = 0, table_branches = 0, divisions = 0;
  bool calls = false, tail_calls = false;
  uint64_t frame = 0;     // locals and the operand stack at its highest
  size_t code_begin = 0;  // behind the locals
};

class FunctionScanner {
 public:
  // `types`: of the module. `functions`: the type index of each, imports first.
  FunctionScanner(const std::vector<Arity>& types, const std::vector<uint32_t>& functions,
                  const std::vector<uint32_t>& tags)
      : types_(types), functions_(functions), tags_(tags) {}

  // Reads one body, with its locals, up to the end of `body`. Unknown instructions and lists that are too long fail the
  // reader; what the instructions mean is checked by the engine.
  FunctionCost scan(ByteReader& body, Arity type);
  // Whether a table.grow was seen.
  bool grows_tables() const { return grows_tables_; }
  // Whether an instruction was seen that changes what an instance has beside its memory and its globals.
  bool changes_instance() const { return changes_instance_; }
  // Of the function read last: whether it sets a global of that index or a higher one.
  bool sets_global_from(uint32_t index) const { return globals_set_ > index; }
  // Those of the same.
  const std::vector<BulkOperation>& bulk_operations() const { return bulk_operations_; }
  const std::vector<Loop>& loops() const { return loops_; }

 private:
  // Whether control flow comes to a place, as the engine sees it: it makes no code for what it never comes to.
  enum class Reach : uint8_t { never, maybe, surely };
  struct Frame {
    uint64_t height = 0;            // of the operand stack below it
    Arity arity = {};               // values at its beginning, values at its end
    uint32_t loops = 0, tries = 0;  // around it, itself included
    bool loop = false;
    std::optional<uint32_t> innermost_loop = {};  // around it, itself included
    uint8_t code = 0;                             // an Opcode: what it began with, or kElse
    uint64_t constants = 0;                       // what constants_ was when it began
    Reach entered = Reach::surely;
    Reach left = Reach::never;   // by a branch to its end, or from an arm before the last
    uint32_t branched_from = 0;  // the last instruction with a branch to it
    uint32_t handlers = 0;
  };

  void read_locals(ByteReader& body, FunctionCost& cost);
  void step(ByteReader& body, FunctionCost& cost);
  bool control(const Instruction& instruction, FunctionCost& cost, ByteReader& body);
  bool transfer(const Instruction& instruction, FunctionCost& cost, ByteReader& body);
  void end_loop(ByteReader& body);
  void note_call();
  void miscellaneous(uint32_t code, ByteReader& body);
  void long_instruction(ByteReader& body);
  void begin(const Instruction& instruction, FunctionCost& cost, ByteReader& body);
  void branches(const Instruction& instruction, FunctionCost& cost, ByteReader& body);
  void branch(uint32_t label, FunctionCost& cost);
  void merge(uint32_t label, FunctionCost& cost);
  void leave_arm(FunctionCost& cost);
  void leave_frame(FunctionCost& cost);
  void exception(Arity values, FunctionCost& cost) const;
  static void handler(Frame& frame, FunctionCost& cost);
  void call(Arity arity, FunctionCost& cost);
  Arity block_type(const Instruction& instruction, ByteReader& body) const;
  Arity type_at(uint32_t index, ByteReader& body) const;
  Arity type_of_tag(uint32_t tag, ByteReader& body) const;
  void change(uint64_t taken, uint64_t left);
  [[nodiscard]] uint64_t values(const FunctionCost& cost) const { return 1 + cost.locals + height_; }
  [[nodiscard]] uint64_t moves(const FunctionCost& cost) const;
  void go_nowhere();

  const std::vector<Arity>& types_;
  const std::vector<uint32_t>& functions_;
  const std::vector<uint32_t>& tags_;
  std::vector<Frame> frames_;
  std::vector<BulkOperation> bulk_operations_;
  std::vector<Loop> loops_;
  size_t instruction_ = 0;          // where the one being read begins
  uint32_t long_instructions_ = 0;  // in the module
  uint32_t globals_set_ = 0;        // one more than the highest index of a global that is set
  uint64_t height_ = 0, highest_ = 0;
  uint64_t constants_ = 0;  // locals that the baseline compiler knows to be constants, at most
  Reach reach_ = Reach::surely;
  uint8_t code_ = 0;           // of the instruction read last
  bool computes_ = false;      // it leaves what is no constant on top of the stack
  uint32_t instructions_ = 0;  // read so far
  bool grows_tables_ = false, changes_instance_ = false;
};

}  // namespace wasmsand
