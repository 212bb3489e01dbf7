// Reading and rewriting wasm modules.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "module/growth.h"
#include "module/module.h"

namespace wasmsand {
namespace {

using Bytes = std::vector<std::byte>;

// Builds modules by hand, also wrong ones.
class ModuleBytes {
 public:
  ModuleBytes() : bytes_(from({0, 'a', 's', 'm', 1, 0, 0, 0})) {}

  static Bytes from(std::initializer_list<int> values) {
    Bytes bytes;
    for (int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
  }
  static Bytes leb(uint32_t value) {
    Bytes bytes;
    for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<std::byte>(value | 0x80));
    bytes.push_back(static_cast<std::byte>(value));
    return bytes;
  }
  static Bytes join(std::initializer_list<Bytes> parts) {
    Bytes all;
    for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  static Bytes text(std::string_view name) {
    Bytes bytes = leb(static_cast<uint32_t>(name.size()));
    for (char c : name) bytes.push_back(static_cast<std::byte>(c));
    return bytes;
  }

  ModuleBytes& section(int id, const Bytes& content) {
    bytes_ = join({bytes_, from({id}), leb(static_cast<uint32_t>(content.size())), content});
    return *this;
  }
  ModuleBytes& section(int id, std::initializer_list<int> content) { return section(id, from(content)); }
  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

// (func (param i32) (result i32)) and (func)
const Bytes kTypes = ModuleBytes::from({2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 0});

Bytes import_of(std::string_view module, std::string_view name, std::initializer_list<int> description) {
  return ModuleBytes::join({ModuleBytes::text(module), ModuleBytes::text(name), ModuleBytes::from(description)});
}

std::string refusal(const Bytes& module) {
  std::string why;
  auto info = inspect(module, why);
  if (info) return "accepted";
  EXPECT_EQ(info.error(), Errno::noexec);
  return why;
}

ModuleInfo accepted(const Bytes& module) {
  std::string why;
  auto info = inspect(module, why);
  EXPECT_TRUE(info.ok()) << why;
  return info ? *info : ModuleInfo{};
}

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
  EXPECT_FALSE(info.has_start_function);
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
    if (auto info = inspect(part, why)) with_imported_memory(part, *info);
  }
  for (size_t at = 0; at < module.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      Bytes changed = module;
      changed[at] = static_cast<std::byte>(value);
      if (auto info = inspect(changed, why)) with_imported_memory(changed, *info);
    }
  }
}

TEST(Module, ReadsTypesOfTheGarbageCollectionProposal) {
  const Bytes types =
      ModuleBytes::from({3,    0x4e, 2,    0x50, 0,    0x5f, 1, 0x63, 0, 1,  // rec: sub struct (mut ref null 0)
                         0x5e, 0x78, 0,                                      // array i8
                         0x60, 1,    0x7f, 1,    0x7f,                       // func
                         0x60, 1,    0x64, 0x70, 0});
  const ModuleInfo info =
      accepted(ModuleBytes()
                   .section(1, types)
                   .section(2, ModuleBytes::join({ModuleBytes::leb(1), import_of("linux", "spawn", {0, 2})}))
                   .bytes());
  EXPECT_EQ(info.imports[0].type, (FunctionType{{0x7f}, {0x7f}}));
}

// Growth becomes a call of the last imported function; what is called, exported, started or named moves by one.
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
  EXPECT_EQ(with_imported_memory(module, accepted(module)), expected);
}

TEST(Module, MakesAnImportSectionWhereThereIsNone) {
  const Bytes memory =
      ModuleBytes::join({import_of("wasmsand", "memory", {2, 1}), ModuleBytes::leb(1), ModuleBytes::leb(65536)});
  const Bytes imports = ModuleBytes::join({ModuleBytes::leb(1), memory});
  const Bytes bare = ModuleBytes().section(5, {1, 0, 1}).bytes();
  EXPECT_EQ(with_imported_memory(bare, accepted(bare)), ModuleBytes().section(2, imports).bytes());
  const Bytes typed = ModuleBytes()
                          .section(0, ModuleBytes::text("x"))
                          .section(1, kTypes)
                          .section(0, ModuleBytes::text("y"))
                          .section(5, {1, 0, 1})
                          .bytes();
  EXPECT_EQ(with_imported_memory(typed, accepted(typed)), ModuleBytes()
                                                              .section(0, ModuleBytes::text("x"))
                                                              .section(1, kTypes)
                                                              .section(2, imports)
                                                              .section(0, ModuleBytes::text("y"))
                                                              .bytes());
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
  EXPECT_EQ(with_imported_memory(module, info),
            ModuleBytes()
                .section(1, kTypes)
                .section(2, ModuleBytes::join({ModuleBytes::leb(3), import_of("linux", "spawn", {0, 0}), memory,
                                               import_of("linux", "spawn", {0, 0})}))
                .bytes());
}

TEST(Module, LeavesAModuleWithoutMemoryAlone) {
  const Bytes module = ModuleBytes().section(1, kTypes).section(5, {0}).bytes();
  EXPECT_EQ(with_imported_memory(module, accepted(module)), module);
}

}  // namespace
}  // namespace wasmsand
