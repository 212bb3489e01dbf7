// A sandbox in whose root directory the guests may make files.
#pragma once

#include "test/test_sandbox.h"

namespace wasmsand::test {

class OpenSandbox : public TestSandbox {
 public:
  explicit OpenSandbox(Limits limits = {}) : TestSandbox(limits) {
    Vfs& vfs = kernel().vfs();
    (void)vfs.change_permissions(kernel().host_caller(), vfs.root(), 0777);
  }
};

}  // namespace wasmsand::test
