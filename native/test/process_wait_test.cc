#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

static_assert(WNOHANG == 1 && WUNTRACED == 2 && WEXITED == 4 && WCONTINUED == 8 && WNOWAIT == 0x1000000);

// What Linux reports for a child that runs `body`.
template <typename Body>
int linux_status(Body body) {
  pid_t pid = fork();
  if (pid == 0) {
    body();
    _exit(99);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return status;
}

TEST(Wait, ReportsTheStatusThatLinuxReports) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    guest.clone([](Guest&) { return 258; });
    EXPECT_EQ(guest.wait()->wait_status, linux_status([] { _exit(258); }));
    guest.clone([](Guest& child) {
      child.exit({42, 0});
      return 0;
    });
    EXPECT_EQ(guest.wait()->wait_status, linux_status([] { _exit(42); }));
    for (int signo : {SIGKILL, SIGTERM, SIGPIPE, SIGUSR1}) {
      guest.clone([signo](Guest& child) {
        EXPECT_TRUE(child.kill(child.process.pid, signo).ok());
        EXPECT_TRUE(child.killed());
        return 0;
      });
      EXPECT_EQ(guest.wait()->wait_status, linux_status([signo] { ::kill(getpid(), signo); }));
    }
    return 0;
  });
}

TEST(Wait, ChoosesByPidAndGroup) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    auto body = [reader = reader, writer = writer](Guest& child) {
      child.close(writer);
      child.read_all(reader);
      return 1;
    };
    int first = *guest.clone(body), second = *guest.clone(body), third = *guest.clone(body);
    guest.call([&](KernelLock&) { return guest.kernel.set_process_group(guest.process, third, 0); });
    EXPECT_EQ(guest.wait(-1, WEXITED | WNOHANG)->pid, 0);
    guest.close(writer);
    EXPECT_EQ(guest.wait(second)->pid, second);
    EXPECT_EQ(guest.wait(-third)->pid, third);
    EXPECT_EQ(guest.wait(0)->pid, first);
    EXPECT_EQ(guest.wait(0).error(), Errno::child);
    EXPECT_EQ(guest.wait(first).error(), Errno::child);
    EXPECT_EQ(guest.wait(INT32_MIN).error(), Errno::child);
    return 0;
  });
}

TEST(Wait, LeavesTheZombieWithWnowait) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int pid = *guest.clone([](Guest&) { return 5; });
    EXPECT_EQ(guest.wait(pid, WEXITED | WNOWAIT)->pid, pid);
    EXPECT_EQ(guest.wait(pid, WEXITED | WNOWAIT)->wait_status, 5 << 8);
    EXPECT_EQ(guest.wait(pid)->pid, pid);
    EXPECT_EQ(guest.wait(pid).error(), Errno::child);
    return 0;
  });
}

TEST(Wait, LeavesNoZombiesToAParentThatIgnoresThem) {
  for (SignalAction action :
       {SignalAction{.handler = SignalAction::kIgnore}, SignalAction{.flags = SignalAction::kNoChildWait}}) {
    TestSandbox sandbox;
    sandbox.run([&](Guest& guest) {
      guest.set_action(kSigChild, action);
      for (int i = 0; i < 5; i++) guest.clone([](Guest&) { return 0; });
      EXPECT_EQ(guest.wait().error(), Errno::child);
      KernelLock lock(guest.kernel.mutex());
      EXPECT_EQ(guest.kernel.processes().size(), 1u);
      return 0;
    });
  }
}

TEST(Wait, GivesOrphansToInitWhichReapsThem) {
  TestSandbox sandbox;
  auto run = sandbox.start([](Guest& guest) {
    guest.clone([](Guest& child) {
      child.clone([](Guest& grandchild) {
        grandchild.read_all(0);
        EXPECT_EQ(grandchild.call([&](KernelLock&) { return grandchild.process.parent; }), nullptr);
        return 0;
      });
      return 0;
    });
    guest.wait();
    return 0;
  });
  sandbox.wait(run->pid);
  {
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_EQ(sandbox.kernel().processes().size(), 1u);
    run->input->end();
  }
  sandbox.until([&] { return sandbox.kernel().processes().size() == 0; });
}

TEST(Wait, ReportsStopsAndContinuesOnce) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    int pid = *guest.clone([reader = reader](Guest& child) {
      EXPECT_EQ(*child.read(reader, 1), "x");
      EXPECT_EQ(*child.read(reader, 1), "y");
      return 6;
    });
    EXPECT_EQ(guest.wait(pid, WEXITED | WUNTRACED | WNOHANG)->pid, 0);
    EXPECT_TRUE(guest.kill(pid, SIGSTOP).ok());
    EXPECT_EQ(guest.wait(pid, WUNTRACED)->wait_status, SIGSTOP << 8 | 0x7f);
    EXPECT_EQ(guest.wait(pid, WUNTRACED | WNOHANG)->pid, 0);
    // What a stopped process waits for does not wake it.
    guest.write(writer, "x");
    EXPECT_EQ(guest.wait(pid, WEXITED | WNOHANG)->pid, 0);
    EXPECT_TRUE(guest.kill(pid, SIGCONT).ok());
    EXPECT_EQ(guest.wait(pid, WCONTINUED)->wait_status, 0xffff);
    guest.write(writer, "y");
    EXPECT_EQ(guest.wait(pid)->wait_status, 6 << 8);
    return 0;
  });
}

