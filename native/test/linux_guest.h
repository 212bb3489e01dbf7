// A guest of the kernel's tests that makes real system calls through the door `linux`, with a memory of its own.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "syscall/door.h"
#include "syscall/generated/abi_structs.h"
#include "syscall/generated/flags.h"
#include "test/test_sandbox.h"

namespace wasmsand::test {

class LinuxGuest : private GuestMemory::Source {
 public:
  static constexpr uint32_t kSize = 1 << 20;
  static constexpr uint32_t kOutside = kSize + 4096;  // an address that is no memory

  // With the memory of the process, if it goes on after a rest.
  explicit LinuxGuest(Guest& guest);

  // The call by its name; the result is negative for an errno. Handlers run and calls restart as in the host.
  template <typename... Arguments>
  int32_t sys(const char* name, Arguments... arguments) {
    return by_number(number_of(name), {static_cast<uint32_t>(arguments)...});
  }
  static uint32_t number_of(const char* name);
  int32_t by_number(uint32_t number, std::array<uint32_t, 6> arguments);
  int32_t spawn(uint32_t request);

  // Places in memory that are used nowhere else.
  uint32_t space(uint32_t size);
  uint32_t text(const std::string& string);
  uint32_t strings(const std::vector<std::string>& list);
  template <typename T>
  uint32_t put(const T& value) {
    const uint32_t address = space(sizeof value);
    std::memcpy(&bytes_[address], &value, sizeof value);
    return address;
  }
  template <typename T>
  T get(uint32_t address) const {
    T value;
    std::memcpy(&value, &bytes_[address], sizeof value);
    return value;
  }
  template <typename T>
  void set(uint32_t address, const T& value) {
    std::memcpy(&bytes_[address], &value, sizeof value);
  }
  std::string bytes(uint32_t address, size_t size) const {
    return {reinterpret_cast<const char*>(&bytes_[address]), size};
  }

  // Conveniences for the calls every test needs.
  int32_t open(const std::string& path, uint32_t flags = 0, uint32_t mode = 0644);
  int32_t write(int32_t fd, const std::string& data);
  std::string read(int32_t fd, uint32_t size);
  std::string file(const std::string& path);
  abi::Statx stat(const std::string& path, uint32_t flags = 0);
  void on_signal(int signo, std::function<void()> handler, uint32_t flags = 0);

  ProcessThread& thread;
  GuestCall call;
  bool ended = false;
  bool rests = false;  // the body must return: the process goes on in another
  std::vector<int> delivered;

 private:
  std::span<std::byte> current() override { return bytes_; }
  void run_handlers();

  std::vector<std::byte> bytes_;
  GuestMemory memory_{*this};
  uint32_t free_ = 1024;
  std::map<uint32_t, std::function<void()>> handlers_;
};

// Runs `body` as a process of a sandbox of its own.
void with_guest(const std::function<void(LinuxGuest&)>& body);

constexpr int32_t failed(Errno error) { return -static_cast<int32_t>(error); }

}  // namespace wasmsand::test
