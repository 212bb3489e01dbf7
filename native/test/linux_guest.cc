#include "test/linux_guest.h"

#include <gtest/gtest.h>

#include "syscall/generated/linux_calls.h"

namespace wasmsand::test {

LinuxGuest::LinuxGuest(Guest& guest)
    : thread(guest.thread), call(guest.kernel, guest.process, memory_), bytes_(guest.woken) {
  bytes_.resize(kSize);
}

uint32_t LinuxGuest::number_of(const char* name) {
  static const std::map<std::string, uint32_t> numbers = [] {
    std::map<std::string, uint32_t> all;
    for (uint32_t number = 0; number < 1000; number++) {
      if (const LinuxCall* entry = find_linux_call(number)) all[entry->description.name] = number;
    }
    return all;
  }();
  return numbers.at(name);
}

int32_t LinuxGuest::by_number(uint32_t number, std::array<uint32_t, 6> arguments) {
  for (;;) {
    int32_t result = 0;
    thread.see_through(call, [&] { result = linux_syscall(call, number, arguments); });
    if (call.after == GuestCall::After::exit) ended = true;
    if (call.after == GuestCall::After::rest) rests = true;
    if (call.after != GuestCall::After::signal) return result;
    run_handlers();
    if (ended || !call.restart) return result;
  }
}

void LinuxGuest::run_handlers() {
  SignalCall signal;
  bool taken = false;
  for (;;) {
    thread.see_through(call, [&] { taken = take_signal(call, signal); });
    if (!taken) break;
    delivered.push_back(signal.signo);
    if (auto handler = handlers_.find(static_cast<uint32_t>(signal.handler)); handler != handlers_.end()) {
      const uint32_t frame = signal.frame;
      handler->second();
      signal_done(call, frame);
    }
  }
  if (call.after == GuestCall::After::exit) ended = true;
}

int32_t LinuxGuest::spawn(uint32_t request) {
  int32_t result = 0;
  thread.see_through(call, [&] { result = linux_spawn(call, request); });
  return result;
}

uint32_t LinuxGuest::space(uint32_t size) {
  const uint32_t address = free_;
  free_ += (size + 15) / 16 * 16;
  EXPECT_LE(free_, kSize);
  return address;
}

uint32_t LinuxGuest::text(const std::string& string) {
  const uint32_t address = space(static_cast<uint32_t>(string.size()) + 1);
  std::memcpy(&bytes_[address], string.c_str(), string.size() + 1);
  return address;
}

uint32_t LinuxGuest::strings(const std::vector<std::string>& list) {
  const uint32_t address = space(static_cast<uint32_t>(list.size() + 1) * 4);
  for (size_t i = 0; i < list.size(); i++) {
    const uint32_t pointer = text(list[i]);
    std::memcpy(&bytes_[address + i * 4], &pointer, sizeof pointer);
  }
  return address;
}

int32_t LinuxGuest::open(const std::string& path, uint32_t flags, uint32_t mode) {
  return sys("openat", -100, text(path), flags, mode);
}

int32_t LinuxGuest::write(int32_t fd, const std::string& data) { return sys("write", fd, text(data), data.size()); }

std::string LinuxGuest::read(int32_t fd, uint32_t size) {
  const uint32_t buffer = space(size);
  const int32_t count = sys("read", fd, buffer, size);
  return count < 0 ? errno_name(static_cast<Errno>(-count)) : bytes(buffer, static_cast<size_t>(count));
}

std::string LinuxGuest::file(const std::string& path) {
  const int32_t fd = open(path);
  if (fd < 0) return errno_name(static_cast<Errno>(-fd));
  std::string content = read(fd, 65536);
  sys("close", fd);
  return content;
}

abi::Statx LinuxGuest::stat(const std::string& path, uint32_t flags) {
  const uint32_t out = space(sizeof(abi::Statx));
  EXPECT_EQ(sys("statx", -100, text(path), flags, 0x7ff, out), 0) << path;
  return get<abi::Statx>(out);
}

void LinuxGuest::on_signal(int signo, std::function<void()> handler, uint32_t flags) {
  const uint32_t index = 100 + static_cast<uint32_t>(signo);
  handlers_[index] = std::move(handler);
  const abi::Sigaction action = {.handler = index, .flags = flags, .restorer = 0, .mask_low = 0, .mask_high = 0};
  EXPECT_EQ(sys("rt_sigaction", signo, put(action), 0, 8), 0);
}

void with_guest(const std::function<void(LinuxGuest&)>& body) {
  TestSandbox sandbox;
  sandbox.run([&](Guest& guest) {
    LinuxGuest own(guest);
    body(own);
    return 0;
  });
}

}  // namespace wasmsand::test