TEST(Wait, KillsAStoppedProcess) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int pid = *guest.clone([](Guest& child) {
      child.read_all(1000);
      child.pause();
      return 0;
    });
    guest.kill(pid, SIGSTOP);
    EXPECT_EQ(guest.wait(pid, WUNTRACED)->pid, pid);
    guest.kill(pid, SIGTERM);
    EXPECT_EQ(guest.wait(pid, WEXITED | WNOHANG)->pid, 0) << "SIGTERM waits for SIGCONT";
    guest.kill(pid, SIGCONT);
    EXPECT_EQ(guest.wait(pid)->wait_status, SIGTERM);

    pid = *guest.clone([](Guest& child) {
      child.pause();
      return 0;
    });
    guest.kill(pid, SIGSTOP);
    EXPECT_EQ(guest.wait(pid, WUNTRACED)->pid, pid);
    guest.kill(pid, SIGKILL);
    EXPECT_EQ(guest.wait(pid)->wait_status, SIGKILL);
    return 0;
  });
}

TEST(Wait, AddsTheChildsTimesToTheParents) {
  TestSandbox sandbox;
  sandbox.cpu = 5 * kSecond;
  sandbox.run([](Guest& guest) {
    int pid = *guest.clone([](Guest&) { return 0; });
    auto waited = guest.wait(pid);
    EXPECT_EQ(waited->cpu_ns, 5 * kSecond);
    EXPECT_EQ(waited->peak_memory_bytes, guest.memory.size());
    EXPECT_EQ(guest.process.children_cpu_ns, 5 * kSecond);
    return 0;
  });
}

TEST(ProcessGroups, FollowTheRulesOfSetpgid) {
  TestSandbox sandbox;
  sandbox.program("/bin/child", [](Guest& guest) {
    guest.read_all(0);
    return 0;
  });
  auto run = sandbox.start([](Guest& guest) {
    Kernel& kernel = guest.kernel;
    auto set = [&](int pid, int group) {
      return guest.call([&](KernelLock&) { return kernel.set_process_group(guest.process, pid, group).error(); });
    };
    EXPECT_EQ(set(0, 0), Errno::perm) << "a session leader";
    EXPECT_EQ(set(0, -1), Errno::inval);
    EXPECT_EQ(set(4711, 0), Errno::srch);
    int forked = *guest.clone([](Guest& child) {
      child.read_all(0);
      auto session = child.call([&](KernelLock&) { return child.kernel.set_session(child.process).error(); });
      EXPECT_EQ(session, Errno::perm) << "a group leader";
      return 0;
    });
    EXPECT_EQ(set(forked, 4711), Errno::perm);
    EXPECT_EQ(set(forked, forked), Errno::success);
    int spawned = *guest.spawn("/bin/child");
    EXPECT_EQ(set(spawned, spawned), Errno::acces);
    guest.kill(0, SIGCONT);
    return 0;
  });
  sandbox.wait(run->pid);
  KernelLock lock(sandbox.kernel().mutex());
  run->input->end();
}

}  // namespace
// By which the host's clock knows when there is something to watch.
TEST(Asleep, IsSeenUntilTheProcessRunsOn) {
  TestSandbox sandbox;
  sandbox.run([&](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    bool ran = false;
    int pid = *guest.clone([&ran, reader = reader](Guest& child) {
      child.read(reader, 1);
      ran = child.call([&](KernelLock&) { return child.process.may_run(); });
      return 0;
    });
    Process* child = guest.call([&](KernelLock&) { return guest.kernel.processes().find(pid); });
    sandbox.until([&] { return child->waiting(); });
    guest.call([&](KernelLock&) {
      EXPECT_FALSE(child->may_run());
      return 0;
    });
    guest.kill(pid, SIGSTOP);
    sandbox.until([&] { return child->state == ProcessState::stopped; });
    guest.kill(pid, SIGCONT);
    sandbox.until([&] { return child->state == ProcessState::running; });
    guest.call([&](KernelLock&) {
      EXPECT_TRUE(child->waiting());
      return 0;
    });
    guest.write(writer, "x");
    guest.wait(pid);
    EXPECT_TRUE(ran);
    return 0;
  });
}

}  // namespace wasmsand::test
