// A shell whose messages can be looked at.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "../shell.h"

namespace shell {

class ShellTest : public testing::Test {
 protected:
  ShellTest() { shell_.output.targets[2].capture = &messages_; }
  std::string take_messages() { return std::exchange(messages_, {}); }
  void set(std::string_view name, std::string_view value) { ASSERT_TRUE(shell_.variables.set(name, value)); }

  std::string messages_;
  Shell shell_;
};

}  // namespace shell
