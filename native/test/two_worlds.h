// A directory on Linux and one in a sandbox, for the same calls to be made in both and their answers compared.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "test/test_sandbox.h"

namespace wasmsand::test {

// One of the two worlds. Every function returns 0 or an errno, and what it found in `seen`.
class World {
 public:
  virtual ~World() = default;
  virtual int make_directory(const std::string& path, int mode) = 0;
  virtual int remove_directory(const std::string& path) = 0;
  virtual int unlink(const std::string& path) = 0;
  virtual int symlink(const std::string& target, const std::string& path) = 0;
  virtual int link(const std::string& from, const std::string& to, bool follow) = 0;
  virtual int rename(const std::string& from, const std::string& to, unsigned flags) = 0;
  virtual int open(const std::string& path, int flags, int mode) = 0;
  virtual int make_fifo(const std::string& path, int mode) = 0;
  virtual int chmod(const std::string& path, int mode) = 0;
  virtual int chown(const std::string& path, int uid, int gid) = 0;
  virtual int truncate(const std::string& path, int size) = 0;
  virtual int access(const std::string& path, int mode) = 0;
  virtual int touch(const std::string& path, bool to_now) = 0;
  virtual int stat(const std::string& path, bool follow) = 0;
  virtual int read_link(const std::string& path) = 0;
  virtual int list(const std::string& path) = 0;
  virtual void become(uint32_t uid) = 0;
  // What does not add up, or nothing.
  virtual std::string problem() { return {}; }
  std::string seen;
};

// Where choices come from: a test's random numbers or a fuzzer's bytes.
class Choices {
 public:
  virtual ~Choices() = default;
  // Below `most`.
  virtual int pick(int most) = 0;
  // A path of few names, so that they meet; with all that makes a path odd.
  std::string path();
  std::string target();

 private:
  std::string part();
};

// The two worlds, each with a directory of the user's to work in, and two of root's in that. The process must be
// root's.
class TwoWorlds {
 public:
  // `base`: a directory of this machine, to be made.
  explicit TwoWorlds(const std::string& base);
  ~TwoWorlds();
  // Makes a call that `choices` decide on in both, and looks at what became of its paths. What differs, or nothing.
  std::string step(Choices& choices);

 private:
  using Act = std::function<int(World&)>;
  void both(const std::string& what, const Act& act);
  void call(Choices& choices, const std::string& who, const std::string& a, const std::string& b);
  void open(Choices& choices, const std::string& who, const std::string& path, int mode);

  std::string log_, difference_;
  std::unique_ptr<World> linux_, sandbox_;
};

}  // namespace wasmsand::test
