#include <gtest/gtest.h>

#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr uint32_t kWriteCreate = 0101;
using Kind = DescriptorAction::Kind;

TEST(Spawn, RunsAProgramWithItsArgumentsAndStreams) {
  TestSandbox sandbox;
  sandbox.program("/bin/greet", [](Guest& guest) {
    std::string all = guest.read_all(0);
    EXPECT_TRUE(guest.write_all(1, std::string(guest.process.image.arguments[1]) + " " + all).ok());
    EXPECT_TRUE(guest.write_all(2, "warned").ok());
    return 3;
  });
  auto run = sandbox.start("/bin/greet", {"greet", "hello"});
  ASSERT_TRUE(run.ok());
  {
    KernelLock lock(sandbox.kernel().mutex());
    run->input->put(std::as_bytes(std::span(std::string_view("world"))));
    run->input->end();
  }
  ExitStatus status = sandbox.wait(run->pid);
  EXPECT_EQ(status.code, 3);
  EXPECT_EQ(status.signal, 0);
  EXPECT_EQ(sandbox.take(*run->output), "hello world");
  EXPECT_EQ(sandbox.take(*run->errors), "warned");
}

TEST(Spawn, SearchesThePathOfTheHostsEnvironment) {
  TestSandbox sandbox;
  sandbox.program("/bin/tool", [](Guest&) { return 7; });
  sandbox.file("/tmp/tool", "not executable", 0644);
  HostSpawn request;
  request.path = "tool";
  request.environment = {"PATH=/missing:/tmp:/bin"};
  KernelLock lock(sandbox.kernel().mutex());
  auto process = sandbox.kernel().spawn_from_host(request);
  ASSERT_TRUE(process.ok());
  EXPECT_EQ((*process)->image.path, "/bin/tool");
  EXPECT_EQ((*process)->image.arguments, Strings{""});
  request.environment = {"PATH=/missing:/tmp"};
  EXPECT_EQ(sandbox.kernel().spawn_from_host(request).error(), Errno::acces);
  request.environment = {"PATH=/missing"};
  EXPECT_EQ(sandbox.kernel().spawn_from_host(request).error(), Errno::noent);
}

TEST(Spawn, AppliesActionsInOrder) {
  TestSandbox sandbox;
  sandbox.program("/bin/child", [](Guest& guest) {
    EXPECT_EQ(guest.read(5, 1).error(), Errno::badf);
    KernelLock lock(guest.kernel.mutex());
    auto path = guest.kernel.vfs().path_of_directory(*guest.process.working_directory);
    lock.unlock();
    EXPECT_TRUE(guest.write_all(1, *path).ok());
    return 0;
  });
  EXPECT_EQ(sandbox
                .run([](Guest& guest) {
                  auto [reader, writer] = guest.pipe();
                  EXPECT_TRUE(guest.duplicate(1, 5).ok());
                  SpawnRequest request;
                  request.path = "bin/child";
                  request.arguments = {"child"};
                  request.actions = {
                      {.kind = Kind::open, .fd = 8, .path = "out", .flags = kWriteCreate, .permissions = 0600},
                      {.kind = Kind::duplicate, .fd = 8, .new_fd = 1, .path = {}},
                      {.kind = Kind::close, .fd = 5, .path = {}},
                      {.kind = Kind::close, .fd = 77, .path = {}},
                      {.kind = Kind::change_directory, .path = "/"}};
                  auto pid = guest.spawn(request);
                  EXPECT_TRUE(pid.ok());
                  auto waited = guest.wait(*pid);
                  EXPECT_EQ(waited->wait_status, 0);
                  auto fd = guest.open("/tmp/out", 0);
                  EXPECT_EQ(guest.read_all(*fd), "/");
                  (void)reader, (void)writer;
                  return 0;
                })
                .code,
            0);
}

