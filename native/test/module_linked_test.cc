// Modules that a program links while it runs: what is accepted, and which can be linked once more for a copy of it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "module/growth.h"
#include "module/module.h"
#include "module_bytes.h"
#include "test/test_sandbox.h"

namespace wasmsand {
namespace {

TEST(LinkedModule, HasNothingOfItsOwnThatTheProgramBounds) {
  const auto module = [](const Bytes& imports, std::initializer_list<int> memories, std::initializer_list<int> code) {
    const Bytes body = ModuleBytes::join({ModuleBytes::from({0}), ModuleBytes::from(code), ModuleBytes::from({0x0b})});
    ModuleBytes made;
    made.section(1, {1, 0x60, 0, 0}).section(2, imports).section(3, {1, 0}).section(5, memories);
    return made
        .section(
            10, ModuleBytes::join({ModuleBytes::from({1}), ModuleBytes::leb(static_cast<uint32_t>(body.size())), body}))
        .bytes();
  };
  const auto says = [](const Bytes& bytes) {
    std::string why;
    return inspect_linked(bytes, why).ok() ? "accepted" : why;
  };
  const Bytes memory = import_of("env", "memory", {2, 0, 0}), table = import_of("env", "table", {1, 0x70, 0, 0}),
              base = import_of("env", "__memory_base", {3, 0x7f, 0}),
              stack = import_of("env", "__stack_pointer", {3, 0x7f, 1}), tag = import_of("env", "tag", {4, 0, 0}),
              function = import_of("env", "any", {0, 0});
  const auto list = [](std::initializer_list<Bytes> entries) {
    return ModuleBytes::join({ModuleBytes::from({static_cast<int>(entries.size())}), ModuleBytes::join(entries)});
  };
  const Bytes usual = list({memory, table, base, stack, tag, function});
  EXPECT_EQ(says(module(usual, {0}, {})), "accepted");
  EXPECT_EQ(says(module(list({table}), {1, 0, 1}, {})), "the module has a memory of its own");
  EXPECT_EQ(says(module(usual, {0}, {0xd0, 0x70, 0x41, 1, 0xfc, 15, 0, 0x1a})), "the module grows tables");
  EXPECT_EQ(says(module(list({memory, import_of("wasmsand", "grow", {0, 0})}), {0}, {})),
            "the module imports what no program here gets");
  // Its globals come behind those that it imports.
  std::string why;
  const Bytes looping = module(usual, {0}, {0x03, 0x40, 0x03, 0x40, 0x0b, 0x0b});
  const auto info = inspect_linked(looping, why);
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->imported_globals, 2u);
  EXPECT_EQ(says(as_linked(looping, *info)), "the module imports what no program here gets");
  const auto growing = module(usual, {0}, {0x41, 1, 0x40, 0, 0x1a});
  const auto grows = inspect_linked(growing, why);
  ASSERT_TRUE(grows.ok());
  EXPECT_TRUE(with_growth_import(as_linked(growing, *grows), why).ok()) << why;
}

TEST(LinkedModule, CanBeCopiedIfOnlyItsStartChangesWhatItsMemoryDoesNotHold) {
  const Bytes stack = ModuleBytes::join({ModuleBytes::from({1}), import_of("env", "__stack_pointer", {3, 0x7f, 1})});
  // Of two functions the first is the start; behind the global that is imported comes one of its own.
  const auto copyable = [&stack](const Bytes& first, const Bytes& second) {
    ModuleBytes made;
    made.section(1, {1, 0x60, 0, 0}).section(2, stack).section(3, {2, 0, 0}).section(4, {1, 0x70, 0, 1});
    made.section(6, {1, 0x7f, 1, 0x41, 0, 0x0b}).section(8, {0});
    Bytes bodies = ModuleBytes::from({2});
    for (const Bytes& code : {first, second}) {
      const Bytes body = ModuleBytes::join({ModuleBytes::from({0}), code, ModuleBytes::from({0x0b})});
      bodies = ModuleBytes::join({bodies, ModuleBytes::leb(static_cast<uint32_t>(body.size())), body});
    }
    std::string why;
    const auto info = inspect_linked(made.section(10, bodies).bytes(), why);
    EXPECT_TRUE(info.ok()) << why;
    return info.ok() && info->copyable;
  };
  const auto set = [](int global) { return ModuleBytes::from({0x41, 7, 0x24, global}); };
  const Bytes nothing = ModuleBytes::from({}), put = ModuleBytes::from({0x41, 0, 0xd0, 0x70, 0x26, 0});
  EXPECT_TRUE(copyable(nothing, nothing));
  EXPECT_TRUE(copyable(set(1), set(0)));
  EXPECT_FALSE(copyable(nothing, set(1)));
  EXPECT_FALSE(copyable(put, nothing));
}

TEST(LinkedModules, AreThoseOfCopiesUnlessOneKeepsWhatOnlyItKnows) {
  test::TestSandbox sandbox;
  sandbox.run([](test::Guest& guest) {
    const auto link = [&guest](bool copyable) {
      guest.call([&](KernelLock&) {
        auto module = make_ref<LinkedModule>();
        module->bytes = LinkedModule::share(std::vector<std::byte>(100));
        guest.process.kernel.engine().keep_linked(guest.process, std::move(module), copyable);
        return 0;
      });
    };
    const auto count_in_child = [&guest] {
      const auto child = guest.clone([](test::Guest& copy) { return static_cast<int>(copy.process.linked.size()); });
      return child.ok() ? guest.wait(*child)->wait_status >> 8 : -static_cast<int>(child.error());
    };
    link(true);
    link(true);
    EXPECT_EQ(guest.process.linked[0]->bytes, guest.process.linked[1]->bytes) << "the same bytes are there once";
    EXPECT_EQ(count_in_child(), 2);
    EXPECT_TRUE(guest.process.copyable);
    link(false);
    EXPECT_FALSE(guest.process.copyable);
    EXPECT_TRUE(guest.process.linked.empty());
    EXPECT_EQ(count_in_child(), -static_cast<int>(Errno::nosys));
    return 0;
  });
  sandbox.run([](test::Guest& guest) {
    guest.call([&](KernelLock&) {
      auto module = make_ref<LinkedModule>();
      module->bytes = LinkedModule::share({});
      guest.process.kernel.engine().keep_linked(guest.process, std::move(module), false);
      return 0;
    });
    EXPECT_FALSE(guest.process.copyable);
    EXPECT_FALSE(guest.clone([](test::Guest&) { return 0; }).ok());
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand
