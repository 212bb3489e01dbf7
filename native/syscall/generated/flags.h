// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

#include <cstdint>

#include "kernel/linux_constants.h"
#include "syscall/call_description.h"

namespace wasmsand::wasi {

namespace rights {
inline constexpr uint64_t kFdDatasync = 1;
inline constexpr uint64_t kFdRead = 2;
inline constexpr uint64_t kFdSeek = 4;
inline constexpr uint64_t kFdFdstatSetFlags = 8;
inline constexpr uint64_t kFdSync = 0x10;
inline constexpr uint64_t kFdTell = 0x20;
inline constexpr uint64_t kFdWrite = 0x40;
inline constexpr uint64_t kFdAdvise = 0x80;
inline constexpr uint64_t kFdAllocate = 0x100;
inline constexpr uint64_t kPathCreateDirectory = 0x200;
inline constexpr uint64_t kPathCreateFile = 0x400;
inline constexpr uint64_t kPathLinkSource = 0x800;
inline constexpr uint64_t kPathLinkTarget = 0x1000;
inline constexpr uint64_t kPathOpen = 0x2000;
inline constexpr uint64_t kFdReaddir = 0x4000;
inline constexpr uint64_t kPathReadlink = 0x8000;
inline constexpr uint64_t kPathRenameSource = 0x10000;
inline constexpr uint64_t kPathRenameTarget = 0x20000;
inline constexpr uint64_t kPathFilestatGet = 0x40000;
inline constexpr uint64_t kPathFilestatSetSize = 0x80000;
inline constexpr uint64_t kPathFilestatSetTimes = 0x100000;
inline constexpr uint64_t kFdFilestatGet = 0x200000;
inline constexpr uint64_t kFdFilestatSetSize = 0x400000;
inline constexpr uint64_t kFdFilestatSetTimes = 0x800000;
inline constexpr uint64_t kPathSymlink = 0x1000000;
inline constexpr uint64_t kPathRemoveDirectory = 0x2000000;
inline constexpr uint64_t kPathUnlinkFile = 0x4000000;
inline constexpr uint64_t kPollFdReadwrite = 0x8000000;
inline constexpr uint64_t kSockShutdown = 0x10000000;
inline constexpr uint64_t kSockAccept = 0x20000000;
}  // namespace rights

namespace lookupflags {
inline constexpr uint32_t kSymlinkFollow = 1;
}  // namespace lookupflags

namespace oflags {
inline constexpr uint32_t kCreat = 1;
inline constexpr uint32_t kDirectory = 2;
inline constexpr uint32_t kExcl = 4;
inline constexpr uint32_t kTrunc = 8;
}  // namespace oflags

namespace fdflags {
inline constexpr uint32_t kAppend = 1;
inline constexpr uint32_t kDsync = 2;
inline constexpr uint32_t kNonblock = 4;
inline constexpr uint32_t kRsync = 8;
inline constexpr uint32_t kSync = 0x10;
}  // namespace fdflags

namespace fstflags {
inline constexpr uint32_t kAtim = 1;
inline constexpr uint32_t kAtimNow = 2;
inline constexpr uint32_t kMtim = 4;
inline constexpr uint32_t kMtimNow = 8;
}  // namespace fstflags

namespace riflags {
inline constexpr uint32_t kRecvPeek = 1;
inline constexpr uint32_t kRecvWaitall = 2;
}  // namespace riflags

namespace roflags {
inline constexpr uint32_t kRecvDataTruncated = 1;
}  // namespace roflags

namespace siflags {

}  // namespace siflags

namespace sdflags {
inline constexpr uint32_t kRd = 1;
inline constexpr uint32_t kWr = 2;
}  // namespace sdflags

namespace subclockflags {
inline constexpr uint32_t kSubscriptionClockAbstime = 1;
}  // namespace subclockflags

namespace eventrwflags {
inline constexpr uint32_t kFdReadwriteHangup = 1;
}  // namespace eventrwflags

namespace clockid {
inline constexpr uint32_t kRealtime = 0;
inline constexpr uint32_t kMonotonic = 1;
inline constexpr uint32_t kProcessCputimeId = 2;
inline constexpr uint32_t kThreadCputimeId = 3;
}  // namespace clockid

namespace advice {
inline constexpr uint32_t kNormal = 0;
inline constexpr uint32_t kSequential = 1;
inline constexpr uint32_t kRandom = 2;
inline constexpr uint32_t kWillneed = 3;
inline constexpr uint32_t kDontneed = 4;
inline constexpr uint32_t kNoreuse = 5;
}  // namespace advice

namespace whence {
inline constexpr uint32_t kSet = 0;
inline constexpr uint32_t kCur = 1;
inline constexpr uint32_t kEnd = 2;
}  // namespace whence

namespace filetype {
inline constexpr uint32_t kUnknown = 0;
inline constexpr uint32_t kBlockDevice = 1;
inline constexpr uint32_t kCharacterDevice = 2;
inline constexpr uint32_t kDirectory = 3;
inline constexpr uint32_t kRegularFile = 4;
inline constexpr uint32_t kSocketDgram = 5;
inline constexpr uint32_t kSocketStream = 6;
inline constexpr uint32_t kSymbolicLink = 7;
}  // namespace filetype

namespace eventtype {
inline constexpr uint32_t kClock = 0;
inline constexpr uint32_t kFdRead = 1;
inline constexpr uint32_t kFdWrite = 2;
}  // namespace eventtype

namespace preopentype {
inline constexpr uint32_t kDir = 0;
}  // namespace preopentype

namespace signal {
inline constexpr uint32_t kNone = 0;
inline constexpr uint32_t kHup = 1;
inline constexpr uint32_t kInt = 2;
inline constexpr uint32_t kQuit = 3;
inline constexpr uint32_t kIll = 4;
inline constexpr uint32_t kTrap = 5;
inline constexpr uint32_t kAbrt = 6;
inline constexpr uint32_t kBus = 7;
inline constexpr uint32_t kFpe = 8;
inline constexpr uint32_t kKill = 9;
inline constexpr uint32_t kUsr1 = 0xa;
inline constexpr uint32_t kSegv = 0xb;
inline constexpr uint32_t kUsr2 = 0xc;
inline constexpr uint32_t kPipe = 0xd;
inline constexpr uint32_t kAlrm = 0xe;
inline constexpr uint32_t kTerm = 0xf;
inline constexpr uint32_t kChld = 0x10;
inline constexpr uint32_t kCont = 0x11;
inline constexpr uint32_t kStop = 0x12;
inline constexpr uint32_t kTstp = 0x13;
inline constexpr uint32_t kTtin = 0x14;
inline constexpr uint32_t kTtou = 0x15;
inline constexpr uint32_t kUrg = 0x16;
inline constexpr uint32_t kXcpu = 0x17;
inline constexpr uint32_t kXfsz = 0x18;
inline constexpr uint32_t kVtalrm = 0x19;
inline constexpr uint32_t kProf = 0x1a;
inline constexpr uint32_t kWinch = 0x1b;
inline constexpr uint32_t kPoll = 0x1c;
inline constexpr uint32_t kPwr = 0x1d;
inline constexpr uint32_t kSys = 0x1e;
}  // namespace signal

}  // namespace wasmsand::wasi

namespace wasmsand {

// Sets by the numbers that ArgumentDescription::set uses.
extern const ValueSet kLinuxSets[46];
extern const ValueSet kWasiSets[18];
// "SIGINT", or null.
const char* signal_name(int signo);

}  // namespace wasmsand
