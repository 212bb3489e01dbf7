// A WASI program whose code is a C++ function: memory of its own, calls through the door by name.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "syscall/door.h"
#include "syscall/generated/abi_structs.h"
#include "syscall/generated/flags.h"
#include "syscall/generated/wasi_calls.h"
#include "syscall/wasi/descriptors.h"
#include "test/test_sandbox.h"

namespace wasmsand::test {

// WASI's errno numbers that the tests name.
enum WasiErrno : uint32_t {
  kSuccess = 0,
  kBadf = 8,
  kExist = 20,
  kFault = 21,
  kInval = 28,
  kIsdir = 31,
  kLoop = 32,
  kNametoolong = 37,
  kNoent = 44,
  kNotdir = 54,
  kNotempty = 55,
  kNotsock = 57,
  kNotsup = 58,
  kPerm = 63,
  kSpipe = 70,
  kNotcapable = 76,
};

class WasiGuest : private GuestMemory::Source {
 public:
  explicit WasiGuest(Guest& running) : guest(running), bytes_(kMemoryBytes), memory(*this) { memory.bind(bytes_); }

  static constexpr uint32_t kMemoryBytes = 512 * 1024;
  static constexpr uint32_t kRoot = 3, kHere = 4;  // the preopened directories

  Guest& guest;

 private:
  std::vector<std::byte> bytes_;
  std::span<std::byte> current() override { return bytes_; }
  uint32_t next_ = 1024;

 public:
  GuestMemory memory;
  GuestCall door{guest.kernel, guest.process, memory};

  template <typename... Arguments>
  uint32_t call(WasiFunction function, Arguments... arguments) {
    uint32_t result = 0;
    guest.thread.see_through(door, [&] {
      result = wasi_call(door, static_cast<uint32_t>(function), {static_cast<uint64_t>(arguments)...});
    });
    return result;
  }

  uint32_t reserve(uint32_t size) {
    const uint32_t address = next_;
    next_ += (size + 15) / 8 * 8;
    return address;
  }
  uint32_t put(std::string_view text) {
    const uint32_t address = reserve(static_cast<uint32_t>(text.size()));
    text.copy(reinterpret_cast<char*>(bytes_.data()) + address, text.size());
    return address;
  }
  template <typename T>
  uint32_t put_value(const T& value) {
    return put({reinterpret_cast<const char*>(&value), sizeof value});
  }
  template <typename T>
  T get(uint32_t address) {
    auto value = memory.load<T>(address);
    EXPECT_TRUE(value.ok());
    return value ? *value : T{};
  }
  std::string text(uint32_t address, size_t size) {
    return {reinterpret_cast<const char*>(bytes_.data()) + address, size};
  }

  // path_open; the result in `fd` when it is 0.
  uint32_t open(uint32_t directory, std::string_view path, uint32_t& fd, uint32_t oflags = 0,
                uint64_t base = wasi::openable_rights() & ~kWriting, uint32_t fdflags = 0, uint32_t lookup = 1,
                uint64_t inheriting = wasi::openable_rights()) {
    const uint32_t result_at = reserve(4);
    const uint32_t status = call(WasiFunction::path_open, directory, lookup, put(path), path.size(), oflags, base,
                                 inheriting, fdflags, result_at);
    if (status == kSuccess) fd = get<uint32_t>(result_at);
    return status;
  }
  uint32_t open_for_writing(uint32_t directory, std::string_view path, uint32_t fdflags = 0) {
    uint32_t fd = ~0u;
    EXPECT_EQ(open(directory, path, fd, wasi::oflags::kCreat, wasi::openable_rights(), fdflags), kSuccess) << path;
    return fd;
  }
  uint32_t write(uint32_t fd, std::string_view data, uint32_t* written = nullptr) {
    const uint32_t vector = put_value(wasi::Iovec{put(data), static_cast<uint32_t>(data.size())});
    const uint32_t count_at = reserve(4);
    const uint32_t status = call(WasiFunction::fd_write, fd, vector, 1, count_at);
    if (written && status == kSuccess) *written = get<uint32_t>(count_at);
    return status;
  }
  uint32_t read(uint32_t fd, uint32_t size, std::string& data) {
    const uint32_t buffer = reserve(size), count_at = reserve(4);
    const uint32_t status = call(WasiFunction::fd_read, fd, put_value(wasi::Iovec{buffer, size}), 1, count_at);
    if (status == kSuccess) data = text(buffer, get<uint32_t>(count_at));
    return status;
  }
  wasi::Fdstat fdstat(uint32_t fd) {
    const uint32_t at = reserve(sizeof(wasi::Fdstat));
    EXPECT_EQ(call(WasiFunction::fd_fdstat_get, fd, at), kSuccess);
    return get<wasi::Fdstat>(at);
  }
  // A call that takes one path beneath `directory` and nothing else.
  uint32_t on_path(WasiFunction function, uint32_t directory, std::string_view path) {
    return call(function, directory, put(path), path.size());
  }
  uint32_t make_directory(uint32_t directory, std::string_view path) {
    return on_path(WasiFunction::path_create_directory, directory, path);
  }
  uint32_t symlink(std::string_view target, uint32_t directory, std::string_view path) {
    return call(WasiFunction::path_symlink, put(target), target.size(), directory, put(path), path.size());
  }

  static constexpr uint64_t kWriting =
      wasi::rights::kFdDatasync | wasi::rights::kFdWrite | wasi::rights::kFdAllocate | wasi::rights::kFdFilestatSetSize;
};

// Runs `body` as a WASI program in /tmp and returns how it ended.
inline ExitStatus run_wasi(TestSandbox& sandbox, std::function<void(WasiGuest&)> body) {
  return sandbox.run([body = std::move(body)](Guest& guest) {
    WasiGuest program(guest);
    body(program);
    return 0;
  });
}

}  // namespace wasmsand::test
