// The block of 32-bit integers through which a worker's JavaScript and C++ exchange arguments and results: a call
// without arguments is half as expensive as one with. lib/host/block.ts names the same places.
#pragma once

namespace wasmsand::block {

inline constexpr int kResult = 0;
inline constexpr int kAfter = 1;      // GuestCall::After
inline constexpr int kRestart = 2;    // 1: issue the interrupted call again
inline constexpr int kArguments = 4;  // seven: of `linux` calls

inline constexpr int kSignal = 12;  // signo, handler, flags, code, pid, uid, value, frame

inline constexpr int kImage = 24;  // of the process to start, or of the next image
inline constexpr int kLaunchKind = kImage + 0;
inline constexpr int kProgramLow = kImage + 1;
inline constexpr int kProgramHigh = kImage + 2;
inline constexpr int kMaximumPages = kImage + 3;  // what the sandbox allows
inline constexpr int kParentPages = kImage + 4;   // clone, fork: size of the memory to copy
inline constexpr int kFunction = kImage + 5;
inline constexpr int kFunctionArgument = kImage + 6;
inline constexpr int kStackPointer = kImage + 7;
inline constexpr int kAsyncifyData = kImage + 8;
inline constexpr int kThroughClone = kImage + 9;
inline constexpr int kMinimumPages = kImage + 10;   // of the module just read
inline constexpr int kDeclaredPages = kImage + 11;  // its own maximum
inline constexpr int kEngineBytes = kImage + 12;    // what the engine takes for an instance of it, at most
inline constexpr int kProgramShared = kImage + 13;  // 1: of the base image

inline constexpr int kRenewable = kImage + 14;  // of the module just read: its instances serve several processes
inline constexpr int kYields = kImage + 15;     // the same: it has yield points

inline constexpr int kWasiFunction = 40;
inline constexpr int kWasiArguments = 42;  // ten of 64 bits
inline constexpr int kLength = 64;

}  // namespace wasmsand::block
