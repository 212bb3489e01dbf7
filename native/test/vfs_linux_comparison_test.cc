// The same calls on Linux and in the sandbox, in a directory of both, compared call by call.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "test/two_worlds.h"

namespace wasmsand::test {
namespace {

class RandomChoices : public Choices {
 public:
  int pick(int most) override { return static_cast<int>(random_() % static_cast<unsigned>(most)); }

 private:
  std::mt19937 random_{2026};
};

TEST(LinuxComparison, AnyCallsGiveWhatLinuxGives) {
  if (getuid() != 0) GTEST_SKIP() << "needs to become other users";
  std::string top = std::filesystem::temp_directory_path() / "wasmsand-compare-XXXXXX";
  ASSERT_NE(mkdtemp(top.data()), nullptr);
  ::chmod(top.c_str(), 0755);
  const mode_t old_mask = umask(022);
  RandomChoices choices;
  std::string difference;
  for (int round = 0; round < 60 && difference.empty(); round++) {
    TwoWorlds worlds(top + "/" + std::to_string(round));
    for (int i = 0; i < 250 && difference.empty(); i++) difference = worlds.step(choices);
  }
  EXPECT_EQ(difference, "");
  umask(old_mask);
  std::filesystem::remove_all(top);
}

}  // namespace
}  // namespace wasmsand::test
