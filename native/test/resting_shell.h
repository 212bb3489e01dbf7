// A session shell in a sandbox of its own, for tests of rest and of snapshots.
#pragma once

#include "kernel/io/session_channel.h"
#include "kernel/state/snapshot.h"
#include "test/linux_guest.h"

namespace wasmsand::test {

// A session shell that answers each request with what it has counted in its memory, and may rest between two.
class RestingShell {
 public:
  explicit RestingShell(Body before = nullptr)
      : channel_(make_ref<SessionChannel>(SessionChannel::Listener{.on_reply = {}, .on_rested = [this] { rested++; }})),
        before_(std::move(before)) {
    run_ = *sandbox.start([this](Guest& guest) {
      guest.call([&](KernelLock&) {
        guest.process.session_channel = channel_;
        return 0;
      });
      if (before_) before_(guest);
      return serve(guest);
    });
  }

  Process& process() { return *sandbox.kernel().processes().find(run_.pid); }
  // As snapshots want it.
  std::array<Process*, 1> sessions() { return {&process()}; }
  // Becomes the only session of a snapshot.
  Result<Ref<Process>> restore(const Snapshot& snapshot, bool own = true) {
    KernelLock lock(sandbox.kernel().mutex());
    channel_ = make_ref<SessionChannel>(SessionChannel::Listener{});
    end_.reset();
    const auto restored = sandbox.kernel().restore(
        snapshot, own,
        {{.channel = channel_, .run_id = 5, .on_exit = [this](Process& ended) { end_ = ended.exit_status; }}});
    if (!restored.ok()) return restored.error();
    run_.pid = restored->front()->pid;
    return restored->front();
  }
  void send() {
    KernelLock lock(sandbox.kernel().mutex());
    auto source = make_ref<HostSource>(sandbox.kernel().pipes(), HostSource::Options{.capacity = 10});
    auto sink = make_ref<HostSink>(sandbox.kernel().pipes(), HostSink::Options{.capacity = 10});
    const Ref<OpenFile> output = sink->open();
    channel_->send({.bytes = "x", .run_id = 7, .streams = {source, output, output}});
  }
  std::string answer() {
    std::string text;
    sandbox.until([&] {
      for (const std::byte byte : channel_->take()) text += static_cast<char>(byte);
      return !text.empty();
    });
    return text;
  }
  // Has it rest.
  void put_aside() {
    sandbox.until([&] {
      if (process().idle_since != 0 && !process().rest_asked) process().ask_to_rest();
      return process().rest == Rest::resting;
    });
  }
  void end() {
    KernelLock lock(sandbox.kernel().mutex());
    channel_->end();
  }
  ExitStatus wait() { return sandbox.wait(run_.pid); }
  // Of one that was restored.
  ExitStatus wait_restored() {
    sandbox.until([this] { return end_.has_value(); });
    return *end_;
  }
  int pid() const { return run_.pid; }

  TestSandbox sandbox;
  std::atomic<int> begun = 0, rested = 0;
  std::vector<int> handled;
  bool may_rest = true;

 private:
  static constexpr uint32_t kCount = 512 * 1024, kBuffer = kCount + 64;

  int serve(Guest& guest) {
    begun++;
    LinuxGuest g(guest);
    g.on_signal(10, [] {});
    const uint32_t go_on = guest.continuation([this](Guest& woken) { return serve(woken); });
    for (;;) {
      const int32_t got = g.sys("session_receive", kBuffer, 1, may_rest ? go_on : 0, 0, 0);
      handled.insert(handled.end(), g.delivered.begin(), g.delivered.end());
      g.delivered.clear();
      if (g.rests) {
        // What still runs must not matter.
        g.set(kCount, 1000);
        return 99;
      }
      if (g.ended) return 98;
      if (got == failed(Errno::intr)) continue;
      if (got <= 0) return 5;
      g.set(kCount, g.get<int>(kCount) + 1);
      const std::string text = std::to_string(g.get<int>(kCount));
      std::memcpy(g.call.memory.range(kBuffer, text.size())->data(), text.data(), text.size());
      g.sys("session_reply", kBuffer, text.size());
    }
  }

  Ref<SessionChannel> channel_;
  std::optional<ExitStatus> end_;
  Body before_;
  TestSandbox::Run run_;
};

}  // namespace wasmsand::test
