// The import `link` of the door `linux`: what of a guest's request is believed, and what the guest is told.
#include <gtest/gtest.h>

#include "module/limits.h"
#include "syscall/linking.h"
#include "test/linux_guest.h"

namespace wasmsand::test {
namespace {

constexpr uint32_t kSize = LinuxGuest::kSize, kOutside = LinuxGuest::kOutside;
// Of a word, it ends behind the last address; of many, behind 2^32.
constexpr uint32_t kLastAddress = 0xffff'fffe;

// A request of two imports, three exports and a module of four bytes.
struct Asked {
  explicit Asked(LinuxGuest& guest) : g(guest) {
    request = {
        .module = g.text("\1\2\3"),
        .size = 4,
        .imports = g.put(std::array<abi::LinkImport, 2>{{{.value = 7, .changes = 0}, {.value = 8, .changes = 1}}}),
        .import_count = 2,
        .exports = g.put(std::array<uint32_t, 3>{10, 0, 12}),
        .export_count = 3,
        .table_length = 100,
        .table_growth = 5,
        .reserved = 0,
        .text = g.put(std::array<char, 16>{}),
        .text_size = 16};
  }

  Result<LinkPlan> begin() {
    if (at == 0) at = g.space(sizeof request);
    g.set(at, request);
    return linux_begin_link(g.call, at);
  }
  Errno error() { return begin().error(); }