TEST(Spawn, LeavesNoChildBehindWhenItFails) {
  TestSandbox sandbox;
  sandbox.program("/bin/child", [](Guest&) { return 0; });
  sandbox.file("/bin/text", "neither wasm nor script", 0755);
  sandbox.file("/bin/plain", std::string_view("\0asm", 4), 0644);
  sandbox.run([&](Guest& guest) {
    EXPECT_EQ(guest.spawn("/bin/missing").error(), Errno::noent);
    EXPECT_EQ(guest.spawn("/bin/text").error(), Errno::noexec);
    EXPECT_EQ(guest.spawn("/bin/plain").error(), Errno::acces);
    EXPECT_EQ(guest.spawn("/bin").error(), Errno::acces);
    SpawnRequest request;
    request.path = "/bin/child";
    request.actions = {{.kind = Kind::duplicate, .fd = 40, .new_fd = 1, .path = {}}};
    EXPECT_EQ(guest.spawn(request).error(), Errno::badf);
    EXPECT_EQ(guest.wait().error(), Errno::child);
    KernelLock lock(guest.kernel.mutex());
    EXPECT_EQ(guest.kernel.processes().size(), 1u);
    EXPECT_EQ(guest.kernel.accounting().usage().processes, 1u);
    EXPECT_EQ(guest.kernel.accounting().usage().descriptors, 3u);
    return 0;
  });
}

TEST(Spawn, PutsTheChildIntoTheGroupOrSessionAskedFor) {
  TestSandbox sandbox;
  sandbox.program("/bin/child", [](Guest& guest) {
    guest.read_all(0);
    return 0;
  });
  sandbox.run([](Guest& guest) {
    SpawnRequest request;
    request.path = "/bin/child";
    request.process_group = 0;
    auto own = guest.spawn(request);
    request.process_group = *own;
    auto same = guest.spawn(request);
    request.process_group = 9999;
    EXPECT_EQ(guest.spawn(request).error(), Errno::perm);
    request.new_session = true;
    auto session = guest.spawn(request);
    KernelLock lock(guest.kernel.mutex());
    const ProcessTable& all = guest.kernel.processes();
    // A zombie keeps its group, so that these hold however fast the children are.
    EXPECT_EQ(all.find(*own)->process_group, *own);
    EXPECT_EQ(all.find(*same)->process_group, *own);
    EXPECT_EQ(all.find(*same)->session, guest.process.session);
    EXPECT_EQ(all.find(*session)->session, *session);
    return 0;
  });
}

TEST(Fork, GivesTheChildAWholeCopyBeforeTheParentGoesOn) {
  TestSandbox sandbox;
  ExitStatus status = sandbox.run([](Guest& guest) {
    guest.memory.assign(1000, std::byte{7});
    auto [reader, writer] = guest.pipe();
    auto pid = guest.fork([reader = reader](Guest& child) {
      child.read(reader, 1);
      return child.memory.size() == 1000 && child.memory[999] == std::byte{7} ? 21 : 1;
    });
    guest.memory.assign(1000, std::byte{9});
    EXPECT_TRUE(guest.write_all(writer, "x").ok());
    return guest.wait(*pid)->wait_status >> 8;
  });
  EXPECT_EQ(status.code, 21);
}

TEST(Fork, FailsWithEagainWhenTheCopyCannotBeMade) {
  TestSandbox sandbox;
  sandbox.fail_copies(true);
  sandbox.run([](Guest& guest) {
    EXPECT_EQ(guest.fork([](Guest&) { return 0; }).error(), Errno::again);
    EXPECT_EQ(guest.wait().error(), Errno::child);
    KernelLock lock(guest.kernel.mutex());
    EXPECT_EQ(guest.kernel.processes().size(), 1u);
    EXPECT_EQ(guest.kernel.accounting().usage().memory_bytes, 0u);
    return 0;
  });
}

TEST(Fork, FailsWithEagainWhenNoWorkerIsLeft) {
  TestSandbox sandbox({}, 1);
  sandbox.run([](Guest& guest) {
    EXPECT_EQ(guest.clone([](Guest&) { return 0; }).error(), Errno::again);
    KernelLock lock(guest.kernel.mutex());
    EXPECT_EQ(guest.kernel.processes().size(), 1u);
    return 0;
  });
}

