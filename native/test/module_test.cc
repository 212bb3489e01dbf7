// Reading wasm modules: what is accepted, and what it costs.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "module/code_ledger.h"
#include "module/growth.h"
#include "module/module.h"
#include "module/type_ledger.h"
#include "module_bytes.h"

namespace wasmsand {
namespace {

TEST(Module, TellsWhatAProgramImportsAndExports) {
  const Bytes module =
      ModuleBytes()
          .section(1, kTypes)
          .section(2, ModuleBytes::join({ModuleBytes::leb(1), import_of("linux", "spawn", {0, 0})}))
          .section(3, {1, 1})
          .section(5, {1, 1, 2, 10})
          .section(7, ModuleBytes::join({ModuleBytes::leb(2), ModuleBytes::text("memory"), ModuleBytes::from({2, 0}),
                                         ModuleBytes::text("_start"), ModuleBytes::from({0, 1})}))
          .section(10, {1, 2, 0, 0x0b})
          .bytes();
  const ModuleInfo info = accepted(module);
  EXPECT_EQ(info.door, Door::linux_abi);
  ASSERT_EQ(info.imports.size(), 1u);
  EXPECT_EQ(info.imports[0].module + "." + info.imports[0].name, "linux.spawn");
  EXPECT_EQ(info.imports[0].type, (FunctionType{{0x7f}, {0x7f}}));
  ASSERT_TRUE(info.memory);
  EXPECT_EQ(info.memory->minimum_pages, 2u);
  EXPECT_EQ(info.memory->declared_maximum_pages, 10u);
  EXPECT_FALSE(info.memory->imported);
  ASSERT_NE(info.find_export("_start"), nullptr);
  EXPECT_EQ(info.find_export("_start")->index, 1u);
  EXPECT_EQ(info.find_export("main"), nullptr);
  EXPECT_FALSE(info.start_function.has_value());
}

TEST(Module, RefusesImportsThatNoDoorOffersAndNamesThem) {
  const Bytes module = ModuleBytes()
                           .section(1, kTypes)
                           .section(2, ModuleBytes::join({ModuleBytes::leb(2), import_of("env", "system", {0, 0}),
                                                          import_of("linux", "ptrace\x1b[2J", {0, 0})}))
                           .bytes();
  EXPECT_EQ(refusal(module),
            "the module imports what no program here gets: \"env\".\"system\", \"linux\".\"ptrace?[2J\"");
}

TEST(Module, RefusesFunctionsWithoutBodies) {
  const Bytes module = ModuleBytes().section(1, kTypes).section(3, {1, 0}).bytes();
  EXPECT_EQ(refusal(module), "malformed module: its functions have no bodies");
}

TEST(Module, RefusesADoorFunctionWithAnotherType) {
  const Bytes module =
      ModuleBytes()
          .section(1, kTypes)
          .section(2, ModuleBytes::join({ModuleBytes::leb(1), import_of("wasi_snapshot_preview1", "fd_read", {0, 0})}))
          .bytes();
  EXPECT_EQ(refusal(module), "the import \"wasi_snapshot_preview1\".\"fd_read\" has the wrong type");
}

TEST(Module, RefusesWasiUnstableAndBothDoorsAtOnce) {
  const Bytes unstable =
      ModuleBytes()
          .section(1, kTypes)
          .section(2, ModuleBytes::join({ModuleBytes::leb(1), import_of("wasi_unstable", "fd_close", {0, 0})}))
          .bytes();
  EXPECT_NE(refusal(unstable).find("wasi_unstable"), std::string::npos);
  const Bytes both = ModuleBytes()
                         .section(1, kTypes)
                         .section(2, ModuleBytes::join({ModuleBytes::leb(2), import_of("linux", "spawn", {0, 0}),
                                                        import_of("wasi_snapshot_preview1", "fd_close", {0, 0})}))
                         .bytes();
  EXPECT_EQ(refusal(both), "the module imports both \"linux\" and \"wasi_snapshot_preview1\"");
}

TEST(Module, RefusesMemoriesAProgramCannotHave) {
  auto with_memory = [](std::initializer_list<int> section) { return ModuleBytes().section(5, section).bytes(); };
  EXPECT_NE(refusal(with_memory({2, 0, 1, 0, 1})).find("several memories"), std::string::npos);
  EXPECT_NE(refusal(with_memory({1, 3, 1, 2})).find("shared"), std::string::npos);
  EXPECT_NE(refusal(with_memory({1, 4, 1})).find("memory64"), std::string::npos);
  EXPECT_NE(refusal(with_memory({1, 8, 1})).find("unknown kind of memory"), std::string::npos);
  EXPECT_NE(refusal(with_memory({1, 1, 2, 1})).find("impossible memory size"), std::string::npos);
  EXPECT_NE(refusal(with_memory({1, 0, 0x81, 0x80, 0x04})).find("impossible memory size"), std::string::npos);
}

TEST(Module, CountsAnImportedMemoryAsTheOneMemory) {
  const Bytes twice = ModuleBytes()
                          .section(2, ModuleBytes::join({ModuleBytes::leb(1), import_of("env", "memory", {2, 0, 1})}))
                          .section(5, {1, 0, 1})
                          .bytes();
  EXPECT_NE(refusal(twice).find("several memories"), std::string::npos);
  const Bytes foreign =
      ModuleBytes()
          .section(2, ModuleBytes::join({ModuleBytes::leb(1), import_of("other", "memory", {2, 0, 1})}))
          .bytes();
  EXPECT_NE(refusal(foreign).find("\"other\".\"memory\""), std::string::npos);
}

TEST(Module, RefusesWhatIsNoCoreModule) {
  EXPECT_EQ(refusal({}), "not a WebAssembly module");
  EXPECT_EQ(refusal(ModuleBytes::from({0x7f, 'E', 'L', 'F', 2, 1, 1, 0})), "not a WebAssembly module");
  EXPECT_NE(refusal(ModuleBytes::from({0, 'a', 's', 'm', 0x0d, 0, 1, 0})).find("component"), std::string::npos);
  EXPECT_NE(refusal(ModuleBytes::from({0, 'a', 's', 'm', 2, 0, 0, 0})).find("version"), std::string::npos);
}

TEST(Module, RefusesSectionsOutOfOrderTwiceOrUnknown) {
  EXPECT_NE(refusal(ModuleBytes().section(5, {0}).section(1, {0}).bytes()).find("out of order"), std::string::npos);
  EXPECT_NE(refusal(ModuleBytes().section(5, {0}).section(5, {0}).bytes()).find("out of order"), std::string::npos);
  EXPECT_NE(refusal(ModuleBytes().section(14, {0}).bytes()).find("unknown section 14"), std::string::npos);
  // The tag section stands between memory and global, data count before code.
  accepted(ModuleBytes().section(5, {0}).section(13, {0}).section(6, {0}).section(12, {0}).section(10, {0}).bytes());
}

TEST(Module, RefusesWrongLengthsAndIntegers) {
  const Bytes cut = ModuleBytes::join({ModuleBytes().bytes(), ModuleBytes::from({1, 5, 0})});
  EXPECT_NE(refusal(cut).find("length past the end"), std::string::npos);
  const Bytes overlong =
      ModuleBytes::join({ModuleBytes().bytes(), ModuleBytes::from({0, 0x80, 0x80, 0x80, 0x80, 0x80, 0})});
  EXPECT_NE(refusal(overlong).find("integer too"), std::string::npos);
  const Bytes too_large =
      ModuleBytes::join({ModuleBytes().bytes(), ModuleBytes::from({0, 0xff, 0xff, 0xff, 0xff, 0x1f})});
  EXPECT_NE(refusal(too_large).find("integer too large"), std::string::npos);
  // A redundant but complete encoding is allowed.
  accepted(ModuleBytes::join({ModuleBytes().bytes(), ModuleBytes::from({5, 0x81, 0x80, 0x80, 0x80, 0x00, 0})}));
  EXPECT_NE(refusal(ModuleBytes().section(1, {0xff, 0xff, 0xff, 0xff, 0x0f}).bytes()).find("count past the end"),
            std::string::npos);
  EXPECT_NE(refusal(ModuleBytes().section(1, {0, 0}).bytes()).find("bytes left over"), std::string::npos);
  EXPECT_NE(refusal(ModuleBytes().section(2, {1, 1, 0xff, 0, 0, 0}).bytes()).find("UTF-8"), std::string::npos);
  EXPECT_NE(refusal(ModuleBytes().section(2, {1, 0, 0, 0, 0}).bytes()).find("without a function type"),
            std::string::npos);
}

TEST(Module, EveryCutAndEveryFlippedByteIsRefusedOrReadWithinItsBounds) {
  const Bytes module =
      ModuleBytes()
          .section(0, ModuleBytes::text("name"))
          .section(1, kTypes)
          .section(2, ModuleBytes::join({ModuleBytes::leb(1), import_of("linux", "spawn", {0, 0})}))
          .section(5, {1, 1, 2, 10})
          .section(7, ModuleBytes::join({ModuleBytes::leb(1), ModuleBytes::text("memory"), ModuleBytes::from({2, 0})}))
          .bytes();
  std::string why;
  for (size_t length = 0; length < module.size(); ++length) {
    const Bytes part(module.begin(), module.begin() + static_cast<ptrdiff_t>(length));
    if (auto info = inspect(part, why)) with_imported_memory(part, *info, Origin::guest);
  }
  for (size_t at = 0; at < module.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      Bytes changed = module;
      changed[at] = static_cast<std::byte>(value);
      if (auto info = inspect(changed, why)) with_imported_memory(changed, *info, Origin::guest);
    }
  }
}

TEST(Module, RefusesWhatLivesOnTheHeapOfTheEngine) {
  auto with_types = [](std::initializer_list<int> types) { return ModuleBytes().section(1, types).bytes(); };
  for (const Bytes& module : {with_types({1, 0x4e, 1, 0x60, 0, 0}),  // a group of types
                              with_types({1, 0x50, 0, 0x60, 0, 0}),  // a subtype
                              with_types({1, 0x5f, 1, 0x7f, 0}),     // a struct
                              with_types({1, 0x5e, 0x78, 0})}) {     // an array
    EXPECT_NE(refusal(module).find("garbage collection"), std::string::npos);
  }
  EXPECT_NE(refusal(with_types({1, 0x60, 1, 0x63, 0x70, 0})).find("unknown value type"), std::string::npos);
  EXPECT_NE(refusal(with_types({1, 0x60, 1, 0x6e, 0})).find("unknown value type"), std::string::npos);
  // Tables of exceptions, tables with an initial value, tables that are 64-bit.
  EXPECT_NE(refusal(ModuleBytes().section(4, {1, 0x69, 0, 1}).bytes()).find("a table of"), std::string::npos);
  EXPECT_NE(refusal(ModuleBytes().section(4, {1, 0x40, 0, 0x70, 0, 1, 0xd0, 0x70, 0x0b}).bytes()).find("a table of"),
            std::string::npos);
  EXPECT_NE(refusal(ModuleBytes().section(4, {1, 0x70, 4, 1}).bytes()).find("kind of table"), std::string::npos);
}

// One function () → () with `code`, and `locals` of type i32.
Bytes function_module(const Bytes& code, uint32_t locals = 0) {
  const Bytes declared =
      locals == 0 ? ModuleBytes::from({0})
                  : ModuleBytes::join({ModuleBytes::from({1}), ModuleBytes::leb(locals), ModuleBytes::from({0x7f})});
  const Bytes body = ModuleBytes::join({declared, code, ModuleBytes::from({0x0b})});
  return ModuleBytes()
      .section(1, {1, 0x60, 0, 0})
      .section(3, {1, 0})
      .section(10,
               ModuleBytes::join({ModuleBytes::from({1}), ModuleBytes::leb(static_cast<uint32_t>(body.size())), body}))
      .bytes();
}

Bytes repeated(std::initializer_list<int> code, size_t times) {
  const Bytes one = ModuleBytes::from(code);
  Bytes all;
  for (size_t i = 0; i < times; ++i) all.insert(all.end(), one.begin(), one.end());
  return all;
}

TEST(Module, RefusesFunctionsThatCostTheCompilerTooMuch) {
  // Locals times branches.
  accepted(function_module(repeated({0x41, 0, 0x04, 0x40, 0x0b}, 1'000), 1'000));
  EXPECT_NE(refusal(function_module(repeated({0x41, 0, 0x04, 0x40, 0x0b}, 3'000), 1'000)).find("values"),
            std::string::npos);
  EXPECT_NE(refusal(function_module(repeated({0x41, 0, 0x04, 0x40, 0x0b}, 3'000), 49'000)).find("values"),
            std::string::npos);
  EXPECT_NE(refusal(function_module({}, 50'001)).find("locals"), std::string::npos);
  // The height of the operand stack counts as locals do.
  EXPECT_NE(refusal(function_module(
                        ModuleBytes::join({repeated({0x41, 0}, 1'000), repeated({0x41, 0, 0x04, 0x40, 0x0b}, 3'000)})))
                .find("values"),
            std::string::npos);
  // Branches out of loops.
  accepted(function_module(repeated({0x03, 0x40, 0x0b}, 4'000)));
  accepted(function_module(ModuleBytes::join({repeated({0x03, 0x40}, 300), repeated({0x0b}, 300)})));
  EXPECT_NE(
      refusal(function_module(ModuleBytes::join({repeated({0x03, 0x40}, 301), repeated({0x0b}, 301)}))).find("nested"),
      std::string::npos);
  EXPECT_NE(refusal(function_module(repeated({0x03, 0x40, 0x0b}, 4'001))).find("loops"), std::string::npos);
  EXPECT_NE(refusal(function_module(
                        ModuleBytes::join({ModuleBytes::from({0x02, 0x40}), repeated({0x03, 0x40}, 300),
                                           repeated({0x41, 0, 0x0d, 0x80 | 44, 2}, 5'000), repeated({0x0b}, 301)}),
                        3))
                .find("values"),
            std::string::npos);
  accepted(function_module(repeated({0x41, 1, 0x04, 0x40, 0x0b}, 6'000)));
  EXPECT_NE(refusal(function_module(repeated({0x41, 1, 0x04, 0x40, 0x0b}, 6'001))).find("conditional branches"),
            std::string::npos);
  // A table of branches is a condition, and so many branches: 0 and the one that it takes otherwise.
  accepted(function_module(repeated({0x02, 0x40, 0x41, 1, 0x0e, 1, 0, 0, 0x0b}, 6'000)));
  EXPECT_NE(refusal(function_module(repeated({0x02, 0x40, 0x41, 1, 0x0e, 1, 0, 0, 0x0b}, 6'001)))
                .find("conditional branches"),
            std::string::npos);
  const auto table = [](uint32_t branches) {
    return function_module(
        ModuleBytes::join({ModuleBytes::from({0x02, 0x40, 0x41, 1, 0x0e}), ModuleBytes::leb(branches - 1),
                           repeated({0}, branches), ModuleBytes::from({0x0b})}));
  };
  accepted(table(20'000));
  EXPECT_NE(refusal(table(20'001)).find("branches in tables"), std::string::npos);
  // Handlers of one try, by the square of their number.
  accepted(function_module(
      ModuleBytes::join({ModuleBytes::from({0x06, 0x40}), repeated({0x19}, 900), ModuleBytes::from({0x0b})})));
  EXPECT_NE(refusal(function_module(ModuleBytes::join(
                        {ModuleBytes::from({0x06, 0x40}), repeated({0x19}, 1'100), ModuleBytes::from({0x0b})})))
                .find("values"),
            std::string::npos);
  accepted(function_module(repeated({0x41, 1, 0x41, 1, 0x6d, 0x1a}, 400)));
  EXPECT_NE(refusal(function_module(repeated({0x41, 1, 0x41, 1, 0x6d, 0x1a}, 401))).find("divisions"),
            std::string::npos);
  EXPECT_NE(refusal(function_module(ModuleBytes::join({repeated({0x02, 0x40}, 10'000), repeated({0x0b}, 10'000)})))
                .find("nested"),
            std::string::npos);
  EXPECT_NE(refusal(function_module(repeated({0x01}, 700'000))).find("640 KiB"), std::string::npos);
}

TEST(Module, CountsTheValuesThatBlocksTakeAndLeave) {
  // (func) and 1 000 i32 in and out; a block of that type takes what is there.
  const Bytes wide = ModuleBytes::join({ModuleBytes::leb(1'000), repeated({0x7f}, 1'000)});
  const Bytes types = ModuleBytes::join({ModuleBytes::from({2, 0x60, 0, 0, 0x60}), wide, wide});
  auto module = [&](size_t blocks) {
    const Bytes body =
        ModuleBytes::join({ModuleBytes::from({0}), repeated({0x41, 0}, 1'000), repeated({0x02, 1, 0x0b}, blocks),
                           repeated({0x1a}, 1'000), ModuleBytes::from({0x0b})});
    return ModuleBytes()
        .section(1, types)
        .section(3, {1, 0})
        .section(
            10, ModuleBytes::join({ModuleBytes::from({1}), ModuleBytes::leb(static_cast<uint32_t>(body.size())), body}))
        .bytes();
  };
  accepted(module(500));
  EXPECT_NE(refusal(module(2'000)).find("values"), std::string::npos);
}

TEST(Module, ReadsEveryKindOfInstructionAndRefusesOthers) {
  for (const Bytes& code : {
           ModuleBytes::from({0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 10, 0, 0}),                   // memory.copy
           ModuleBytes::from({0x43, 0, 0, 0, 0, 0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x1a}),  // f32, f64
           ModuleBytes::join({ModuleBytes::from({0xfd, 12}), repeated({0}, 16), ModuleBytes::from({0x1a})}),
           ModuleBytes::from({0xd0, 0x70, 0xd1, 0x1a, 0xd2, 0, 0x1a}),                       // references
           ModuleBytes::from({0x02, 0x40, 0x41, 0, 0x0e, 2, 0, 0, 1, 0x0b}),                 // br_table
           ModuleBytes::from({0x06, 0x40, 0x10, 0, 0x19, 0x09, 0, 0x0b}),                    // try, rethrow
           ModuleBytes::from({0x02, 0x40, 0x1f, 0x40, 1, 2, 0, 0x10, 0, 0x0b, 0x0b}),        // try_table
           ModuleBytes::from({0x41, 0, 0x41, 0, 0x41, 0, 0x1c, 1, 0x7f, 0x1a, 0xfe, 3, 0}),  // select, fence
       }) {
    accepted(function_module(code));
  }
  for (const Bytes& code : {
           ModuleBytes::from({0xfb, 0, 0}),                    // struct.new
           ModuleBytes::from({0x14, 0}),                       // call_ref
           ModuleBytes::from({0xff}),                          //
           ModuleBytes::from({0xfc, 18}),                      //
           ModuleBytes::from({0x41, 0, 0x28, 0x42, 0, 0x1a}),  // of a second memory
           ModuleBytes::from({0x10, 1}),                       // of a function that there is not
           ModuleBytes::from({0x03, 0x40, 0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 12, 0, 0, 0x0b}),  // table.init in a loop
           ModuleBytes::from({0x0b, 0x01}),                                                   // after the end
       }) {
    EXPECT_NE(refusal(function_module(code)).find("the module is not run"), std::string::npos);
  }
}

TEST(Module, BoundsTablesAndCountsThem) {
  auto with_tables = [](const Bytes& tables, std::initializer_list<int> code) {
    const Bytes body = ModuleBytes::join({ModuleBytes::from({0}), ModuleBytes::from(code), ModuleBytes::from({0x0b})});
    return ModuleBytes()
        .section(1, {1, 0x60, 0, 0})
        .section(3, {1, 0})
        .section(4, tables)
        .section(
            10, ModuleBytes::join({ModuleBytes::from({1}), ModuleBytes::leb(static_cast<uint32_t>(body.size())), body}))
        .bytes();
  };
  const Bytes two = ModuleBytes::from({2, 0x70, 0, 10, 0x6f, 1, 20, 30});
  // Tables that no instruction grows stay as they are.
  const ModuleInfo still = accepted(with_tables(two, {}));
  EXPECT_EQ(still.tables[0].maximum, 10u);
  EXPECT_EQ(still.tables[1].maximum, 20u);
  EXPECT_EQ(still.engine_bytes, 10u * 64 + 20 * 16);
  const Bytes growing = with_tables(two, {0xd0, 0x70, 0x41, 1, 0xfc, 15, 0, 0x1a});
  const ModuleInfo grows = accepted(growing);
  EXPECT_EQ(grows.tables[0].maximum, 10u + 16'384);
  EXPECT_EQ(grows.tables[1].maximum, 30u);
  const Bytes rewritten = with_imported_memory(growing, grows, Origin::image);
  EXPECT_EQ(accepted(rewritten).tables[0].wanted, 10u + 16'384);
  EXPECT_EQ(with_imported_memory(rewritten, accepted(rewritten), Origin::image), rewritten);

  const Bytes huge = ModuleBytes::join({ModuleBytes::from({0x6f, 0}), ModuleBytes::leb(600'000)});
  accepted(with_tables(ModuleBytes::join({ModuleBytes::from({1}), huge}), {}));
  EXPECT_NE(refusal(with_tables(ModuleBytes::join({ModuleBytes::from({2}), huge, huge}), {}))
                .find("more than 100000 entries"),
            std::string::npos);
  // A declared maximum is cut to what is left of the million.
  const Bytes endless = ModuleBytes::join({ModuleBytes::from({1, 0x6f, 1, 5}), ModuleBytes::leb(0xffff'ffff)});
  EXPECT_EQ(accepted(with_tables(endless, {0xd0, 0x6f, 0x41, 1, 0xfc, 15, 0, 0x1a})).tables[0].maximum, 1'000'000u);
}

TEST(Module, SaysWhetherAnInstanceCanBeAsNewAgain) {
  const auto with = [](std::initializer_list<int> globals, const Bytes& exports, std::initializer_list<int> code,
                       bool starts = false) {
    const Bytes body = ModuleBytes::join({ModuleBytes::from({0}), ModuleBytes::from(code), ModuleBytes::from({0x0b})});
    ModuleBytes module;
    module.section(1, {1, 0x60, 0, 0}).section(3, {1, 0}).section(4, {1, 0x70, 0, 10});
    module.section(6, globals).section(7, exports);
    if (starts) module.section(8, {0});
    module.section(9, {1, 1, 0, 1, 0}).section(12, {1});
    module.section(
        10, ModuleBytes::join({ModuleBytes::from({1}), ModuleBytes::leb(static_cast<uint32_t>(body.size())), body}));
    return accepted(module.section(11, {1, 1, 1, 0}).bytes()).renewable;
  };
  const Bytes stack = ModuleBytes::join({ModuleBytes::text("__stack_pointer"), ModuleBytes::from({3, 0})});
  const Bytes asyncify = ModuleBytes::join({ModuleBytes::text("asyncify_get_state"), ModuleBytes::from({0, 0})});
  const auto exports = [](std::initializer_list<Bytes> entries) {
    return ModuleBytes::join({ModuleBytes::from({static_cast<int>(entries.size())}), ModuleBytes::join(entries)});
  };
  const std::initializer_list<int> one = {1, 0x7f, 1, 0x41, 0, 0x0b},
                                   two = {2, 0x7f, 1, 0x41, 0, 0x0b, 0x7f, 0, 0x41, 0, 0x0b},
                                   three = {3, 0x7f, 1, 0x41, 0, 0x0b, 0x7f, 1, 0x41, 0, 0x0b, 0x7f, 1, 0x41, 0, 0x0b};
  EXPECT_TRUE(with({0}, exports({}), {}));
  EXPECT_TRUE(with(one, exports({stack}), {}));
  EXPECT_TRUE(with(two, exports({stack}), {0x41, 0, 0x25, 0, 0x1a}));  // the second is constant; table.get
  EXPECT_TRUE(with(three, exports({stack, asyncify}), {}));

  EXPECT_FALSE(with(one, exports({}), {}));
  EXPECT_FALSE(with(three, exports({stack}), {}));
  EXPECT_FALSE(with(one, exports({asyncify}), {}));
  EXPECT_FALSE(with(one, exports({stack}), {}, true));
  for (const std::initializer_list<int>& code : {std::initializer_list<int>{0x41, 0, 0xd0, 0x70, 0x26, 0},  // table.set
                                                 {0xfc, 9, 0},                                              // data.drop
                                                 {0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 12, 0, 0},   // table.init
                                                 {0xfc, 13, 0},                                 // elem.drop
                                                 {0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 14, 0, 0},   // table.copy
                                                 {0xd0, 0x70, 0x41, 1, 0xfc, 15, 0, 0x1a},      // table.grow
                                                 {0x41, 0, 0xd0, 0x70, 0x41, 0, 0xfc, 17, 0}})  // table.fill
    EXPECT_FALSE(with(one, exports({stack}), code));
}

TEST(TypeLedger, CountsEachTypeOnceAndBoundsWhatASandboxBrings) {
  TypeLedger ledger;
  // `count` types of 14 parameters that spell their number in i32 and i64.
  auto module_of = [](uint32_t first, uint32_t count) {
    Bytes types = ModuleBytes::leb(count);
    for (uint32_t type = first; type < first + count; ++type) {
      types.insert(types.end(), {std::byte{0x60}, std::byte{14}});
      for (uint32_t bit = 0; bit < 14; ++bit) types.push_back(static_cast<std::byte>(0x7e + ((type >> bit) & 1)));
      types.push_back(std::byte{0});
    }
    return ModuleBytes().section(1, types).bytes();
  };
  const int one = 0, other = 0;
  auto add = [&](const Bytes& module, const void* owner) { return ledger.add(module, accepted(module), owner); };
  EXPECT_TRUE(add(module_of(0, 10), &one));
  EXPECT_EQ(ledger.types_of(&one), 10u);
  EXPECT_TRUE(add(module_of(5, 10), &other));
  EXPECT_EQ(ledger.types_of(&other), 5u);
  EXPECT_TRUE(add(ModuleBytes().section(1, {2, 0x60, 0, 0, 0x60, 0, 0}).bytes(), &other));
  EXPECT_EQ(ledger.types_of(&other), 6u);
  EXPECT_FALSE(add(module_of(0, 10'011), &one));
  EXPECT_EQ(ledger.types_of(&one), 10u);
  EXPECT_TRUE(add(module_of(0, 10'000), &one));
  EXPECT_TRUE(add(module_of(10'000, 4'000), nullptr));
  ledger.forget(&one);
  EXPECT_TRUE(add(module_of(0, 14'000), &one));
  EXPECT_EQ(ledger.types_of(&one), 0u);
}

TEST(Module, BoundsListsOfAModule) {
  auto many = [](int id, size_t count, std::initializer_list<int> entry) {
    return ModuleBytes::join({ModuleBytes::from({id}),
                              ModuleBytes::leb(static_cast<uint32_t>(
                                  ModuleBytes::leb(static_cast<uint32_t>(count)).size() + count * entry.size())),
                              ModuleBytes::leb(static_cast<uint32_t>(count)), repeated(entry, count)});
  };
  auto module = [](std::initializer_list<Bytes> sections) {
    Bytes all = ModuleBytes().bytes();
    for (const Bytes& part : sections) all.insert(all.end(), part.begin(), part.end());
    return all;
  };
  const Bytes type = ModuleBytes::from({1, 4, 1, 0x60, 0, 0});
  EXPECT_NE(refusal(module({many(1, 20'001, {0x60, 0, 0})})).find("too many entries"), std::string::npos);
  EXPECT_NE(refusal(module({type, many(3, 250'001, {0})})).find("too many entries"), std::string::npos);
  EXPECT_NE(refusal(module({type, many(4, 101, {0x70, 0, 0})})).find("too many entries"), std::string::npos);
  EXPECT_NE(refusal(module({type, many(13, 101, {0, 0})})).find("too many entries"), std::string::npos);
  EXPECT_NE(refusal(module({type, many(6, 20'001, {0x7f, 0, 0x41, 0, 0x0b})})).find("too many entries"),
            std::string::npos);
  EXPECT_NE(refusal(module({type, many(7, 20'001, {0, 0, 0})})).find("too many entries"), std::string::npos);
  EXPECT_NE(refusal(module({many(9, 100'001, {1, 0, 0})})).find("too many entries"), std::string::npos);
  EXPECT_NE(refusal(module({many(11, 100'001, {1, 0})})).find("too many entries"), std::string::npos);
  EXPECT_NE(refusal(module({repeated({0, 1, 0}, 10'001)})).find("custom sections"), std::string::npos);
  accepted(module({many(1, 20'000, {0x60, 0, 0}), many(9, 100'000, {1, 0, 0}), many(11, 100'000, {1, 0})}));
}

// Growth becomes a call of the last imported function; what is called, exported, started or named moves by one.

// The estimate for a module with one function, of `before`, which begins with its locals, so many times `code`, and
// `after`. The values of its tag 0 are `values`.
uint64_t code_of(std::initializer_list<int> values, std::initializer_list<int> code, uint32_t times = 1,
                 const Bytes& before = ModuleBytes::from({0}), std::initializer_list<int> after = {}) {
  const Bytes parameters = ModuleBytes::from(values);
  const Bytes types = ModuleBytes::join({ModuleBytes::from({3, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 0, 0x60}),
                                         ModuleBytes::leb(static_cast<uint32_t>(parameters.size())), parameters,
                                         ModuleBytes::from({0})});
  Bytes body = before;
  for (uint32_t i = 0; i < times; i++) body = ModuleBytes::join({body, ModuleBytes::from(code)});
  body = ModuleBytes::join({body, ModuleBytes::from(after), ModuleBytes::from({0x0b})});
  const Bytes module =
      ModuleBytes()
          .section(1, types)
          .section(3, {1, 1})
          .section(13, {1, 0, 2})
          .section(10,
                   ModuleBytes::join({ModuleBytes::leb(1), ModuleBytes::leb(static_cast<uint32_t>(body.size())), body}))
          .bytes();
  std::string why;
  const auto info = inspect(module, why);
  EXPECT_TRUE(info.ok()) << why;
  return info.ok() ? info->code_bytes : 0;
}

TEST(ModuleCode, GrowsWithTheValuesOfAnException) {
  const uint64_t nothing = code_of({}, {0x08, 0});
  const uint64_t number = code_of({0x7f}, {0x41, 0, 0x08, 0});
  const uint64_t vector = code_of({0x7b}, {0x00, 0x08, 0});
  EXPECT_GT(number, nothing + 80);
  EXPECT_GT(vector, nothing + 186);
  // catch, whose value is dropped
  EXPECT_GT(code_of({0x7b}, {0x06, 0x40, 0x07, 0, 0x1a, 0x0b}), code_of({}, {0x06, 0x40, 0x07, 0, 0x0b}) + 100);
}

TEST(ModuleCode, GrowsWithTheConstantsThatABranchTakesAlong) {
  constexpr int kLocals = 40, kBranches = 100;
  // Each local is set to a constant, or to what is computed from one.
  const auto branches = [](bool constant) {
    Bytes before = ModuleBytes::from({1, kLocals, 0x7f, 0x02, 0x40});
    for (int local = 0; local < kLocals; local++)
      before = ModuleBytes::join({before, ModuleBytes::from({0x41, 5}),
                                  constant ? ModuleBytes::from({0x01}) : ModuleBytes::from({0x45}),
                                  ModuleBytes::from({0x21, local})});
    return code_of({}, {0x41, 0, 0x04, 0x40, 0x0c, 1, 0x0b}, kBranches, before, {0x0b});
  };
  EXPECT_GT(branches(true), branches(false) + kLocals * kBranches * 10);
}

TEST(ModuleCode, OfWhatIsNeverReachedIsCountedToo) { EXPECT_GT(code_of({}, {0x00, 0x01}), code_of({}, {0x00})); }

CodeLedger::Key key(int number) { return {static_cast<std::byte>(number)}; }

TEST(CodeLedger, CountsAModuleOnceUntilNobodyHasIt) {
  CodeLedger ledger;
  auto first = ledger.hold(key(1), 100);
  auto second = ledger.hold(key(1), 100);
  auto other = ledger.hold(key(2), 50);
  EXPECT_EQ(ledger.bytes(), 150u);
  // The same bytes are made into more code when they are linked.
  auto larger = ledger.hold(key(1), 120);
  EXPECT_EQ(ledger.bytes(), 170u);
  first.reset();
  second.reset();
  EXPECT_EQ(ledger.bytes(), 170u);
  larger.reset();
  EXPECT_EQ(ledger.bytes(), 50u);
  other.reset();
  EXPECT_EQ(ledger.bytes(), 0u);
}

TEST(CodeLedger, RefusesWhatDoesNotFit) {
  CodeLedger ledger;
  EXPECT_FALSE(ledger.hold(key(1), CodeLedger::kMaxBytes + 1));
  EXPECT_EQ(ledger.bytes(), 0u);
  auto most = ledger.hold(key(1), CodeLedger::kMaxBytes - 10);
  EXPECT_TRUE(most);
  EXPECT_TRUE(ledger.scarce());
  EXPECT_FALSE(ledger.hold(key(2), 11));
  EXPECT_FALSE(ledger.hold(key(1), CodeLedger::kMaxBytes + 1));
  EXPECT_TRUE(ledger.hold(key(2), 10));
  EXPECT_TRUE(ledger.hold(key(1), 1));
  most.reset();
  EXPECT_FALSE(ledger.scarce());
}

}  // namespace
}  // namespace wasmsand
