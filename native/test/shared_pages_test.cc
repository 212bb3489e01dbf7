// Pages that memories share until they write to them.
#include "kernel/platform/shared_pages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "kernel/platform/pages.h"
#include "kernel/process/memory_image.h"
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

TEST(SharedPages, AreNotInTheImageOfAMemoryThatBeganAsThem) {
  const std::vector<std::byte> contents = some_contents();
  const Ref<SharedPages> pages = SharedPages::of(contents);
  const auto yes = [] { return true; };
  Memory memory, begun, empty;
  pages->show_in(memory.whole());
  memory[0] = std::byte{9};
  std::ranges::fill(memory.whole().subspan(4 * kMiB, kBlockBytes), std::byte{0});
  memory[kMemory - 1] = std::byte{3};
  const Ref<MemoryImage> image = MemoryImage::of(memory.whole(), yes, pages);
  EXPECT_LE(image->blocks().size(), 3u) << "three blocks were written to";
  pages->show_in(begun.whole());
  begun[8 * kBlockBytes] = std::byte{5};
  const Ref<MemoryImage> whole = image->from_zero();
  EXPECT_EQ(whole->memory_bytes(), kMemory);
  for (const auto& [from, to] : {std::pair(image, &begun), {image, &empty}, {whole, &empty}}) {
    EXPECT_TRUE(from->copy_to(to->whole(), yes));
    EXPECT_TRUE(std::ranges::equal(to->whole(), memory.whole()));
  }
  EXPECT_EQ(whole->from_zero().get(), whole.get());
  EXPECT_TRUE(SharedPages::leave(begun.whole()));
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
    constexpr size_t kProcesses = 20, kMayShare = 16;
    auto [reader, writer] = guest.pipe();
    std::vector<uint64_t> charged;
    const auto begin = [&charged, reader = reader](test::Guest& child) {
      child.call([&](KernelLock&) {
        Kernel& kernel = child.kernel;
        EXPECT_TRUE(kernel.memory().resize(child.process, 0).ok());
        const auto used = [&] { return kernel.accounting().usage().memory_bytes; };
        const uint64_t before = used();
        kernel.memory().share(child.process, 2 * kMiB);
        EXPECT_TRUE(kernel.memory().resize(child.process, 3 * kMiB).ok());
        charged.push_back(used() - before);
        EXPECT_TRUE(kernel.memory().resize(child.process, kMiB).ok());
        EXPECT_EQ(used() - before, charged.size() <= kMayShare ? 0 : kMiB) << "no less than nothing";
        return 0;
      });
      EXPECT_EQ(child.read(reader, 1)->size(), 1U);
      return 0;
    };
    std::vector<int> pids;
    for (size_t i = 0; i < kProcesses; i++) {
      pids.push_back(*guest.clone(begin));
      guest.sandbox.until([&] { return charged.size() == i + 1; });
      EXPECT_EQ(charged.back(), i < kMayShare ? kMiB : 3 * kMiB) << i;
    }
    guest.write(writer, std::string(kProcesses, 'x'));
    for (const int pid : pids) EXPECT_EQ(guest.wait(pid)->wait_status, 0);
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand
