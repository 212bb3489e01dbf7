// The door `linux`: processes, time, waiting, identity.
#include <gtest/gtest.h>

#include "syscall/generated/linux_calls.h"
#include "test/linux_guest.h"

namespace wasmsand::test {
namespace {

TEST(LinuxProcess, SpawnsWithActionsAndWaits) {
  TestSandbox sandbox;
  sandbox.program("/bin/echo", [](Guest& guest) {
    LinuxGuest g(guest);
    for (const std::string_view argument : guest.process.image.arguments) g.write(1, std::string(argument) + "\n");
    for (const std::string_view variable : guest.process.image.environment) g.write(1, std::string(variable) + "\n");
    return 7;
  });
  sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    const std::array<abi::SpawnAction, 2> actions = {{
        {.kind = 1,
         .fd = 5,
         .new_fd = 0,
         .path = g.text("/tmp/out"),
         .flags = abi::kO_WRONLY | abi::kO_CREAT,
         .mode = 0600},
        {.kind = 3, .fd = 5, .new_fd = 1, .path = 0, .flags = 0, .mode = 0},
    }};
    abi::SpawnRequest request{};
    request.path = g.text("/bin/echo");
    request.arguments = g.strings({"echo", "a b"});
    request.environment = g.strings({"K=v"});
    request.actions = g.put(actions);
    request.action_count = 2;
    const int32_t pid = g.spawn(g.put(request));
    EXPECT_GT(pid, 1);
    const uint32_t status = g.space(4), usage = g.space(72);
    EXPECT_EQ(g.sys("wait4", -1, status, 0, usage), pid);
    EXPECT_EQ(g.get<int32_t>(status), 7 << 8);
    EXPECT_EQ(g.file("/tmp/out"), "echo\na b\nK=v\n");
    EXPECT_EQ(g.sys("wait4", -1, status, 0, 0), failed(Errno::child));

    request.path = g.text("/bin/none");
    EXPECT_EQ(g.spawn(g.put(request)), failed(Errno::noent));
    request.flags = abi::kPOSIX_SPAWN_SETSCHEDULER;
    EXPECT_EQ(g.spawn(g.put(request)), failed(Errno::nosys));
    request.flags = 1 << 20;
    EXPECT_EQ(g.spawn(g.put(request)), failed(Errno::inval));
    request.flags = 0;
    request.action_count = 0x10000000;
    EXPECT_EQ(g.spawn(g.put(request)), failed(Errno::twobig));
    request.action_count = 16000;
    const uint32_t places = std::exchange(request.actions, LinuxGuest::kSize - 64);
    EXPECT_EQ(g.spawn(g.put(request)), failed(Errno::fault));
    request.actions = places;
    request.action_count = 2;
    request.arguments = LinuxGuest::kSize - 2;
    EXPECT_EQ(g.spawn(g.put(request)), failed(Errno::fault));
    EXPECT_EQ(g.spawn(LinuxGuest::kSize - 20), failed(Errno::fault));
    return 0;
  });
}

TEST(LinuxProcess, TellsWaitidHowAChildEnded) {
  TestSandbox sandbox;
  sandbox.program("/bin/sleep", [](Guest& guest) {
    LinuxGuest g(guest);
    g.sys("rt_sigsuspend", g.put(uint64_t{0}), 8);
    return 0;
  });
  sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    abi::SpawnRequest request{};
    request.path = g.text("/bin/sleep");
    const int32_t pid = g.spawn(g.put(request));
    const uint32_t info = g.space(128);
    EXPECT_EQ(g.sys("waitid", abi::kP_PID, pid, info, abi::kWEXITED | abi::kWNOHANG, 0), 0);
    EXPECT_EQ(g.get<abi::Siginfo>(info).pid, 0);
    EXPECT_EQ(g.sys("waitid", abi::kP_PID, pid, info, abi::kWNOHANG, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("waitid", 9, pid, info, abi::kWEXITED, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("waitid", abi::kP_PID, pid, LinuxGuest::kOutside, abi::kWEXITED, 0), failed(Errno::fault));
    EXPECT_EQ(g.sys("kill", pid, abi::kSIGTERM), 0);
    EXPECT_EQ(g.sys("waitid", abi::kP_ALL, 0, info, abi::kWEXITED | abi::kWNOWAIT, 0), 0);
    const auto told = g.get<abi::Siginfo>(info);
    EXPECT_EQ(told.signo, abi::kSIGCHLD);
    EXPECT_EQ(told.code, 2);  // CLD_KILLED
    EXPECT_EQ(told.pid, pid);
    EXPECT_EQ(told.value, abi::kSIGTERM);
    EXPECT_EQ(g.sys("wait4", pid, 0, 0, 0), pid);
    return 0;
  });
}

