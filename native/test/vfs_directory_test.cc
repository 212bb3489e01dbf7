#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "kernel/vfs/directory.h"

namespace wasmsand {
namespace {

using Model = std::map<std::string, Ino>;

Model listed(const Directory& directory) {
  Model names;
  uint64_t cookie = 0;
  while (const Directory::Entry* entry = directory.after(cookie)) {
    EXPECT_GT(entry->cookie, cookie);
    cookie = entry->cookie;
    EXPECT_TRUE(names.emplace(entry->name, entry->ino).second);
  }
  return names;
}

TEST(Directory, DoesWhatAMapDoesAndKeepsItsCopies) {
  std::mt19937 random(3);
  for (unsigned names : {5u, 40u, 3000u}) {
    Directory directory;
    Model model;
    std::vector<std::pair<Directory, Model>> copies;
    for (unsigned i = 1; i < 20'000; i++) {
      std::string name = "name-" + std::to_string(random() % names);
      const Directory::Entry* entry = directory.find(name);
      ASSERT_EQ(entry != nullptr, model.contains(name));
      if (!entry) {
        directory.add(name, i, FileType::regular);
        model[name] = i;
      } else if (random() % 3 == 0) {
        directory.replace(name, i, FileType::symlink);
        model[name] = i;
      } else {
        directory.remove(name);
        model.erase(name);
      }
      ASSERT_EQ(directory.size(), model.size());
      if (i % 4'000 == 0) copies.emplace_back(directory, model);
    }
    EXPECT_EQ(listed(directory), model);
    for (auto& [name, ino] : model) ASSERT_EQ(directory.find(name)->ino, ino);
    for (auto& [copy, then] : copies) EXPECT_EQ(listed(copy), then);
  }
}

TEST(Directory, AStreamMeetsEachEntryThatStaysExactlyOnce) {
  std::mt19937 random(5);
  Directory directory;
  for (int i = 0; i < 500; i++) directory.add("stays" + std::to_string(i), 1, FileType::regular);
  std::multiset<std::string> met;
  uint64_t cookie = 0;
  int made = 0;
  while (const Directory::Entry* entry = directory.after(cookie)) {
    cookie = entry->cookie;
    if (entry->name.starts_with("stays")) met.insert(entry->name);
    if (made < 1000) directory.add("comes" + std::to_string(made++), 2, FileType::regular);
    std::string goes = "comes" + std::to_string(random() % 1000);
    if (directory.find(goes)) directory.remove(goes);
  }
  EXPECT_EQ(met.size(), 500u);
  EXPECT_EQ(std::set<std::string>(met.begin(), met.end()).size(), 500u);
}

// Not a copy of 100 000 entries: a few nodes, however many changes come after each copy.
TEST(Directory, ManyEntriesAreNotCopiedByAChangeAfterASnapshot) {
  constexpr int kEntries = 100'000;
  Directory directory;
  for (int i = 0; i < kEntries; i++) directory.add(std::to_string(i), 1, FileType::regular);
  std::vector<Directory> snapshots;
  for (int i = 0; i < 5'000; i++) {
    snapshots.push_back(directory);
    directory.remove(std::to_string(i));
    directory.add("new" + std::to_string(i), 2, FileType::regular);
  }
  // Whole copies would be 5 000 × 100 000 entries: neither the time nor the memory for that is there.
  for (size_t i = 0; i < snapshots.size(); i++) {
    ASSERT_NE(snapshots[i].find(std::to_string(i)), nullptr);
    ASSERT_EQ(snapshots[i].find("new" + std::to_string(i)), nullptr);
  }
  EXPECT_EQ(directory.size(), static_cast<size_t>(kEntries));
}

}  // namespace
}  // namespace wasmsand
