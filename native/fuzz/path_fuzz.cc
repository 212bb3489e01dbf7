// libFuzzer over the path walk and all that takes paths: the same calls in a directory of this machine and in a sandbox
// must give the same answers and leave the same tree, and the sandbox's books must be right. Needs root, for it becomes
// other users.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "fuzz/input.h"
#include "test/two_worlds.h"

namespace {

class Decided : public wasmsand::test::Choices {
 public:
  Decided(const uint8_t* data, size_t size) : input_(data, size) {}
  bool over() const { return input_.empty(); }
  int pick(int most) override { return static_cast<int>(input_.below(static_cast<uint32_t>(most))); }

 private:
  wasmsand::fuzz::Input input_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (getuid() != 0) wasmsand::fuzz::fail("only root can become other users");
  umask(022);
  // In memory where there is such a place: thousands of trees a minute are made and removed.
  static const std::string place =
      (std::filesystem::exists("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path().string()) +
      "/wasmsand-fuzz-" + std::to_string(getpid());
  std::filesystem::create_directory(place);
  std::string difference;
  {
    wasmsand::test::TwoWorlds worlds(place + "/w");
    Decided choices(data, size);
    for (int i = 0; i < 100 && !choices.over() && difference.empty(); i++) difference = worlds.step(choices);
  }
  std::filesystem::remove_all(place);
  if (!difference.empty()) wasmsand::fuzz::fail(difference);
  return 0;
}
