// Where loops of programs of the image look whether they are to make a call.
#include <gtest/gtest.h>

#include <algorithm>

#include "module/yield_points.h"
#include "module_bytes.h"

namespace wasmsand {
namespace {

// (func) and what linux.syscall is
const Bytes kFunctionTypes =
    ModuleBytes::from({0x60, 0, 0, 0x60, 7, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f});
const Bytes kSyscall = import_of("linux", "syscall", {0, 1});
const Bytes kMemory = import_of("env", "memory", {2, 0, 1});
const Bytes kStackPointer = ModuleBytes::join({ModuleBytes::text("__stack_pointer"), ModuleBytes::from({3, 0})});
const Bytes kAsyncifyState = ModuleBytes::join({ModuleBytes::text("asyncify_get_state"), ModuleBytes::from({0, 1})});

Bytes list_of(const std::vector<Bytes>& entries) {
  Bytes all = ModuleBytes::leb(static_cast<uint32_t>(entries.size()));
  for (const Bytes& entry : entries) all = ModuleBytes::join({all, entry});
  return all;
}

// A function without locals.
Bytes body_of(const Bytes& code) {
  const Bytes body = ModuleBytes::join({ModuleBytes::from({0}), code, ModuleBytes::from({0x0b})});
  return ModuleBytes::join({ModuleBytes::leb(static_cast<uint32_t>(body.size())), body});
}

ModuleBytes program(const std::vector<Bytes>& imports, const std::vector<Bytes>& exports, bool yields) {
  const Bytes types = ModuleBytes::join({ModuleBytes::from({yields ? 3 : 2}), kFunctionTypes});
  ModuleBytes module;
  module.section(1, yields ? ModuleBytes::join({types, ModuleBytes::from({0x60, 0, 0})}) : types)
      .section(2, list_of(imports))
      .section(3, yields ? ModuleBytes::from({2, 0, 2}) : ModuleBytes::from({1, 0}))
      .section(6, {1, 0x7f, 1, 0x41, 0, 0x0b})
      .section(7, list_of(exports));
  return module;
}

Bytes program_of(const Bytes& code, const std::vector<Bytes>& exports = {kStackPointer}) {
  return program({kSyscall, kMemory}, exports, false).section(10, list_of({body_of(code)})).bytes();
}

// loop loop nop end end: of the two the inner one is short.
const Bytes kLoops = ModuleBytes::from({0x03, 0x40, 0x03, 0x40, 0x01, 0x0b, 0x0b});

// The same program with the word looked at by the outer one, and the function that it calls then.
Bytes yielding(const std::vector<Bytes>& exports, const Bytes& yield) {
  const Bytes memory =
      ModuleBytes::join({import_of("wasmsand", "memory", {2, 1}), ModuleBytes::leb(1), ModuleBytes::leb(65536)});
  const Bytes loops =
      ModuleBytes::from({0x03, 0x40, 0x41, 0, 0x28, 2, 8, 0x04, 0x40, 0x10, 2, 0x0b, 0x03, 0x40, 0x01, 0x0b, 0x0b});
  // That the `if` of function 1, in byte 8, is unlikely.
  const Bytes hints =
      ModuleBytes::join({ModuleBytes::text("metadata.code.branch_hint"), ModuleBytes::from({1, 1, 1, 8, 1, 0})});
  return program({kSyscall, memory}, exports, true)
      .section(0, hints)
      .section(10, list_of({body_of(loops), body_of(yield)}))
      .bytes();
}

// The word is cleared; a handler's frame begins below what functions that call nothing have there; sched_yield.
const Bytes kYield = ModuleBytes::from({0x41, 0,    0x41, 0, 0x36, 2,    8,    0x23, 0,    0x41, 0x80, 1,    0x6b, 0x24,
                                        0,    0x41, 0xfc, 0, 0x41, 0,    0x41, 0,    0x41, 0,    0x41, 0,    0x41, 0,
                                        0x41, 0,    0x10, 0, 0x1a, 0x23, 0,    0x41, 0x80, 1,    0x6a, 0x24, 0});

Bytes rewritten(const Bytes& module) {
  const ModuleInfo info = accepted(module);
  EXPECT_TRUE(can_yield(info));
  return with_imported_memory(module, info, Origin::image, true);
}

TEST(YieldPoints, AreInLoopsThatMayLast) {
  EXPECT_EQ(rewritten(program_of(kLoops)), yielding({kStackPointer}, kYield));
}

TEST(YieldPoints, DoNothingWhileAStackIsWound) {
  const std::vector<Bytes> exports = {kStackPointer, kAsyncifyState};
  // call 1, if, return, end
  const Bytes yield = ModuleBytes::join({ModuleBytes::from({0x10, 1, 0x04, 0x40, 0x0f, 0x0b}), kYield});
  EXPECT_EQ(rewritten(program_of(kLoops, exports)), yielding(exports, yield));
}

TEST(YieldPoints, AreLeftOutWhereALoopIsShort) {
  const auto points = [](const Bytes& code) {
    const ModuleInfo info = accepted(program_of(code));
    std::string found;
    for (const Body& body : info.bodies) {
      for (const Loop& loop : body.loops) found += has_yield_point(loop) ? 'y' : '-';
    }
    return found;
  };
  const auto loop = [](const Bytes& code) {
    return ModuleBytes::join({ModuleBytes::from({0x03, 0x40}), code, ModuleBytes::from({0x0b})});
  };
  const Bytes call = ModuleBytes::from({0x10, 1}), fill = ModuleBytes::from({0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 11, 0});
  EXPECT_EQ(points(loop({})), "-");
  EXPECT_EQ(points(loop(Bytes(200, std::byte{0x01}))), "y") << "long";
  EXPECT_EQ(points(loop(call)), "-");
  const Bytes more(70, std::byte{0x01});
  EXPECT_EQ(points(loop(more)), "-");
  EXPECT_EQ(points(loop(ModuleBytes::join({more, call}))), "y");
  const Bytes indirect_call = ModuleBytes::from({0x41, 0, 0x11, 0, 0});
  EXPECT_EQ(points(loop(ModuleBytes::join({more, indirect_call}))), "y");
  EXPECT_EQ(points(loop(ModuleBytes::join({more, fill}))), "y");
  EXPECT_EQ(points(ModuleBytes::join({call, loop(more), call})), "-") << "calls beside it";
  EXPECT_EQ(points(loop(loop(call))), "y-");
  EXPECT_EQ(points(loop(ModuleBytes::join({loop({}), loop({})}))), "y--");
}

TEST(YieldPoints, AreInFrontOfWhatIsReplacedInTheSamePlace) {
  // Seven numbers, which a loop takes, of which memory.fill takes three.
  Bytes numbers;
  for (int left = 7; left > 0; --left) numbers = ModuleBytes::join({numbers, ModuleBytes::from({0x41, 0})});
  const Bytes loop = ModuleBytes::join({ModuleBytes::from({0x03, 1, 0xfc, 11, 0, 0x1a, 0x1a, 0x1a}),
                                        Bytes(70, std::byte{0x01}), ModuleBytes::from({0x0b, 0x1a})});
  // Function 4 fills, function 5 yields.
  const Bytes expected = ModuleBytes::from({0x03, 1, 0x41, 0, 0x28, 2, 8, 0x04, 0x40, 0x10, 5, 0x0b, 0x10, 4, 0x1a});
  const Bytes module = rewritten(program_of(ModuleBytes::join({numbers, loop})));
  EXPECT_FALSE(std::ranges::search(module, expected).empty());
}

TEST(YieldPoints, AreForProgramsThatMakeSystemCallsAndHaveOurStack) {
  EXPECT_FALSE(can_yield(accepted(program_of(kLoops, {}))));
  const Bytes no_function = ModuleBytes::join({ModuleBytes::text("asyncify_get_state"), ModuleBytes::from({3, 0})});
  EXPECT_FALSE(can_yield(accepted(program_of(kLoops, {kStackPointer, no_function}))));
  EXPECT_FALSE(
      can_yield(accepted(program({kMemory}, {kStackPointer}, false).section(10, list_of({body_of(kLoops)})).bytes())));
  EXPECT_FALSE(
      can_yield(accepted(program({kSyscall}, {kStackPointer}, false).section(10, list_of({body_of(kLoops)})).bytes())))
      << "no memory";
}

}  // namespace
}  // namespace wasmsand
