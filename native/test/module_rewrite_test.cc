// Rewriting wasm modules: their memory, its growth, copies and fills.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "module/growth.h"
#include "module/initial_memory.h"
#include "module/module.h"
#include "module_bytes.h"

namespace wasmsand {
namespace {

TEST(Module, ExportsItsStartFunctionInsteadOfRunningIt) {
  const Bytes body = ModuleBytes::from({1, 2, 0, 0x0b});
  const Bytes run = ModuleBytes::join({ModuleBytes::text("run"), ModuleBytes::from({0, 0})});
  const Bytes start = ModuleBytes::join({ModuleBytes::text("wasmsand:start"), ModuleBytes::from({0, 0})});
  const auto module = [&] { return ModuleBytes().section(1, {1, 0x60, 0, 0}).section(3, {1, 0}); };
  const auto rewritten = [](const Bytes& bytes) {
    std::string why;
    auto info = inspect(bytes, why);
    EXPECT_TRUE(info.ok()) << why;
    EXPECT_EQ(info->start_function, 0U);
    return with_imported_memory(bytes, *info, Origin::image);
  };
  const auto exports = [](int count, const Bytes& entries) {
    return ModuleBytes::join({ModuleBytes::from({count}), entries});
  };

  EXPECT_EQ(rewritten(module().section(7, exports(1, run)).section(8, {0}).section(10, body).bytes()),
            module().section(7, exports(2, ModuleBytes::join({run, start}))).section(10, body).bytes());
  EXPECT_EQ(rewritten(module().section(8, {0}).section(10, body).bytes()),
            module().section(7, exports(1, start)).section(10, body).bytes())
      << "where there are no exports";
}

TEST(Module, MakesGrowthACallOfTheHost) {
  auto module = [](std::initializer_list<int> types, const Bytes& imports, std::initializer_list<int> start,
                   std::initializer_list<int> elements, std::initializer_list<int> export_of, const Bytes& body) {
    return ModuleBytes()
        .section(1, types)
        .section(2, imports)
        .section(3, {2, 1, 1})
        .section(4, {1, 0x70, 0, 4})
        .section(6, ModuleBytes::join(
                        {ModuleBytes::from({1, 0x70, 0, 0xd2}), ModuleBytes::from(start), ModuleBytes::from({0x0b})}))
        .section(7, ModuleBytes::join({ModuleBytes::leb(1), ModuleBytes::text("_start"), ModuleBytes::from(export_of)}))
        .section(8, start)
        .section(9, elements)
        .section(10, ModuleBytes::join({ModuleBytes::from({2}), ModuleBytes::leb(static_cast<uint32_t>(body.size())),
                                        body, ModuleBytes::from({2, 0, 0x0b})}))
        .bytes();
  };
  const Bytes memory = import_of("wasmsand", "memory", {2, 1, 1, 0x80, 0x80, 4});
  const Bytes spawn = import_of("linux", "spawn", {0, 0});
  // i32.const 64; memory.grow; drop; br_table; f64.const; memory.fill; i8x16.shuffle; call 0; call 1; ref.func 2; drop
  const Bytes before =
      module({2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 0}, ModuleBytes::join({ModuleBytes::leb(2), spawn, memory}), {2},
             {2, 0, 0x41, 0, 0x0b, 2, 0, 1, 5, 0x70, 1, 0xd2, 2, 0x0b}, {0, 1},
             ModuleBytes::from({1,    1,    0x7e, 0x41, 0xc0, 0, 0x40, 0, 0x1a, 0x02, 0x40, 0x0e, 1,    0x40,
                                0,    0x44, 0x40, 0,    0x40, 0, 0x40, 0, 0x40, 0,    0x0b, 0xfc, 0x0b, 0,
                                0xfd, 0x0d, 0x40, 0,    0x40, 0, 0x40, 0, 0x40, 0,    0x40, 0,    0x40, 0,
                                0x40, 0,    0x40, 0,    0x10, 0, 0x10, 1, 0xd2, 2,    0x1a, 0x0b}));
  const Bytes expected =
      module({3, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f},
             ModuleBytes::join({ModuleBytes::leb(3), spawn, memory, import_of("wasmsand", "grow", {0, 2})}), {3},
             {2, 0, 0x41, 0, 0x0b, 2, 0, 2, 5, 0x70, 1, 0xd2, 3, 0x0b}, {0, 2},
             ModuleBytes::from({1,    1,    0x7e, 0x41, 0xc0, 0, 0x10, 1, 0x1a, 0x02, 0x40, 0x0e, 1,    0x40,
                                0,    0x44, 0x40, 0,    0x40, 0, 0x40, 0, 0x40, 0,    0x0b, 0xfc, 0x0b, 0,
                                0xfd, 0x0d, 0x40, 0,    0x40, 0, 0x40, 0, 0x40, 0,    0x40, 0,    0x40, 0,
                                0x40, 0,    0x40, 0,    0x10, 0, 0x10, 2, 0xd2, 3,    0x1a, 0x0b}));
  std::string why;
  auto rewritten = with_growth_import(before, why);
  ASSERT_TRUE(rewritten.ok()) << why;
  EXPECT_EQ(*rewritten, expected);
  EXPECT_EQ(with_growth_import(*rewritten, why).value(), expected) << "nothing is left to be rewritten";

  for (size_t at = 8; at < before.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      Bytes changed = before;
      changed[at] = static_cast<std::byte>(value);
      (void)with_growth_import(changed, why);
    }
  }
}

TEST(Module, RefusesGrowthOfNoMemory) {
  for (const Bytes& imports : {ModuleBytes::from({}), import_of("linux", "spawn", {0, 0})}) {
    ModuleBytes module;
    module.section(1, {1, 0x60, 0, 0});
    if (!imports.empty()) module.section(2, ModuleBytes::join({ModuleBytes::leb(1), imports}));
    module.section(3, {1, 0}).section(10, {1, 7, 0, 0x41, 0, 0x40, 0, 0x1a, 0x0b});
    std::string why;
    EXPECT_EQ(with_growth_import(module.bytes(), why).error(), Errno::noexec);
  }
}

TEST(Module, RefusesInstructionsThatMightHideGrowth) {
  for (const Bytes& body :
       {ModuleBytes::from({0xfb, 0x40, 0}), ModuleBytes::from({0x40, 1, 0}), ModuleBytes::from({0xff, 0x40, 0}),
        ModuleBytes::from({0xfd, 0xff, 0x7f}), ModuleBytes::from({0xd5, 0x40, 0})}) {
    std::string why;
    auto rewritten = with_growth_import(
        ModuleBytes()
            .section(1, {1, 0x60, 0, 0})
            .section(3, {1, 0})
            .section(10, ModuleBytes::join({ModuleBytes::from({1, static_cast<int>(body.size()) + 2, 0}), body,
                                            ModuleBytes::from({0x0b})}))
            .bytes(),
        why);
    EXPECT_EQ(rewritten.error(), Errno::noexec);
  }
}

TEST(Module, MovesADefinedMemoryIntoTheImportSection) {
  const Bytes module =
      ModuleBytes()
          .section(1, kTypes)
          .section(2, ModuleBytes::join({ModuleBytes::leb(1), import_of("linux", "spawn", {0, 0})}))
          .section(3, {1, 1})
          .section(5, {1, 1, 2, 10})
          .section(7, ModuleBytes::join({ModuleBytes::leb(1), ModuleBytes::text("memory"), ModuleBytes::from({2, 0})}))
          .section(10, {1, 2, 0, 0x0b})
          .bytes();
  const Bytes memory =
      ModuleBytes::join({import_of("wasmsand", "memory", {2, 1}), ModuleBytes::leb(2), ModuleBytes::leb(65536)});
  const Bytes expected =
      ModuleBytes()
          .section(1, kTypes)
          .section(2, ModuleBytes::join({ModuleBytes::leb(2), import_of("linux", "spawn", {0, 0}), memory}))
          .section(3, {1, 1})
          .section(7, ModuleBytes::join({ModuleBytes::leb(1), ModuleBytes::text("memory"), ModuleBytes::from({2, 0})}))
          .section(10, {1, 2, 0, 0x0b})
          .bytes();
  EXPECT_EQ(with_imported_memory(module, accepted(module), Origin::image), expected);
}

TEST(Module, MakesAnImportSectionWhereThereIsNoneAndDropsCustomSections) {
  const Bytes memory =
      ModuleBytes::join({import_of("wasmsand", "memory", {2, 1}), ModuleBytes::leb(1), ModuleBytes::leb(65536)});
  const Bytes imports = ModuleBytes::join({ModuleBytes::leb(1), memory});
  const Bytes bare = ModuleBytes().section(5, {1, 0, 1}).bytes();
  EXPECT_EQ(with_imported_memory(bare, accepted(bare), Origin::image), ModuleBytes().section(2, imports).bytes());
  const Bytes typed = ModuleBytes()
                          .section(0, ModuleBytes::text("x"))
                          .section(1, kTypes)
                          .section(0, ModuleBytes::text("y"))
                          .section(5, {1, 0, 1})
                          .bytes();
  EXPECT_EQ(with_imported_memory(typed, accepted(typed), Origin::image),
            ModuleBytes().section(1, kTypes).section(2, imports).bytes());
}

TEST(Module, RenamesAnImportedMemoryInItsPlace) {
  const Bytes module = ModuleBytes()
                           .section(1, kTypes)
                           .section(2, ModuleBytes::join({ModuleBytes::leb(3), import_of("linux", "spawn", {0, 0}),
                                                          import_of("env", "memory", {2, 1, 3, 4}),
                                                          import_of("linux", "spawn", {0, 0})}))
                           .bytes();
  const ModuleInfo info = accepted(module);
  EXPECT_TRUE(info.memory->imported);
  EXPECT_EQ(info.memory->declared_maximum_pages, 4u);
  const Bytes memory =
      ModuleBytes::join({import_of("wasmsand", "memory", {2, 1}), ModuleBytes::leb(3), ModuleBytes::leb(65536)});
  EXPECT_EQ(with_imported_memory(module, info, Origin::image),
            ModuleBytes()
                .section(1, kTypes)
                .section(2, ModuleBytes::join({ModuleBytes::leb(3), import_of("linux", "spawn", {0, 0}), memory,
                                               import_of("linux", "spawn", {0, 0})}))
                .bytes());
}

TEST(Module, CallsFunctionsThatCopyAndFillMemory) {
  const Bytes module = ModuleBytes()
                           .section(1, {1, 0x60, 0, 0})
                           .section(3, {2, 0, 0})
                           .section(5, {1, 0, 1})
                           .section(10, {2,    21, 0,    0x41, 0,    0x41, 0,    0x41, 0, 0xfc, 10, 0, 0,
                                         0x41, 0,  0x41, 0,    0x41, 0,    0xfc, 11,   0, 0x0b, 2,  0, 0x0b})
                           .bytes();
  const Bytes memory =
      ModuleBytes::join({import_of("wasmsand", "memory", {2, 1}), ModuleBytes::leb(1), ModuleBytes::leb(65536)});
  // Two calls, and functions 2, 3 and 4: the check, and what copies and fills after a check.
  EXPECT_EQ(
      with_imported_memory(module, accepted(module), Origin::image),
      ModuleBytes()
          .section(1, {3, 0x60, 0, 0, 0x60, 0, 0, 0x60, 3, 0x7f, 0x7f, 0x7f, 0})
          .section(2, ModuleBytes::join({ModuleBytes::leb(1), memory}))
          .section(3, {5, 0, 0, 1, 2, 2})
          .section(6, {1, 0x7f, 1, 0x41, 0, 0x0b})
          .section(10, {5,    18,   0,    0x41, 0,    0x41, 0,    0x41, 0,    0x10, 3,    0x41, 0,    0x41, 0, 0x41,
                        0,    0x10, 4,    0x0b, 2,    0,    0x0b, 9,    0,    0x23, 0,    0x04, 0x40, 0x10, 2, 0x0b,
                        0x0b, 14,   0,    0x10, 2,    0x20, 0,    0x20, 1,    0x20, 2,    0xfc, 10,   0,    0, 0x0b,
                        13,   0,    0x10, 2,    0x20, 0,    0x20, 1,    0x20, 2,    0xfc, 11,   0,    0x0b})
          .bytes());
}

TEST(Module, ChecksForInterruptsWhereTheEngineDoesNot) {
  const Bytes nops = ModuleBytes::join({ModuleBytes::from({0x01}), Bytes(130, std::byte{0x01})});
  auto body = [](const Bytes& code) {
    return ModuleBytes::join({ModuleBytes::leb(static_cast<uint32_t>(code.size())), code});
  };
  auto module = [&](const Bytes& types, const Bytes& functions, const Bytes& globals,
                    std::initializer_list<Bytes> bodies) {
    Bytes code = ModuleBytes::leb(static_cast<uint32_t>(bodies.size()));
    for (const Bytes& one : bodies) code = ModuleBytes::join({code, body(one)});
    ModuleBytes all;
    all.section(1, types).section(3, functions);
    if (!globals.empty()) all.section(6, globals);
    return all.section(10, code).bytes();
  };
  auto function = [](std::initializer_list<int> locals, const Bytes& code) {
    return ModuleBytes::join({ModuleBytes::from(locals), code, ModuleBytes::from({0x0b})});
  };
  const Bytes check = ModuleBytes::from({0x10, 6});
  const Bytes short_leaf = function({0}, ModuleBytes::from({0x01}));
  const Bytes caller = function({0}, ModuleBytes::join({nops, ModuleBytes::from({0x10, 0})}));
  // i32.const, drop; each many times.
  const Bytes high_stack =
      ModuleBytes::join({Bytes(802, std::byte{0x41}), Bytes(401, std::byte{0x1a}), ModuleBytes::from({0x10, 0})});
  const Bytes global = ModuleBytes::from({0x7f, 1, 0x41, 0, 0x0b});
  const Bytes before = module(ModuleBytes::from({1, 0x60, 0, 0}), ModuleBytes::from({6, 0, 0, 0, 0, 0, 0}),
                              ModuleBytes::join({ModuleBytes::from({1}), global}),
                              {short_leaf, caller, function({0}, nops), function({1, 0x91, 3, 0x7f}, {}),
                               function({0}, high_stack), function({0}, ModuleBytes::from({0x12, 0}))});
  std::string why;
  auto info = inspect(before, why);
  ASSERT_TRUE(info.ok()) << why;
  const Bytes after =
      module(ModuleBytes::from({2, 0x60, 0, 0, 0x60, 0, 0}), ModuleBytes::from({7, 0, 0, 0, 0, 0, 0, 1}),
             ModuleBytes::join({ModuleBytes::from({2}), global, global}),
             {short_leaf, caller, function({0}, ModuleBytes::join({check, nops})), function({1, 0x91, 3, 0x7f}, check),
              function({0}, ModuleBytes::join({check, high_stack})),
              function({0}, ModuleBytes::join({check, ModuleBytes::from({0x12, 0})})),
              ModuleBytes::from({0, 0x23, 1, 0x04, 0x40, 0x10, 6, 0x0b, 0x0b})});
  EXPECT_EQ(with_imported_memory(before, *info, Origin::guest), after);
  EXPECT_EQ(with_imported_memory(before, *info, Origin::image), before) << "the image's end soon";
}

TEST(Module, LeavesAModuleWithoutMemoryAlone) {
  const Bytes module = ModuleBytes().section(1, kTypes).section(5, {0}).bytes();
  EXPECT_EQ(with_imported_memory(module, accepted(module), Origin::image), module);
}

Bytes segment(int address, const Bytes& contents) {
  return ModuleBytes::join({ModuleBytes::from({0, 0x41}), ModuleBytes::leb(static_cast<uint32_t>(address)),
                            ModuleBytes::from({0x0b}), ModuleBytes::leb(static_cast<uint32_t>(contents.size())),
                            contents});
}

TEST(Module, HasItsInitialMemoryTakenOutWhenTheDataSayNothingElse) {
  const Bytes letters = ModuleBytes::text("letters");
  const Bytes two = ModuleBytes::join({ModuleBytes::from({2}), segment(4, letters), segment(40, letters)});
  const auto module = [](const Bytes& data, bool counts) {
    ModuleBytes bytes;
    bytes.section(5, {1, 0, 1});
    if (counts) bytes.section(12, {1});
    return bytes.section(11, data).bytes();
  };
  const auto take = [](const Bytes& bytes, size_t least) {
    std::string why;
    auto info = inspect(bytes, why);
    EXPECT_TRUE(info.ok()) << why;
    const Bytes memory = take_initial_memory(bytes, *info, least);
    const Bytes rewritten = with_imported_memory(bytes, *info, Origin::image);
    EXPECT_EQ(info->data_section.has_value(), memory.empty());
    EXPECT_LT(rewritten.size(), memory.empty() ? SIZE_MAX : bytes.size());
    return memory;
  };
  const Bytes memory = take(module(two, false), 1);
  ASSERT_EQ(memory.size(), 40 + letters.size());
  EXPECT_TRUE(std::equal(letters.begin(), letters.end(), memory.begin() + 4));
  EXPECT_EQ(memory[20], std::byte{0});
  EXPECT_TRUE(take(module(two, false), 100).empty()) << "little";
  EXPECT_TRUE(take(module(ModuleBytes::join({ModuleBytes::from({1, 1}), letters}), true), 1).empty()) << "passive";
  const Bytes beyond = ModuleBytes::join({ModuleBytes::from({1, 0, 0x41, 0x7f, 0x0b}), letters});
  EXPECT_TRUE(take(module(beyond, false), 1).empty()) << "at the address -1";
}

}  // namespace
}  // namespace wasmsand
