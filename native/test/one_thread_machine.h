// A machine whose processes all run on the calling thread, one asking at a time, in the order the test wants: what
// waited inside the kernel would wait for ever.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "syscall/door.h"
#include "test/linux_guest.h"

namespace wasmsand::test {

class OneThreadMachine : private Executor {
 public:
  OneThreadMachine();
  ~OneThreadMachine();

  // A process with its memory and its way in. Of an answer, nothing means that it is blocked.
  class Program : public ProcessRunner, private GuestMemory::Source {
   public:
    explicit Program(Ref<Process> running);

    template <typename... Arguments>
    std::optional<int32_t> sys(const char* name, Arguments... arguments) {
      const uint32_t number = LinuxGuest::number_of(name);
      const std::array<uint32_t, 6> raw = {static_cast<uint32_t>(arguments)...};
      return ask([this, number, raw] { return linux_syscall(call, number, raw); });
    }
    std::optional<int32_t> ask(std::function<int32_t()> call);
    std::optional<int32_t> again();
    // The first asking of a call that must answer.
    template <typename... Arguments>
    int32_t now(const char* name, Arguments... arguments) {
      return sys(name, arguments...).value();
    }
    // Since it blocked.
    bool woken() const { return woken_; }

    uint32_t text(const std::string& string);
    uint32_t space(uint32_t size);
    template <typename T>
    uint32_t put(const T& value) {
      const uint32_t address = space(sizeof value);
      std::memcpy(&bytes[address], &value, sizeof value);
      return address;
    }
    template <typename T>
    T get(uint32_t address) const {
      T value;
      std::memcpy(&value, &bytes[address], sizeof value);
      return value;
    }
    std::string string(uint32_t address, size_t size) const {
      return {reinterpret_cast<const char*>(&bytes[address]), size};
    }
    void handle(int signo, uint32_t flags = 0);

    Ref<Process> process;
    std::vector<std::byte> bytes = std::vector<std::byte>(1 << 20);
    GuestMemory memory{*this};
    GuestCall call;
    bool ended = false;
    std::vector<int> delivered;

   private:
    void wake() override { woken_ = true; }
    std::span<std::byte> current() override { return bytes; }
    std::function<int32_t()> asked_;
    int32_t answer_ = 0;
    bool taking_signals_ = false, woken_ = false;
    uint32_t free_ = 1024;
  };

  Kernel& kernel() { return *kernel_; }
  Program& start();
  // A child with the descriptors of `parent`; it has begun to run.
  Program& child_of(Program& parent);
  // The last process that was handed over and not begun.
  Program& submitted() { return *programs_.back(); }
  void begin(Program& program);
  void signal(Program& program, int signo);
  // The program has ended: its place is gone.
  void finish(Program& program);
  std::pair<int32_t, int32_t> pipe(Program& program);
  // What does not add up in the kernel's books.
  std::vector<std::string> audit();

 private:
  Result<void> submit(Ref<Process> process, bool from_host) override;
  void interrupt(Process&) override {}
  void timers_changed(Nanoseconds) override {}

  std::unique_ptr<Kernel> kernel_;
  std::vector<std::unique_ptr<Program>> programs_;
};

}  // namespace wasmsand::test