TEST(Fork, SharesOffsetsAndInheritsWhatPosixSays) {
  TestSandbox sandbox;
  sandbox.file("/tmp/data", "abcdef", 0666);
  sandbox.run([](Guest& guest) {
    auto fd = guest.open("/tmp/data", 0);
    guest.call([&](KernelLock&) {
      guest.process.umask = 077;
      guest.process.nice = 5;
      guest.process.signals.set_mask(signal_bit(10));
      guest.process.signals.add({10});
      return 0;
    });
    auto pid = guest.clone([fd = *fd](Guest& child) {
      EXPECT_EQ(*child.read(fd, 2), "ab");
      KernelLock lock(child.kernel.mutex());
      EXPECT_EQ(child.process.umask, 077);
      EXPECT_EQ(child.process.nice, 5);
      EXPECT_EQ(child.process.signals.mask, signal_bit(10));
      EXPECT_EQ(child.process.signals.pending(), 0u);
      EXPECT_EQ(child.process.run_id, 1u);
      return 0;
    });
    EXPECT_EQ(guest.wait(*pid)->wait_status, 0);
    EXPECT_EQ(*guest.read(*fd, 2), "cd");
    return 0;
  });
}

TEST(Exec, ReplacesTheProgramAndKeepsThePid) {
  TestSandbox sandbox;
  int pid_before = 0;
  sandbox.program("/bin/next", [&](Guest& guest) {
    EXPECT_EQ(guest.process.pid, pid_before);
    EXPECT_EQ(guest.process.name, "next");
    EXPECT_EQ(guest.read(3, 1).error(), Errno::badf);
    EXPECT_EQ(guest.read(4, 1).ok(), true);
    const auto& actions = guest.process.signals.actions;
    EXPECT_EQ(actions[kSigTerm].handler, SignalAction::kIgnore);
    EXPECT_EQ(actions[kSigInt].handler, SignalAction::kDefault);
    return 9;
  });
  ExitStatus status = sandbox.run([&](Guest& guest) {
    pid_before = guest.process.pid;
    guest.open("/dev/zero", 0);
    guest.open("/dev/zero", 0);
    guest.set_action(kSigTerm, {.handler = SignalAction::kIgnore});
    guest.on_signal(kSigInt, [](const SignalInfo&) {});
    EXPECT_EQ(guest.exec("/bin/missing", {}).error(), Errno::noent);
    EXPECT_TRUE(guest.process.descriptors->set_close_on_exec(3, true).ok());
    EXPECT_TRUE(guest.exec("/bin/next", {"next"}).ok());
    return 0;
  });
  EXPECT_EQ(status.code, 9);
}

TEST(Exec, RunsScriptsAsLinuxDoes) {
  TestSandbox sandbox;
  sandbox.program("/bin/interpreter", [](Guest& guest) {
    std::string all;
    for (const std::string_view argument : guest.process.image.arguments) all += "[" + std::string(argument) + "]";
    EXPECT_TRUE(guest.write_all(1, all + guest.process.name).ok());
    return 0;
  });
  struct Row {
    const char* first_line;
    const char* expected;
  };
  const Row rows[] = {
      {"#!/bin/interpreter\nrest", "[/bin/interpreter][/tmp/script][one][two]script"},
      {"#!/bin/interpreter", "[/bin/interpreter][/tmp/script][one][two]script"},
      {"#! \t/bin/interpreter  -x  y z \t\n", "[/bin/interpreter][-x  y z][/tmp/script][one][two]script"},
      {"#!../bin/interpreter -\n", "[../bin/interpreter][-][/tmp/script][one][two]script"},
  };
  for (const Row& row : rows) {
    sandbox.file("/tmp/script", row.first_line, 0755);
    auto run = sandbox.start("/tmp/script", {"script", "one", "two"});
    ASSERT_TRUE(run.ok()) << row.first_line;
    sandbox.wait(run->pid);
    EXPECT_EQ(sandbox.take(*run->output), row.expected);
  }
  const std::pair<std::string, Errno> failures[] = {
      {"", Errno::noexec},
      {"#!", Errno::noexec},
      {"#!  \n/bin/interpreter", Errno::noexec},
      {"#!/bin/none\n", Errno::noent},
      {"#!/bin\n", Errno::acces},
      {"#!/tmp/script\n", Errno::loop},
      {"#!/" + std::string(300, 'x') + "\n", Errno::noexec},
  };
  for (const auto& [line, error] : failures) {
    sandbox.file("/tmp/script", line, 0755);
    EXPECT_EQ(sandbox.start("/tmp/script").error(), error) << line;
  }
}

