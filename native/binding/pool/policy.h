// Every constant of the scheduler: which processes may begin, on which thread, who has the next turn, and when threads
// come and go. Each says what it trades, and in brackets the bench that shows a change of it (`npm run bench:NAME`;
// `commands` is `npm run bench`). lib/node/policy.ts has what the owning thread decides.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel/platform/clock.h"

namespace wasmsand::policy {

// Admission (admission.h): who may have a worker.

// Processes of one sandbox that run or wait: more would be more threads than any host has; less refuses fork. [scale]
inline constexpr uint32_t kTenantMost = 512;
// Workers at least, so that a pipeline of two shells comes to its end however few threads there are. [scale]
inline constexpr uint32_t kLeastMaximum = 4;
// Workers past the maximum until the elder's right is passed on: more threads, or trees that wait longer. [scale]
inline constexpr uint32_t kElderBeyond = 64;
// For how long one is the elder: shorter goes round more trees, longer lets more of each come to its end. [scale]
inline constexpr Nanoseconds kElderTime = 20 * kMillisecond;
// Sandboxes with fewer workers are counted apart: small ones wait for no large one, for so many more threads. [scale]
inline constexpr uint32_t kFewWorkers = 8;
// Sandboxes that may have a first run whatever the others have: the same, for command lines. [scale]
inline constexpr uint32_t kMostRuns = 256;
// A part of the workers, and how many at most, are kept for runs: command lines begin beside a crowd of programs, which
// has that many fewer. [scale]
inline constexpr uint32_t kKeptForRuns = 16, kKeptShare = 4;
// A part of those that run at once is one sandbox's share when it is another's turn. [scale]
inline constexpr uint32_t kTenantShare = 4;
// What has begun is waited for so long, and for so many processes of it: less lets more begin, and each takes longer
// then; more lets one that never ends keep others from beginning. [scale]
inline constexpr Nanoseconds kBegunTime = kSecond;
inline constexpr uint32_t kBegunSpawns = 32;
// How many have begun when they are looked through, and how often: a look takes time with the pool's lock. [scale]
inline constexpr size_t kLeastBegun = 32;
inline constexpr Nanoseconds kLookPause = 2 * kMillisecond;
// A run is let in after so long whatever runs; where threads are short each takes one from what has begun. [scale]
inline constexpr Nanoseconds kRunPause = 50 * kMillisecond, kRunPauseWhenShort = 250 * kMillisecond;
// The clock of what has begun goes slower than the wall's by this much at most, beside others that are busy: more
// patience on a loaded machine, or more at once. [scale, on a busy machine]
inline constexpr int kSlowestClock = 10;

// Crews (crew.h): how many threads there are.

// Workers for each processor from the beginning, and at least: a thread costs 30 ms and 4 MB, a wait for one as much.
// Those that hold stacks are for shells and for programs by halves. [scale, commands]
inline constexpr uint32_t kThreadsPerProcessor = 4, kLeastThreads = 8;
inline constexpr uint32_t kStackThreadsPerProcessor = 2, kLeastStackThreads = 2;
// Processes for each processor that run when no more runs are admitted. [scale]
inline constexpr uint32_t kRunningPerProcessor = 2, kLeastRunning = 4;
inline constexpr uint32_t kRunningOnStacksPerProcessor = 4, kLeastRunningOnStacks = 8;
// Workers that wait beyond those in use: the next process begins at once, for their memory. [commands]
inline constexpr uint32_t kWarmWorkers = 2;
// Without a crowd there are so many by and by: fewer sessions rest early, for their memory. [scale]
inline constexpr uint32_t kComfortableWorkers = 16;
// How often one more is asked for on account of sessions that rest. [scale]
inline constexpr Nanoseconds kEasing = 250 * kMillisecond;
// After so many that did not come none is asked for during the pause: an honest failure is found out late, or a host
// without threads is asked in vain. [scale with few threads]
inline constexpr uint32_t kGrowthRetries = 3;
inline constexpr Nanoseconds kGrowthPause = 250 * kMillisecond;
// No job has moved for so long: there are more workers. The second where processors have enough to do. [scale]
inline constexpr Nanoseconds kGrowthPatience = 10 * kMillisecond, kBusyPatience = 200 * kMillisecond;
// What has waited so long for a thread goes before what came first: fairness, for a longer time in the middle. [scale]
inline constexpr Nanoseconds kLongWait = 20 * kMillisecond;
// Then each so manieth worker goes to what has waited longest. [scale]
inline constexpr uint32_t kLongestWaitTurn = 4;
// Threads of stacks for each that there is from the beginning, while all compute: neighbours of spinners begin sooner,
// for their memory. [scale, kill]
inline constexpr uint32_t kHotThreads = 8;
// A thread that has had nothing to do for so long ends: memory, or 30 ms for the next crowd. [scale]
inline constexpr Nanoseconds kIdleThreadTime = 10 * kSecond;

// Turns (stack_thread.h, turn_queue.h): who has the next on a thread that many share.

// Less time than that is no difference between sandboxes: order of arrival, or shares that are exact. [scale]
inline constexpr Nanoseconds kTurnStep = 4 * kMillisecond;
// A turn that others wait for ends with the first call after so long: how long they wait, for 20 µs a change. [scale]
inline constexpr Nanoseconds kShortTurn = 2 * kMillisecond;
// A turn may last for ever after so long, and what waits to begin goes elsewhere: its program may be compiled again
// there. [scale, kill]
inline constexpr Nanoseconds kLongTurn = 10 * kMillisecond;
// One that has taken so much processor time may need another thread beside it. To begin with the first programs takes
// the engine some tens of milliseconds, for which none is worth having. [scale, commands]
inline constexpr Nanoseconds kLongWork = 30 * kMillisecond;
// The loop's other business, timers and messages of Node, waits so long for turns. [scale]
inline constexpr Nanoseconds kBusyTime = 10 * kMillisecond;
// How often such a thread looks what has gone: memory that waits, or time. [scale]
inline constexpr Nanoseconds kTidyInterval = 100 * kMillisecond;

// Processes that compute, end and hold (slice.h, worker.h, thread_holdings.h).

// One that has computed for so long holds up no other's beginning. [scale]
inline constexpr Nanoseconds kShortWork = 50 * kMillisecond;
// One that has done so without a wait stands back behind others, where it has a thread to itself; which takes another
// thread for the next process. [scale, commands]
inline constexpr Nanoseconds kLongSlice = 500 * kMillisecond;
// By how much threads of guests stand behind the host's, and those that compute on and on behind other guests': so much
// that an event loop has its turn where a dozen guests for each processor want theirs too. [kill, scale]
inline constexpr int kBehindHost = 10, kBehindGuests = 5;
// Processor time in which a guest unwinds: a guest that catches what unwinds it ends that late, an honest one on a slow
// machine must not be cut short. [kill]
inline constexpr Nanoseconds kUnwindTime = 20 * kMillisecond;
// What a thread holds for any process is not charged, and the rest is measured so often, each time for 50 µs under the
// sandbox's lock and of so many processes. [attacks]
inline constexpr uint64_t kUsualHeap = 16 << 20, kUsualStack = 1 << 20;
inline constexpr Nanoseconds kMeasurePause = 50 * kMillisecond;
inline constexpr int kMeasuredAtOnce = 4;
// Memories up to this size are cleared when their process has been reported to have ended: `wait` returns sooner, and a
// sandbox holds so much more for a moment. [commands]
inline constexpr uint64_t kSmallMemory = 4 << 20;

// The ticker (ticker.h).

// How often it looks while something runs, and while nothing has for a while: how late limits and deadlines are seen,
// for some 0.1 % of a processor for each hundred processes. [kill]
inline constexpr Nanoseconds kTickInterval = 10 * kMillisecond, kIdleTickInterval = 100 * kMillisecond;
// Between two looks, however often guests set their timers. [kill]
inline constexpr Nanoseconds kLeastTickPause = kMillisecond / 2;

// Rest (ticker.h): when an idle session becomes an image.

// An idle session keeps its worker so long if nobody wants it: commands in quick succession find it awake. The second
// while others wait to begin, who can have its memory. [scale, commands]
inline constexpr Nanoseconds kRestTime = 50 * kMillisecond, kRestTimeInCrowd = 5 * kMillisecond;
// One with more memory than this, an interpreter, takes up to a second to wake: its modules are made anew. [python]
inline constexpr uint64_t kLargeSession = 8 << 20;
inline constexpr Nanoseconds kRestTimeOfLarge = 10 * kSecond;

}  // namespace wasmsand::policy
