// Pages that memories share until they write to them, and the data of a module that become such pages.
#include "kernel/platform/shared_pages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "kernel/platform/pages.h"
#include "kernel/process/memory_image.h"
#include "module/initial_memory.h"
#include "module_bytes.h"
#include "test/test_sandbox.h"

namespace wasmsand {
namespace {

constexpr size_t kMiB = 1 << 20;
constexpr size_t kMemory = 8 * kMiB;

// As the engine has one: anonymous, zero.
class Memory {
 public:
  Memory()
      : begin_(static_cast<std::byte*>(
            mmap(nullptr, kMemory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {}
  ~Memory() { munmap(begin_, kMemory); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  std::span<std::byte> whole() { return {begin_, kMemory}; }
  std::byte& operator[](size_t at) { return begin_[at]; }

 private:
  std::byte* begin_;
};

// Two stretches that are not zero, far from each other, and an end that is not one of a page.
std::vector<std::byte> some_contents() {
  std::vector<std::byte> contents(5 * kMiB + 17);
  std::fill(contents.begin() + 100, contents.begin() + kMiB, std::byte{1});
  std::fill(contents.begin() + 4 * kMiB, contents.end(), std::byte{2});
  return contents;
}

bool begins_with(std::span<const std::byte> memory, std::span<const std::byte> contents) {
  return std::ranges::equal(memory.first(contents.size()), contents) &&
         std::ranges::all_of(memory.subspan(contents.size()), [](std::byte byte) { return byte == std::byte{0}; });
}

TEST(SharedPages, AreWhatEachMemoryBeginsWithAndNobodyElseSeesWhatOneWrites) {
  const std::vector<std::byte> contents = some_contents();
  const Ref<SharedPages> pages = SharedPages::of(contents);
  ASSERT_TRUE(pages);
  EXPECT_LT(pages->bytes(), 3 * kMiB) << "what is zero between them is no page";
  Memory first, second;
  for (Memory* memory : {&first, &second}) pages->show_in(memory->whole());
  EXPECT_TRUE(begins_with(first.whole(), contents));
  first[200] = first[kMemory - 1] = std::byte{3};
  EXPECT_TRUE(begins_with(second.whole(), contents));
  EXPECT_TRUE(SharedPages::leave(first.whole()));
  EXPECT_TRUE(SharedPages::shown_in(first.whole()).empty());
  EXPECT_EQ(first[200], std::byte{0});
  EXPECT_EQ(first[4 * kMiB], std::byte{0});
  EXPECT_EQ(first[kMemory - 1], std::byte{3}) << "which was its own";
  EXPECT_TRUE(begins_with(second.whole(), contents));
  EXPECT_TRUE(SharedPages::leave(second.whole()));
}

TEST(SharedPages, CountAsTouched) {
  const std::vector<std::byte> contents = some_contents();
  const Ref<SharedPages> pages = SharedPages::of(contents);
  Memory memory, copy;
  pages->show_in(memory.whole());
  const TouchedPages touched(memory.whole());
  EXPECT_TRUE(touched.touched(0));
  EXPECT_TRUE(touched.touched(4 * kMiB));
  if (touched.known()) EXPECT_FALSE(touched.touched(7 * kMiB));
  const Ref<MemoryImage> image = MemoryImage::of(memory.whole(), [] { return true; });
  EXPECT_TRUE(image->copy_to(copy.whole(), [] { return true; }));
  EXPECT_TRUE(begins_with(copy.whole(), contents));
  // Where the image is zero and pages are shown.
  const Ref<MemoryImage> nothing = MemoryImage::with_blocks(kMemory, {});
  EXPECT_TRUE(nothing->copy_to(memory.whole(), [] { return true; }));
  EXPECT_TRUE(begins_with(memory.whole(), {}));
  EXPECT_TRUE(SharedPages::leave(memory.whole()));
}

TEST(SharedPages, OfAMemoryThatIsGoneHarmNoneThatFollows) {
  const Ref<SharedPages> pages = SharedPages::of(some_contents());
  for (int i = 0; i < 3; i++) {
    Memory gone;
    pages->show_in(gone.whole());
  }
  Memory next;
  next[10] = std::byte{4};
  EXPECT_TRUE(TouchedPages(next.whole()).touched(0));
  pages->show_in(next.whole());
  EXPECT_EQ(next[100], std::byte{1});
  EXPECT_TRUE(SharedPages::leave(next.whole()));
  EXPECT_EQ(next[100], std::byte{0});
}

TEST(SharedPages, AreNotChargedInAsManyProcessesAsMayShareThem) {
  test::TestSandbox sandbox;
  sandbox.run([](test::Guest& guest) {
    KernelLock lock(guest.kernel.mutex());
    const auto used = [&] { return guest.kernel.accounting().usage().memory_bytes; };
    std::vector<Ref<Process>> children;
    uint64_t before = used();
    for (int i = 0; i < 20; i++) {
      auto child = guest.kernel.make_process(&guest.process);
      guest.kernel.share_memory(**child, 2 * kMiB);
      EXPECT_TRUE(guest.kernel.resize_memory(**child, 3 * kMiB).ok());
      EXPECT_EQ(used() - before, i < 16 ? kMiB : 3 * kMiB) << i;
      before = used();
      children.push_back(*child);
    }
    EXPECT_TRUE(guest.kernel.resize_memory(*children[0], kMiB).ok());
    EXPECT_EQ(before - used(), kMiB) << "no less than nothing";
    for (const auto& child : children) {
      EXPECT_TRUE(guest.kernel.resize_memory(*child, 0).ok());
      EXPECT_EQ(child->shared_bytes, 0U);
      guest.kernel.discard(*child, nullptr);
    }
    return 0;
  });
}

Bytes segment(int address, const Bytes& contents) {
  return ModuleBytes::join({ModuleBytes::from({0, 0x41}), ModuleBytes::leb(static_cast<uint32_t>(address)),
                            ModuleBytes::from({0x0b}), ModuleBytes::leb(static_cast<uint32_t>(contents.size())),
                            contents});
}

TEST(InitialMemory, IsTakenOutOfTheModuleWhenTheDataSayNothingElse) {
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