  LinuxGuest& g;
  abi::LinkRequest request;
  uint32_t at = 0;
};

TEST(LinuxLink, ReadsTheRequest) {
  with_guest([](LinuxGuest& g) {
    Asked asked(g);
    const auto plan = asked.begin();
    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(plan->module->imports, (std::vector<uint32_t>{7, 0, 8, 1}));
    EXPECT_EQ(plan->module->exports, (std::vector<uint32_t>{10, 0, 12}));
    EXPECT_EQ(plan->module->table_length, 100U);
    EXPECT_EQ(plan->module->table_growth, 5U);
    EXPECT_EQ(plan->bytes.size(), 4U);
    EXPECT_EQ(plan->bytes[2], std::byte{3});
  });
}

TEST(LinuxLink, KeepsWhatItHasReadWhenTheGuestChangesIt) {
  with_guest([](LinuxGuest& g) {
    Asked asked(g);
    const auto plan = asked.begin();
    ASSERT_TRUE(plan.ok());
    const uint32_t exports = asked.request.exports, elsewhere = g.put(std::array<uint32_t, 3>{1, 2, 3});
    g.set(asked.request.imports, 9U);
    asked.request.exports = elsewhere;
    asked.request.export_count = kSize;
    g.set(asked.at, asked.request);
    EXPECT_EQ(plan->module->imports[0], 7U);
    EXPECT_EQ(linux_linked(g.call, std::array<uint32_t, 3>{10, 77, 12}, 105), 0);
    EXPECT_EQ((g.get<std::array<uint32_t, 3>>(exports)), (std::array<uint32_t, 3>{10, 77, 12}));
    EXPECT_EQ((g.get<std::array<uint32_t, 3>>(elsewhere)), (std::array<uint32_t, 3>{1, 2, 3}));
  });
}

TEST(LinuxLink, RefusesARequestThatIsNotInMemory) {
  with_guest([](LinuxGuest& g) {
    for (const uint32_t address : {kSize - static_cast<uint32_t>(sizeof(abi::LinkRequest)) + 1, kSize, kOutside,
                                   kLastAddress, 0xffff'ffff - static_cast<uint32_t>(sizeof(abi::LinkRequest))})
      EXPECT_EQ(linux_begin_link(g.call, address).error(), Errno::fault) << address;
  });
}

TEST(LinuxLink, RefusesPartsThatAreNotInMemory) {
  using Field = uint32_t abi::LinkRequest::*;
  constexpr std::array<Field, 4> kParts = {&abi::LinkRequest::module, &abi::LinkRequest::imports,
                                           &abi::LinkRequest::exports, &abi::LinkRequest::text};
  with_guest([&](LinuxGuest& g) {
    for (const Field part : kParts) {
      Asked asked(g);
      for (const uint32_t address : {kSize - 3, kSize, kOutside, kLastAddress}) {
        asked.request.*part = address;
        EXPECT_EQ(asked.error(), Errno::fault) << address;
      }
    }
  });
}

TEST(LinuxLink, RefusesSizesThatLeadOutOfMemory) {
  using Field = uint32_t abi::LinkRequest::*;
  with_guest([](LinuxGuest& g) {
    for (const Field size : {&abi::LinkRequest::size, &abi::LinkRequest::text_size}) {
      Asked asked(g);
      for (const uint32_t bytes : {kSize, 0x8000'0000U, 0xffff'ffffU}) {
        asked.request.*size = bytes;
        EXPECT_EQ(asked.error(), Errno::fault) << bytes;
      }
    }
  });
}

TEST(LinuxLink, RefusesMoreImportsAndExportsThanAModuleMayHave) {
  with_guest([](LinuxGuest& g) {
    Asked asked(g);
    // Of the second one the bytes are a number of 32 bits again.
    for (const uint32_t count : {kMaxLinkedImports + 1, 0x2000'0001U, 0xffff'ffffU}) {
      asked.request.import_count = count;
      EXPECT_EQ(asked.error(), Errno::inval) << count;
    }
    asked.request.import_count = 2;
    for (const uint32_t count : {kMaxExports + 2, 0x4000'0001U, 0xffff'ffffU}) {
      asked.request.export_count = count;
      EXPECT_EQ(asked.error(), Errno::inval) << count;
    }
  });
}

TEST(LinuxLink, TakesAsManyAsAModuleMayHaveWhereTheyAreInMemory) {
  with_guest([](LinuxGuest& g) {
    Asked asked(g);
    asked.request.import_count = kMaxLinkedImports;
    asked.request.export_count = kMaxExports + 1;
    EXPECT_TRUE(asked.begin().ok());
    asked.request.imports = kSize - kMaxLinkedImports * static_cast<uint32_t>(sizeof(abi::LinkImport));
    EXPECT_TRUE(asked.begin().ok());
    asked.request.imports += 1;
    EXPECT_EQ(asked.error(), Errno::fault);
    asked.request.imports = 0;
    asked.request.exports = kSize - (kMaxExports + 1) * static_cast<uint32_t>(sizeof(uint32_t)) + 1;
    EXPECT_EQ(asked.error(), Errno::fault);
  });
}

TEST(LinuxLink, LooksAtNoAddressOfWhatIsEmpty) {
  with_guest([](LinuxGuest& g) {
    Asked asked(g);
    asked.request = {.module = kOutside,
                     .size = 0,
                     .imports = kOutside,
                     .import_count = 0,
                     .exports = kOutside,
                     .export_count = 0,
                     .table_length = 1,
                     .table_growth = 0,
                     .reserved = 0,
                     .text = kOutside,
                     .text_size = 0};
    const auto plan = asked.begin();
    ASSERT_TRUE(plan.ok());
    EXPECT_TRUE(plan->bytes.empty());
    EXPECT_EQ(linux_not_linked(g.call, Errno::noexec, "why"), failed(Errno::noexec));
    ASSERT_TRUE(asked.begin().ok());
    EXPECT_EQ(linux_linked(g.call, {}, 2), 0);
    EXPECT_EQ(g.get<abi::LinkRequest>(asked.at).table_length, 2U);
  });
}

TEST(LinuxLink, TakesARequestAtAnyAddress) {
  with_guest([](LinuxGuest& g) {
    Asked asked(g);
    asked.at = g.space(sizeof asked.request + 1) + 1;
    ASSERT_TRUE(asked.begin().ok());
    EXPECT_EQ(linux_linked(g.call, std::array<uint32_t, 3>{}, 300), 0);
    EXPECT_EQ(g.get<abi::LinkRequest>(asked.at).table_length, 300U);
  });
}

TEST(LinuxLink, TellsWhyAModuleIsNotLinked) {
  with_guest([](LinuxGuest& g) {
    Asked asked(g);
    const auto told = [&](Errno error, std::string_view why, std::optional<uint32_t> table_length = std::nullopt) {
      EXPECT_TRUE(asked.begin().ok());
      g.set(asked.request.text,
            std::array<char, 16>{'-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-'});
      EXPECT_EQ(linux_not_linked(g.call, error, why, table_length), failed(error));
      return g.bytes(asked.request.text, 16);
    };
    using namespace std::string_literals;
    EXPECT_EQ(told(Errno::noexec, "no module"), "no module\0------"s);
    EXPECT_EQ(g.get<abi::LinkRequest>(asked.at).table_length, 100U);
    EXPECT_EQ(told(Errno::again, "", 120), "\0---------------"s);
    EXPECT_EQ(g.get<abi::LinkRequest>(asked.at).table_length, 120U);
    EXPECT_EQ(told(Errno::noexec, "fifteen letters"), "fifteen letters\0"s);
    EXPECT_EQ(told(Errno::noexec, "sixteen letters."), "sixteen letters\0"s);
    // No half of a character.
    EXPECT_EQ(told(Errno::noexec, "an ellipsis …"), "an ellipsis …\0"s);
    EXPECT_EQ(told(Errno::noexec, "an ellipsis: … and more"), "an ellipsis: \0--"s);
    asked.request.text_size = 1;
    EXPECT_EQ(told(Errno::noexec, "…"), "\0---------------"s);
  });
}

TEST(LinuxLink, AnswersNothingThatWasNotAsked) {
  with_guest([](LinuxGuest& g) {
    Asked asked(g);
    ASSERT_TRUE(asked.begin().ok());
    EXPECT_EQ(linux_linked(g.call, std::array<uint32_t, 4>{}, 300), failed(Errno::inval));
    EXPECT_EQ(g.get<abi::LinkRequest>(asked.at).table_length, 100U);
    // What the last call asked for is forgotten with its answer.
    EXPECT_EQ(linux_not_linked(g.call, Errno::noexec, "why", 300), failed(Errno::inval));
    EXPECT_EQ(g.bytes(asked.request.text, 3), std::string(3, '\0'));
  });
}

}  // namespace
}  // namespace wasmsand::test
