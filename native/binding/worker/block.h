// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
// The block of 32-bit integers through which a worker's JavaScript and C++ exchange arguments and results: a call
// without arguments is half as expensive as one with.
#pragma once

namespace wasmsand::block {

inline constexpr int kResult = 0;
inline constexpr int kAfter = 1;  // what must happen before guest code goes on: After
inline constexpr int kRestart = 2;  // 1: issue the interrupted call again
inline constexpr int kArguments = 4;  // seven: of `linux` calls
inline constexpr int kSignal = 12;  // signo, handler, flags, code, pid, uid, value, frame
inline constexpr int kSignalFrame = 19;  // the last of them
inline constexpr int kLaunchKind = 24;  // of the process to start, or of the next image, with what follows
inline constexpr int kProgramLow = 25;
inline constexpr int kProgramHigh = 26;
inline constexpr int kMaximumPages = 27;  // what the sandbox allows
inline constexpr int kParentPages = 28;  // clone, fork: size of the memory to copy
inline constexpr int kFunction = 29;
inline constexpr int kFunctionArgument = 30;
inline constexpr int kStackPointer = 31;
inline constexpr int kAsyncifyData = 32;
inline constexpr int kThroughClone = 33;
inline constexpr int kMinimumPages = 34;  // of the module just read, with what follows
inline constexpr int kDeclaredPages = 35;  // its own maximum
inline constexpr int kEngineBytes = 36;  // what the engine takes for an instance of it, at most
inline constexpr int kProgramShared = 37;  // 1: of the base image
inline constexpr int kRenewable = 38;  // its instances serve several processes
inline constexpr int kYields = 39;  // it may look at the word that asks for a call (kYieldWord)
inline constexpr int kWasiFunction = 40;
inline constexpr int kWasiArguments = 42;  // ten of 64 bits
inline constexpr int kLength = 64;

}  // namespace wasmsand::block