TEST(LinuxProcess, LeavesAChildToBeWaitedForWhenItsStatusCannotBeStored) {
  TestSandbox sandbox;
  sandbox.program("/bin/true", [](Guest&) { return 0; });
  sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    abi::SpawnRequest request{};
    request.path = g.text("/bin/true");
    const int32_t pid = g.spawn(g.put(request));
    EXPECT_EQ(g.sys("wait4", pid, LinuxGuest::kOutside, 0, 0), failed(Errno::fault));
    EXPECT_EQ(g.sys("wait4", pid, 0, 0, LinuxGuest::kOutside), failed(Errno::fault));
    EXPECT_EQ(g.sys("wait4", pid, 0, 0x1000, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("wait4", pid, 0, 0, 0), pid);
    return 0;
  });
}

TEST(LinuxProcess, PreparesExecAndEndsAtExit) {
  TestSandbox sandbox;
  sandbox.program("/bin/next", [](Guest&) { return 3; });
  const ExitStatus status = sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    const uint32_t none = g.strings({});
    EXPECT_EQ(g.sys("execve", g.text("/bin/none"), none, none), failed(Errno::noent));
    EXPECT_EQ(g.sys("execve", g.text("/tmp"), none, none), failed(Errno::acces));
    EXPECT_EQ(g.sys("execve", g.text("/bin/next"), g.strings({std::string(200'000, 'x')}), none),
              failed(Errno::twobig));
    EXPECT_EQ(g.sys("execve", g.text("/bin/next"), LinuxGuest::kOutside, none), failed(Errno::fault));
    EXPECT_EQ(g.sys("execve", g.text("/bin/next"), g.strings({"n", "1"}), g.strings({"A=1"})), 0);
    EXPECT_EQ(g.call.after, GuestCall::After::exec);
    EXPECT_EQ(g.call.next_image.path, "/bin/next");
    EXPECT_EQ(g.call.next_image.arguments, (Strings{"n", "1"}));
    linux_commit_exec(g.call);
    EXPECT_EQ(guest.process.image.path, "/bin/next");
    g.sys("exit_group", 300);
    EXPECT_TRUE(g.ended);
    g.sys("getpid");
    EXPECT_EQ(g.call.after, GuestCall::After::exit);
    return 99;
  });
  EXPECT_EQ(status.code, 300 & 0xff);
}

TEST(LinuxProcess, LaysOutTheStackOfAProgram) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    const int32_t needed = linux_init_stack(g.call, 0, 0);
    EXPECT_GT(needed, 0);
    const uint32_t at = g.space(static_cast<uint32_t>(needed));
    EXPECT_EQ(linux_init_stack(g.call, at, static_cast<uint32_t>(needed) - 1), needed);
    EXPECT_EQ(g.get<uint32_t>(at), 0u);
    EXPECT_EQ(linux_init_stack(g.call, at, static_cast<uint32_t>(needed)), needed);
    EXPECT_EQ(g.get<uint32_t>(at), 1u);
    EXPECT_EQ(g.bytes(g.get<uint32_t>(at + 4), guest.process.image.arguments[0].size() + 1),
              std::string(guest.process.image.arguments[0]) + '\0');
    EXPECT_EQ(g.get<uint32_t>(at + 8), 0u);
    EXPECT_EQ(g.get<uint32_t>(at + 12), 0u);  // no environment
    std::map<uint32_t, uint32_t> auxiliary;
    for (uint32_t entry = at + 16; g.get<uint32_t>(entry) != 0; entry += 8) {
      auxiliary[g.get<uint32_t>(entry)] = g.get<uint32_t>(entry + 4);
    }
    EXPECT_EQ(auxiliary.at(abi::kAT_PAGESZ), 65536u);
    EXPECT_EQ(auxiliary.at(abi::kAT_UID), 1000u);
    EXPECT_EQ(auxiliary.at(abi::kAT_SECURE), 0u);
    EXPECT_NE(g.bytes(auxiliary.at(abi::kAT_RANDOM), 16), std::string(16, '\0'));
    EXPECT_EQ(linux_init_stack(g.call, LinuxGuest::kSize - 8, static_cast<uint32_t>(needed)), failed(Errno::fault));
    return 0;
  });
}

TEST(LinuxTime, TellsClocksAndSleeps) {
  with_guest([](LinuxGuest& g) {
    const uint32_t out = g.space(16);
    EXPECT_EQ(g.sys("clock_gettime64", abi::kCLOCK_MONOTONIC, out), 0);
    const auto before = g.get<abi::Timespec64>(out);
    EXPECT_EQ(g.sys("clock_nanosleep_time64", abi::kCLOCK_MONOTONIC, 0, g.put(abi::Timespec64{0, 2'000'000, 7}), 0), 0);
    g.sys("clock_gettime64", abi::kCLOCK_MONOTONIC, out);
    const auto after = g.get<abi::Timespec64>(out);
    EXPECT_GE((after.seconds - before.seconds) * kSecond + after.nanoseconds - before.nanoseconds, 2'000'000);
    EXPECT_EQ(
        g.sys("clock_nanosleep_time64", abi::kCLOCK_REALTIME, abi::kTIMER_ABSTIME, g.put(abi::Timespec64{1, 0, 0}), 0),
        0);
    EXPECT_EQ(g.sys("clock_gettime64", 77, out), failed(Errno::inval));
    EXPECT_EQ(g.sys("clock_gettime64", 0, LinuxGuest::kOutside), failed(Errno::fault));
    EXPECT_EQ(g.sys("clock_settime64", 0, out), failed(Errno::perm));
    EXPECT_EQ(g.sys("clock_nanosleep_time64", 0, 0, g.put(abi::Timespec64{0, 1'000'000'000, 0}), 0),
              failed(Errno::inval));
    EXPECT_EQ(g.sys("clock_nanosleep_time64", 0, 0, g.put(abi::Timespec64{-1, 0, 0}), 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("clock_getres_time64", 0, 0), 0);
    EXPECT_EQ(g.sys("setitimer", abi::kITIMER_REAL, g.put(abi::Itimerval{{0, 0}, {50, 500}}), 0), 0);
    EXPECT_EQ(g.sys("getitimer", abi::kITIMER_REAL, out), 0);
    EXPECT_GE(g.get<abi::Itimerval>(out).value.seconds, 49);
    EXPECT_EQ(g.sys("setitimer", 3, 0, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("getitimer", -1, out), failed(Errno::inval));
    for (const int32_t which : {abi::kITIMER_VIRTUAL, abi::kITIMER_PROF}) {
      EXPECT_EQ(g.sys("setitimer", which, g.put(abi::Itimerval{{3, 0}, {50, 500}}), 0), 0);
      EXPECT_EQ(g.sys("setitimer", which, g.put(abi::Itimerval{{0, 0}, {INT32_MAX, 0}}), out), 0);
      EXPECT_EQ(g.get<abi::Itimerval>(out).interval.seconds, 3);
      EXPECT_GE(g.get<abi::Itimerval>(out).value.seconds, 49);
      EXPECT_EQ(g.sys("setitimer", which, 0, out), 0);
      EXPECT_EQ(g.sys("getitimer", which, out), 0);
      EXPECT_EQ(g.get<abi::Itimerval>(out).value.seconds, 0);
    }
    EXPECT_EQ(g.sys("setitimer", 0, g.put(abi::Itimerval{{0, 0}, {0, 1'000'000}}), 0), failed(Errno::inval));
    EXPECT_GE(g.sys("times", g.space(16)), 0);
    EXPECT_EQ(g.sys("getrusage", 5, g.space(72)), failed(Errno::inval));
    EXPECT_EQ(g.sys("getrusage", abi::kRUSAGE_SELF, g.space(72)), 0);
  });
}

TEST(LinuxPoll, ReportsWhatIsReady) {
  with_guest([](LinuxGuest& g) {
    const uint32_t pair = g.space(8), at_once = g.put(abi::Timespec64{0, 0, 0});
    g.sys("pipe2", pair, abi::kO_NONBLOCK);
    const auto [reader, writer] = g.get<abi::DescriptorPair>(pair);
    const std::array<abi::Pollfd, 4> asked = {{{reader, abi::kPOLLIN | abi::kPOLLRDNORM, 9},
                                               {writer, abi::kPOLLOUT, 9},
                                               {77, abi::kPOLLIN, 9},
                                               {-1, abi::kPOLLIN, 9}}};
    uint32_t list = g.put(asked);
    EXPECT_EQ(g.sys("ppoll_time64", list, 4, at_once, 0, 0), 2);
    EXPECT_EQ(g.get<abi::Pollfd>(list).returned, 0);
    EXPECT_EQ(g.get<abi::Pollfd>(list + 8).returned, abi::kPOLLOUT);
    EXPECT_EQ(g.get<abi::Pollfd>(list + 16).returned, abi::kPOLLNVAL);
    EXPECT_EQ(g.get<abi::Pollfd>(list + 24).returned, 0);
    g.write(writer, "x");
    EXPECT_EQ(g.sys("ppoll_time64", list, 1, 0, 0, 0), 1);
    EXPECT_EQ(g.get<abi::Pollfd>(list).returned, abi::kPOLLIN | abi::kPOLLRDNORM);
    EXPECT_EQ(g.sys("ppoll_time64", list, 1000000, 0, 0, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("ppoll_time64", LinuxGuest::kOutside, 1, at_once, 0, 0), failed(Errno::fault));
    EXPECT_EQ(g.sys("ppoll_time64", list, 1, at_once, list, 4), failed(Errno::inval));

    const uint32_t reads = g.put(1u << reader), writes = g.put(1u << writer | 1u << reader);
    EXPECT_EQ(g.sys("pselect6_time64", 32, reads, writes, 0, at_once, 0), 2);
    EXPECT_EQ(g.get<uint32_t>(reads), 1u << reader);
    EXPECT_EQ(g.get<uint32_t>(writes), 1u << writer);
    EXPECT_EQ(g.sys("pselect6_time64", 32, g.put(1u << 30), 0, 0, at_once, 0), failed(Errno::badf));
    EXPECT_EQ(g.sys("pselect6_time64", -1, 0, 0, 0, at_once, 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("pselect6_time64", 0, 0, 0, 0, g.put(abi::Timespec64{0, 1000, 0}), 0), 0);
    EXPECT_EQ(g.sys("pipe2", pair, 1), failed(Errno::inval));
    EXPECT_EQ(g.sys("pipe2", LinuxGuest::kOutside, 0), failed(Errno::fault));
  });
}

TEST(LinuxIdentity, StaysTheSame) {
  with_guest([](LinuxGuest& g) {
    EXPECT_EQ(g.sys("getuid"), 1000);
    EXPECT_EQ(g.sys("setuid", 1000), 0);
    EXPECT_EQ(g.sys("setuid", 0), failed(Errno::perm));
    EXPECT_EQ(g.sys("setresuid", -1, 1000, -1), 0);
    EXPECT_EQ(g.sys("setresgid", -1, 0, -1), failed(Errno::perm));
    EXPECT_EQ(g.sys("setgroups", 0, 0), failed(Errno::perm));
    EXPECT_EQ(g.sys("getresuid", g.space(4), g.space(4), LinuxGuest::kOutside), failed(Errno::fault));
    EXPECT_EQ(g.sys("getsid", 0), g.sys("getpgid", 0));
    EXPECT_EQ(g.sys("getpgid", -1), failed(Errno::srch));
    EXPECT_EQ(g.sys("setpgid", -1, 0), failed(Errno::inval));
  });
}

TEST(LinuxSystem, AnswersTheRest) {
  with_guest([](LinuxGuest& g) {
    const uint32_t out = g.space(512);
    EXPECT_EQ(g.sys("uname", out), 0);
    EXPECT_EQ(std::string(g.bytes(out, 65).c_str()), "Linux");
    EXPECT_EQ(std::string(g.bytes(out + 4 * 65, 65).c_str()), "wasm32");
    EXPECT_EQ(g.sys("sysinfo", out), 0);
    EXPECT_EQ(uint64_t{g.get<abi::Sysinfo>(out).total_ram} * 4096, 256ull << 20);
    EXPECT_EQ(g.sys("getrandom", out, 32, 0), 32);
    EXPECT_EQ(g.sys("getrandom", out, 32, 8), failed(Errno::inval));
    EXPECT_EQ(g.sys("getrandom", LinuxGuest::kOutside, 32, 0), failed(Errno::fault));
    EXPECT_EQ(g.sys("umask", 077), 022);
    EXPECT_EQ(g.sys("umask", 022), 077);
    EXPECT_EQ(g.sys("sched_getaffinity", 0, 128, out), 4);
    EXPECT_EQ(g.sys("sched_getaffinity", 0, 3, out), failed(Errno::inval));
    EXPECT_EQ(g.sys("getpriority", abi::kPRIO_PROCESS, 0), 20);
    EXPECT_EQ(g.sys("setpriority", abi::kPRIO_PROCESS, 0, 5), 0);
    EXPECT_EQ(g.sys("getpriority", abi::kPRIO_PROCESS, 0), 15);
    EXPECT_EQ(g.sys("setpriority", abi::kPRIO_PROCESS, 0, 0), failed(Errno::acces));
    EXPECT_EQ(g.sys("prctl", abi::kPR_SET_NAME, g.text("a name longer than that")), 0);
    EXPECT_EQ(g.sys("prctl", abi::kPR_GET_NAME, out), 0);
    EXPECT_EQ(g.bytes(out, 16), std::string("a name longer t\0", 16));
    EXPECT_EQ(g.sys("prctl", abi::kPR_GET_DUMPABLE), 1);
    EXPECT_EQ(g.sys("prctl", abi::kPR_SET_DUMPABLE, 2), failed(Errno::inval));
    EXPECT_EQ(g.sys("prctl", abi::kPR_SET_DUMPABLE, 0), 0);
    EXPECT_EQ(g.sys("prctl", abi::kPR_GET_DUMPABLE), 0);
    EXPECT_EQ(g.sys("prctl", abi::kPR_SET_PDEATHSIG, 65), failed(Errno::inval));
    EXPECT_EQ(g.sys("prctl", abi::kPR_SET_PDEATHSIG, kSigKill), 0);
    EXPECT_EQ(g.sys("prctl", abi::kPR_GET_PDEATHSIG, out), 0);
    EXPECT_EQ(g.get<int32_t>(out), kSigKill);
    EXPECT_EQ(g.sys("prctl", abi::kPR_SET_PDEATHSIG, 0), 0);
    EXPECT_EQ(g.sys("brk", 1 << 20), 0);
    EXPECT_EQ(g.sys("brk", 1 << 30), failed(Errno::nomem));
    EXPECT_EQ(g.sys("statfs64", g.text("/"), 88, out), 0);
    EXPECT_EQ(g.sys("statfs64", g.text("/"), 84, out), failed(Errno::inval));
    EXPECT_EQ(g.sys("socket", 17, 1, 0), failed(Errno::afnosupport));
    EXPECT_EQ(g.sys("connect", 0, out, 16), failed(Errno::notsock));
    EXPECT_EQ(g.sys("connect", 99, out, 16), failed(Errno::badf));
    EXPECT_EQ(g.sys("mount", 0, 0, 0, 0, 0), failed(Errno::perm));
    EXPECT_EQ(g.sys("inotify_init1", 1), failed(Errno::inval));
    EXPECT_EQ(g.by_number(999, {}), failed(Errno::nosys));
    EXPECT_EQ(g.by_number(0xffffffff, {}), failed(Errno::nosys));
  });
}

// Each call with arguments that are no memory, no descriptors and no flags: whatever it answers, nothing may crash.
TEST(LinuxDoor, SurvivesWildArguments) {
  constexpr std::array<uint32_t, 6> kWild = {0, 1, 3, 0x7fffffff, LinuxGuest::kSize - 3, 0xffffffff};
  // These end the process or wait as they should.
  const std::set<std::string> kLeftOut = {
      "exit", "exit_group", "rt_sigsuspend",          "futex_time64",   "ppoll_time64", "pselect6_time64",
      "kill", "tkill",      "rt_sigtimedwait_time64", "rt_sigqueueinfo"};
  for (uint32_t number = 0; number < 450; number++) {
    const LinuxCall* entry = find_linux_call(number);
    if (entry == nullptr || entry->handler == nullptr || kLeftOut.contains(entry->description.name)) continue;
    with_guest([&](LinuxGuest& g) {
      const uint32_t pair = g.space(8);
      g.sys("pipe2", pair, abi::kO_NONBLOCK);
      for (const int fd : {0, 1, 2}) g.sys("dup3", g.get<int32_t>(pair), fd, 0);
      for (const uint32_t first : {0u, 1u, 3u, 0xffffff9cu, 0xffffffffu}) {
        for (size_t shift = 0; shift < kWild.size(); shift++) {
          std::array<uint32_t, 6> arguments;
          for (size_t i = 0; i < 6; i++) arguments[i] = kWild[(shift + i) % 6];
          arguments[0] = first;
          g.by_number(number, arguments);
          ASSERT_FALSE(g.ended) << entry->description.name;
        }
      }
    });
  }
}

}  // namespace
}  // namespace wasmsand::test