TEST(Exec, FollowsInterpretersOfInterpretersToADepthOfFive) {
  TestSandbox sandbox;
  sandbox.program("/bin/interpreter", [](Guest&) { return 4; });
  sandbox.file("/tmp/s1", "#!/bin/interpreter\n", 0755);
  for (int depth = 2; depth <= 6; depth++)
    sandbox.file("/tmp/s" + std::to_string(depth), "#!/tmp/s" + std::to_string(depth - 1) + "\n", 0755);
  auto run = sandbox.start("/tmp/s5");
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(sandbox.wait(run->pid).code, 4);
  EXPECT_EQ(sandbox.start("/tmp/s6").error(), Errno::loop);
}

TEST(Exec, LimitsTheSizeOfArgumentsAndEnvironment) {
  TestSandbox sandbox;
  sandbox.program("/bin/tool", [](Guest&) { return 0; });
  EXPECT_TRUE(sandbox.start("/bin/tool", {"tool", std::string(128 * 1024 - 1, 'x')}).ok());
  EXPECT_EQ(sandbox.start("/bin/tool", {"tool", std::string(128 * 1024, 'x')}).error(), Errno::twobig);
  std::vector<std::string> many(20, std::string(100 * 1024, 'x'));
  EXPECT_TRUE(sandbox.start("/bin/tool", many).ok());
  many.resize(21, many[0]);
  EXPECT_EQ(sandbox.start("/bin/tool", many).error(), Errno::twobig);
}

TEST(Pids, AreNotUsedAgainWhileAProcessOrGroupHasThem) {
  TestSandbox sandbox;
  std::set<int> seen;
  for (int i = 0; i < 50; i++) {
    auto run = sandbox.start([](Guest&) { return 0; });
    EXPECT_GT(run->pid, 1);
    EXPECT_TRUE(seen.insert(run->pid).second);
    sandbox.wait(run->pid);
  }
}

TEST(Clone, AParentThatIsKilledDoesNotWaitForAChildThatNeverBegins) {
  TestSandbox sandbox;
  sandbox.hold_copies(true);
  auto run = sandbox.start([](Guest& guest) {
    guest.clone([](Guest&) { return 0; });
    return 0;
  });
  sandbox.until([&] { return sandbox.kernel().processes().size() == 2; });
  {
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_TRUE(sandbox.kernel().kill(nullptr, run->pid, SIGKILL).ok());
  }
  EXPECT_EQ(sandbox.wait(run->pid).signal, SIGKILL);
  sandbox.until([&] { return sandbox.kernel().processes().size() == 0; });
}

TEST(Pids, BeginAgainAfter32768) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int highest = 0;
    // A spawn that fails uses up a pid like any other.
    for (int i = 0; i < 32'768; i++) {
      guest.spawn("/bin/missing");
      if (i % 1000 != 0) continue;
      int pid = *guest.clone([](Guest&) { return 0; });
      EXPECT_NE(pid, guest.process.pid);
      EXPECT_GT(pid, 1);
      highest = std::max(highest, pid);
      guest.wait(pid);
    }
    EXPECT_LE(highest, 32'768);
    EXPECT_GT(highest, 31'000);
    EXPECT_LT(*guest.clone([](Guest&) { return 0; }), 1000);
    return 0;
  });
}

TEST(Proc, ShowsASpawnedProgramAndAForkedOne) {
  TestSandbox sandbox;
  const std::string expected("/bin/child\0", 11);
  auto command_line = [](Guest& guest) { return guest.read_all(*guest.open("/proc/self/cmdline", 0)); };
  sandbox.program("/bin/child", [&](Guest& guest) {
    EXPECT_EQ(command_line(guest), expected);
    guest.fork([&](Guest& forked) {
      EXPECT_EQ(command_line(forked), expected);
      return 0;
    });
    guest.wait();
    return 5;
  });
  sandbox.run([](Guest& guest) {
    guest.spawn("/bin/child");
    EXPECT_EQ(guest.wait()->wait_status, 5 << 8);
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand::test
