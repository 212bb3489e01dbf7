#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "kernel/vfs/extents.h"
#include "kernel/vfs/space_ledger.h"

namespace wasmsand {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string content_of(const FileContent& content) {
  std::string text(content.size() + 10, 'x');
  text.resize(content.read(0, std::as_writable_bytes(std::span(text))));
  return text;
}

class ExtentsTest : public testing::Test {
 protected:
  Accounting accounting{Limits{.file_system_bytes = 4 << 20}};
  SpaceLedger ledger{accounting};
};

TEST_F(ExtentsTest, ReadsWhatWasWrittenWhateverHappensToCopies) {
  std::mt19937 random(7);
  FileContent content;
  std::string model;
  std::vector<std::pair<FileContent, std::string>> copies;
  auto anywhere = [&](size_t most) { return random() % 4 ? random() % 5000 : random() % most; };
  for (int i = 0; i < 4000; i++) {
    uint64_t offset = anywhere(300'000), length = anywhere(100'000);
    switch (random() % 8) {
      case 0:
        ASSERT_TRUE(content.resize(&ledger, offset).ok());
        model.resize(offset);
        break;
      case 1:
        ASSERT_TRUE(content.punch(&ledger, offset, length).ok());
        for (uint64_t at = offset; at < std::min<uint64_t>(offset + length, model.size()); at++) model[at] = 0;
        break;
      case 2:
        if (i % 5) break;
        ASSERT_TRUE(content.reserve(&ledger, offset, length).ok());
        break;
      default: {
        if (length == 0) break;
        std::string data(length, static_cast<char>(random()));
        auto prepared = random() % 2 ? FileContent::prepare(offset, bytes_of(data).first(length / 2 + 1))
                                     : std::vector<Ref<RefCounted>>();
        ASSERT_EQ(*content.write(&ledger, offset, bytes_of(data), prepared), length);
        if (model.size() < offset + length) model.resize(offset + length);
        model.replace(offset, length, data);
      }
    }
    ASSERT_EQ(content.size(), model.size());
    ASSERT_EQ(accounting.usage().file_bytes, content.charged());
    if (i % 20 == 0) {
      ASSERT_EQ(content_of(content), model);
    }
    if (i % 500 == 0) copies.emplace_back(content, model);
  }
  for (auto& [copy, then] : copies) EXPECT_EQ(content_of(copy), then);
  content.clear(&ledger);
  EXPECT_EQ(accounting.usage().file_bytes, 0u);
}

TEST_F(ExtentsTest, CountsASmallFileAsSmall) {
  FileContent content;
  ASSERT_TRUE(content.write(&ledger, 0, bytes_of("hello")).ok());
  EXPECT_LE(content.charged(), 64u);
  EXPECT_EQ(content.allocated(), 4096u);
}

TEST_F(ExtentsTest, RefusesWhatPassesTheLimitAndGivesBackWhatIsCut) {
  FileContent content;
  std::string megabyte(1 << 20, 'm');
  for (int i = 0; i < 4; i++) ASSERT_EQ(*content.write(&ledger, content.size(), bytes_of(megabyte)), megabyte.size());
  EXPECT_EQ(content.write(&ledger, content.size(), bytes_of("x")).error(), Errno::nospc);
  ASSERT_TRUE(content.resize(&ledger, 3 << 20).ok());
  EXPECT_EQ(accounting.usage().file_bytes, uint64_t{3} << 20);
  // What fits is written, as write(2) does.
  EXPECT_EQ(*content.write(&ledger, content.size(), bytes_of(std::string(2 << 20, 'y'))), size_t{1} << 20);
}

TEST_F(ExtentsTest, HolesTakeNoSpaceAndAreFound) {
  FileContent content;
  constexpr uint64_t kFar = uint64_t{1} << 40;
  ASSERT_TRUE(content.write(&ledger, kFar, bytes_of("far")).ok());
  ASSERT_TRUE(content.resize(&ledger, INT64_MAX).ok());
  EXPECT_LE(content.charged(), kExtentSize);
  EXPECT_EQ(content.next_data(0), kFar);
  EXPECT_EQ(content.next_hole(0), 0u);
  EXPECT_EQ(content.next_hole(kFar), kFar + kPageSize);
  EXPECT_EQ(content.next_data(kFar + kPageSize), std::nullopt);
  std::string text(3, 'x');
  EXPECT_EQ(content.read(kFar - 3, std::as_writable_bytes(std::span(text))), 3u);
  EXPECT_EQ(text, std::string(3, '\0'));
}

TEST_F(ExtentsTest, LentBytesDoNotChangeUnderTheReader) {
  FileContent content;
  std::string old(200'000, 'a');
  ASSERT_TRUE(content.write(&ledger, 0, bytes_of(old)).ok());
  BorrowedBytes lent = content.borrow(100, 150'000);
  ASSERT_TRUE(content.write(&ledger, 0, bytes_of(std::string(200'000, 'b'))).ok());
  content.clear(&ledger);
  std::string read(lent.length, 'x');
  lent.copy_to(std::as_writable_bytes(std::span(read)));
  EXPECT_EQ(read, old.substr(100, 150'000));
}

TEST_F(ExtentsTest, WhatABaseImageBroughtIsFree) {
  FileContent base;
  ASSERT_TRUE(base.write(nullptr, 0, bytes_of(std::string(100'000, 'a'))).ok());
  FileContent content = base;
  EXPECT_EQ(content.charged(), 0u);
  ASSERT_TRUE(content.write(&ledger, 5, bytes_of("b")).ok());
  EXPECT_EQ(accounting.usage().file_bytes, content.charged());
  EXPECT_EQ(content.charged(), kExtentSize);
  EXPECT_EQ(content_of(base), std::string(100'000, 'a'));
  content.clear(&ledger);
  EXPECT_EQ(accounting.usage().file_bytes, 0u);
}

}  // namespace
}  // namespace wasmsand
