// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
// What a process waits for, as metrics() and the trace of scheduling tell it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace wasmsand {

enum class WaitCause : uint8_t {
  // Of the host: what keeps a process from going on that could.
  thread,
  turn,
  compilation,
  // Of a call.
  pipe_data,
  pipe_room,
  fifo,
  child,
  time,
  signal,
  poll,
  lock,
  connection,
  network,
  provider,
  input,
  output,
  request,
  stopped,
};

inline constexpr std::array kWaitCauses = {
    "a thread",
    "its turn",
    "its program",
    "a pipe's data",
    "a pipe's room",
    "a FIFO's other end",
    "a child",
    "a time",
    "a signal",
    "poll",
    "a lock",
    "a connection",
    "the network",
    "the provider of a mount",
    "input",
    "output's room",
    "a request",
    "a signal to go on",
};
constexpr const char* describe(WaitCause cause) { return kWaitCauses[static_cast<size_t>(cause)]; }

}  // namespace wasmsand
