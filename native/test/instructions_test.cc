#include "module/instructions.h"

#include <gtest/gtest.h>

#include <vector>

namespace wasmsand {
namespace {

using Code = std::vector<uint8_t>;

std::span<const std::byte> bytes(const Code& code) { return std::as_bytes(std::span(code)); }

struct Read {
  Instruction instruction;
  std::vector<BranchTarget> targets;
  bool whole = false;  // nothing failed, nothing is left
};

Read read(const Code& code) {
  ByteReader in(bytes(code));
  Read result;
  result.instruction = read_instruction(in);
  for (uint32_t left = result.instruction.targets; left > 0 && in.ok(); --left)
    result.targets.push_back(read_target(in, result.instruction.code));
  result.whole = in.ok() && in.at_end();
  return result;
}

const std::vector<Code> kEachForm = {
    {0x00},                                                               // unreachable
    {0x02, 0x40},                                                         // block
    {0x03, 0x7b},                                                         // loop of a vector
    {0x04, 0x80, 0x01},                                                   // if of type 128
    {0x08, 0x05},                                                         // throw
    {0x0c, 0xff, 0x01},                                                   // br 255
    {0x0e, 0x02, 0x00, 0x81, 0x01, 0x03},                                 // br_table 0 129, otherwise 3
    {0x11, 0x80, 0x02, 0x40},                                             // call_indirect
    {0x1c, 0x01, 0x7f},                                                   // select
    {0x1f, 0x40, 0x02, 0x00, 0x07, 0x01, 0x03, 0x02},                     // try_table: tag 7 to 1, all to 2
    {0x22, 0x80, 0x80, 0x04},                                             // local.tee
    {0x28, 0x02, 0xff, 0xff, 0xff, 0xff, 0x0f},                           // i32.load
    {0x40, 0x00},                                                         // memory.grow
    {0x41, 0x80, 0x80, 0x80, 0x80, 0x78},                                 // i32.const
    {0x42, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f},   // i64.const
    {0x43, 0x40, 0x00, 0x40, 0x00},                                       // f32.const
    {0x44, 0x40, 0x00, 0x40, 0x00, 0x40, 0x00, 0x40, 0x00},               // f64.const
    {0xa7},                                                               // i32.wrap_i64
    {0xd0, 0x6f},                                                         // ref.null
    {0xd2, 0x90, 0x01},                                                   // ref.func
    {0xfc, 0x07},                                                         // i64.trunc_sat_f64_u
    {0xfc, 0x08, 0x40, 0x00},                                             // memory.init
    {0xfc, 0x0b, 0x00},                                                   // memory.fill
    {0xfd, 0x00, 0x04, 0x40},                                             // v128.load
    {0xfd, 0x0c, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},  // v128.const
    {0xfd, 0x15, 0x40},                                                   // i8x16.extract_lane_s
    {0xfd, 0x54, 0x00, 0x40, 0x01},                                       // v128.load8_lane
    {0xfd, 0x93, 0x02},                                                   // relaxed
    {0xfe, 0x03, 0x00},                                                   // atomic.fence
    {0xfe, 0x1e, 0x02, 0x40},                                             // i32.atomic.rmw.add
};

// The byte behind it is another instruction's.
TEST(Instructions, EachEndsWhereItsImmediatesEnd) {
  for (const Code& code : kEachForm) {
    SCOPED_TRACE(testing::PrintToString(code));
    EXPECT_TRUE(read(code).whole);
    EXPECT_EQ(read(code).instruction.code, code[0]);
    EXPECT_FALSE(read(Code(code.begin(), code.end() - 1)).whole);
    Code longer = code;
    longer.push_back(0x40);
    EXPECT_FALSE(read(longer).whole);
  }
}

TEST(Instructions, TellWhatTheyName) {
  EXPECT_EQ(read({0x10, 0x90, 0x01}).instruction.index, 144u);
  EXPECT_EQ(read({0x13, 0x03, 0x00}).instruction.index, 3u);
  EXPECT_EQ(read({0xd2, 0x05}).instruction.index, 5u);
  EXPECT_EQ(read({0xfd, 0x93, 0x02}).instruction.sub_code, 0x113u);
  EXPECT_EQ(read({0x02, 0x40}).instruction.type, BlockType::empty);
  EXPECT_EQ(read({0x02, 0x70}).instruction.type, BlockType::value);
  EXPECT_EQ(read({0x02, 0x03}).instruction.type, BlockType::indexed);
  EXPECT_EQ(read({0x02, 0x03}).instruction.index, 3u);
  const Read table = read({0x0e, 0x01, 0x04, 0x09});
  ASSERT_EQ(table.targets.size(), 2u);
  EXPECT_EQ(table.targets[1].label, 9u);
  EXPECT_FALSE(table.targets[1].tag);
  const Read catches = read({0x1f, 0x40, 0x02, 0x01, 0x07, 0x04, 0x02, 0x05});
  ASSERT_EQ(catches.targets.size(), 2u);
  EXPECT_EQ(catches.targets[0].tag, 7u);
  EXPECT_EQ(catches.targets[0].label, 4u);
  EXPECT_FALSE(catches.targets[1].tag);
}

TEST(Instructions, RefusesWhatMightHideOthers) {
  for (const Code& code : std::vector<Code>{
           {0x14, 0x00},                                // call_ref
           {0x02, 0x63, 0x00},                          // a block of a type of the heap
           {0x02, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00},  // a type's index of six bytes
           {0x1c, 0x02, 0x7f, 0x7f},                    // a select of two values
           {0x1f, 0x40, 0x01, 0x04, 0x00},              // an unknown kind of catch
           {0x28, 0x42, 0x00, 0x00},                    // of a second memory
           {0x3f, 0x01},                                //
           {0x40, 0x01},                                //
           {0xd0, 0x6e},                                // an unknown type of reference
           {0xfb, 0x00, 0x00},                          // struct.new
           {0xfc, 0x12, 0x00},                          //
           {0xfd, 0x94, 0x02},                          //
           {0xfe, 0x03, 0x01},                          //
           {0xfe, 0x0f, 0x00, 0x00},                    //
           {0x0e, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x00},  // more labels than bytes
       }) {
    SCOPED_TRACE(testing::PrintToString(code));
    EXPECT_FALSE(read(code).whole);
    EXPECT_TRUE(read(code).targets.size() <= code.size());
  }
}

TEST(Instructions, InitialValuesAreConstant) {
  auto skipped = [](const Code& code) {
    ByteReader in(bytes(code));
    skip_constant(in);
    return in.ok() && in.at_end();
  };
  for (const Code& code : std::vector<Code>{{0x41, 0x00, 0x0b},
                                            {0x23, 0x00, 0x41, 0x04, 0x6a, 0x0b},
                                            {0xd0, 0x70, 0x0b},
                                            {0xd2, 0x00, 0x0b},
                                            {0xfd, 0x0c, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 0x0b}})
    EXPECT_TRUE(skipped(code)) << testing::PrintToString(code);
  for (const Code& code : std::vector<Code>{
           {0x41, 0x00}, {0x41, 0x01, 0x40, 0x00, 0x0b}, {0x10, 0x00, 0x0b}, {0x02, 0x40, 0x0b}, {0xfd, 0x0e, 0x0b}})
    EXPECT_FALSE(skipped(code)) << testing::PrintToString(code);
}

}  // namespace
}  // namespace wasmsand
