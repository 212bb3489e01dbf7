// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

#include <cstddef>
#include <cstdint>

namespace wasmsand::abi {

// The kernel's {i64, i64}; as with Linux's 32-bit programs the upper half of the second is ignored.
struct Timespec64 {
  int64_t seconds;
  int32_t nanoseconds;
  uint32_t pad;
};
static_assert(sizeof(Timespec64) == 16);
static_assert(offsetof(Timespec64, seconds) == 0);
static_assert(offsetof(Timespec64, nanoseconds) == 8);
static_assert(offsetof(Timespec64, pad) == 12);

struct Timespec64Pair {
  Timespec64 accessed;
  Timespec64 modified;
};
static_assert(sizeof(Timespec64Pair) == 32);
static_assert(offsetof(Timespec64Pair, accessed) == 0);
static_assert(offsetof(Timespec64Pair, modified) == 16);

struct Itimerspec64 {
  Timespec64 interval;
  Timespec64 value;
};
static_assert(sizeof(Itimerspec64) == 32);
static_assert(offsetof(Itimerspec64, interval) == 0);
static_assert(offsetof(Itimerspec64, value) == 16);

// As far as musl fills it in.
struct Sigevent {
  int32_t value;
  int32_t signo;
  int32_t notify;
  int32_t thread;
};
static_assert(sizeof(Sigevent) == 16);
static_assert(offsetof(Sigevent, value) == 0);
static_assert(offsetof(Sigevent, signo) == 4);
static_assert(offsetof(Sigevent, notify) == 8);
static_assert(offsetof(Sigevent, thread) == 12);

// The old one, of itimerval and rusage.
struct Timeval {
  int32_t seconds;
  int32_t microseconds;
};
static_assert(sizeof(Timeval) == 8);
static_assert(offsetof(Timeval, seconds) == 0);
static_assert(offsetof(Timeval, microseconds) == 4);

struct Itimerval {
  Timeval interval;
  Timeval value;
};
static_assert(sizeof(Itimerval) == 16);
static_assert(offsetof(Itimerval, interval) == 0);
static_assert(offsetof(Itimerval, value) == 8);

struct Iovec {
  uint32_t address;
  uint32_t length;
};
static_assert(sizeof(Iovec) == 8);
static_assert(offsetof(Iovec, address) == 0);
static_assert(offsetof(Iovec, length) == 4);

struct Pollfd {
  int32_t fd;
  uint16_t events;
  uint16_t returned;
};
static_assert(sizeof(Pollfd) == 8);
static_assert(offsetof(Pollfd, fd) == 0);
static_assert(offsetof(Pollfd, events) == 4);
static_assert(offsetof(Pollfd, returned) == 6);

struct EpollEvent {
  uint32_t events;
  uint32_t pad;
  uint64_t data;
};
static_assert(sizeof(EpollEvent) == 16);
static_assert(offsetof(EpollEvent, events) == 0);
static_assert(offsetof(EpollEvent, pad) == 4);
static_assert(offsetof(EpollEvent, data) == 8);

struct DescriptorPair {
  int32_t first;
  int32_t second;
};
static_assert(sizeof(DescriptorPair) == 8);
static_assert(offsetof(DescriptorPair, first) == 0);
static_assert(offsetof(DescriptorPair, second) == 4);

struct Sigset {
  uint64_t bits;
};
static_assert(sizeof(Sigset) == 8);
static_assert(offsetof(Sigset, bits) == 0);

struct Sigaction {
  uint32_t handler;
  uint32_t flags;
  uint32_t restorer;
  uint32_t mask_low;
  uint32_t mask_high;
};
static_assert(sizeof(Sigaction) == 20);
static_assert(offsetof(Sigaction, handler) == 0);
static_assert(offsetof(Sigaction, flags) == 4);
static_assert(offsetof(Sigaction, restorer) == 8);
static_assert(offsetof(Sigaction, mask_low) == 12);
static_assert(offsetof(Sigaction, mask_high) == 16);

struct Stack {
  uint32_t address;
  int32_t flags;
  uint32_t size;
};
static_assert(sizeof(Stack) == 12);
static_assert(offsetof(Stack, address) == 0);
static_assert(offsetof(Stack, flags) == 4);
static_assert(offsetof(Stack, size) == 8);

// `value` is si_status of SIGCHLD and si_value otherwise.
struct Siginfo {
  int32_t signo;
  int32_t error;
  int32_t code;
  int32_t pid;
  uint32_t uid;
  int32_t value;
  int32_t user_time;
  int32_t system_time;
  uint32_t pad[24];
};
static_assert(sizeof(Siginfo) == 128);
static_assert(offsetof(Siginfo, signo) == 0);
static_assert(offsetof(Siginfo, error) == 4);
static_assert(offsetof(Siginfo, code) == 8);
static_assert(offsetof(Siginfo, pid) == 12);
static_assert(offsetof(Siginfo, uid) == 16);
static_assert(offsetof(Siginfo, value) == 20);
static_assert(offsetof(Siginfo, user_time) == 24);
static_assert(offsetof(Siginfo, system_time) == 28);
static_assert(offsetof(Siginfo, pad) == 32);

// The last argument of pselect6.
struct SigsetArgument {
  uint32_t address;
  uint32_t size;
};
static_assert(sizeof(SigsetArgument) == 8);
static_assert(offsetof(SigsetArgument, address) == 0);
static_assert(offsetof(SigsetArgument, size) == 4);

struct Rusage {
  Timeval user_time;
  Timeval system_time;
  int32_t max_rss;
  int32_t ixrss;
  int32_t idrss;
  int32_t isrss;
  int32_t minor_faults;
  int32_t major_faults;
  int32_t swaps;
  int32_t blocks_in;
  int32_t blocks_out;
  int32_t messages_sent;
  int32_t messages_received;
  int32_t signals;
  int32_t voluntary_switches;
  int32_t involuntary_switches;
};
static_assert(sizeof(Rusage) == 72);
static_assert(offsetof(Rusage, user_time) == 0);
static_assert(offsetof(Rusage, system_time) == 8);
static_assert(offsetof(Rusage, max_rss) == 16);
static_assert(offsetof(Rusage, ixrss) == 20);
static_assert(offsetof(Rusage, idrss) == 24);
static_assert(offsetof(Rusage, isrss) == 28);
static_assert(offsetof(Rusage, minor_faults) == 32);
static_assert(offsetof(Rusage, major_faults) == 36);
static_assert(offsetof(Rusage, swaps) == 40);
static_assert(offsetof(Rusage, blocks_in) == 44);
static_assert(offsetof(Rusage, blocks_out) == 48);
static_assert(offsetof(Rusage, messages_sent) == 52);
static_assert(offsetof(Rusage, messages_received) == 56);
static_assert(offsetof(Rusage, signals) == 60);
static_assert(offsetof(Rusage, voluntary_switches) == 64);
static_assert(offsetof(Rusage, involuntary_switches) == 68);

struct Rlimit64 {
  uint64_t soft;
  uint64_t hard;
};
static_assert(sizeof(Rlimit64) == 16);
static_assert(offsetof(Rlimit64, soft) == 0);
static_assert(offsetof(Rlimit64, hard) == 8);

struct Tms {
  int32_t user;
  int32_t system;
  int32_t children_user;
  int32_t children_system;
};
static_assert(sizeof(Tms) == 16);
static_assert(offsetof(Tms, user) == 0);
static_assert(offsetof(Tms, system) == 4);
static_assert(offsetof(Tms, children_user) == 8);
static_assert(offsetof(Tms, children_system) == 12);

struct Utsname {
  uint8_t system[65];
  uint8_t node[65];
  uint8_t release[65];
  uint8_t version[65];
  uint8_t machine[65];
  uint8_t domain[65];
};
static_assert(sizeof(Utsname) == 390);
static_assert(offsetof(Utsname, system) == 0);
static_assert(offsetof(Utsname, node) == 65);
static_assert(offsetof(Utsname, release) == 130);
static_assert(offsetof(Utsname, version) == 195);
static_assert(offsetof(Utsname, machine) == 260);
static_assert(offsetof(Utsname, domain) == 325);

struct Sysinfo {
  uint32_t uptime;
  uint32_t loads[3];
  uint32_t total_ram;
  uint32_t free_ram;
  uint32_t shared_ram;
  uint32_t buffer_ram;
  uint32_t total_swap;
  uint32_t free_swap;
  uint16_t processes;
  uint16_t pad;
  uint32_t total_high;
  uint32_t free_high;
  uint32_t unit;
  uint8_t reserved[8];
};
static_assert(sizeof(Sysinfo) == 64);
static_assert(offsetof(Sysinfo, uptime) == 0);
static_assert(offsetof(Sysinfo, loads) == 4);
static_assert(offsetof(Sysinfo, total_ram) == 16);
static_assert(offsetof(Sysinfo, free_ram) == 20);
static_assert(offsetof(Sysinfo, shared_ram) == 24);
static_assert(offsetof(Sysinfo, buffer_ram) == 28);
static_assert(offsetof(Sysinfo, total_swap) == 32);
static_assert(offsetof(Sysinfo, free_swap) == 36);
static_assert(offsetof(Sysinfo, processes) == 40);
static_assert(offsetof(Sysinfo, pad) == 42);
static_assert(offsetof(Sysinfo, total_high) == 44);
static_assert(offsetof(Sysinfo, free_high) == 48);
static_assert(offsetof(Sysinfo, unit) == 52);
static_assert(offsetof(Sysinfo, reserved) == 56);

struct Statfs64 {
  uint32_t type;
  uint32_t block_size;
  uint64_t blocks;
  uint64_t blocks_free;
  uint64_t blocks_available;
  uint64_t files;
  uint64_t files_free;
  uint32_t fsid[2];
  uint32_t name_length;
  uint32_t fragment_size;
  uint32_t flags;
  uint32_t spare[4];
  uint32_t pad;
};
static_assert(sizeof(Statfs64) == 88);
static_assert(offsetof(Statfs64, type) == 0);
static_assert(offsetof(Statfs64, block_size) == 4);
static_assert(offsetof(Statfs64, blocks) == 8);
static_assert(offsetof(Statfs64, blocks_free) == 16);
static_assert(offsetof(Statfs64, blocks_available) == 24);
static_assert(offsetof(Statfs64, files) == 32);
static_assert(offsetof(Statfs64, files_free) == 40);
static_assert(offsetof(Statfs64, fsid) == 48);
static_assert(offsetof(Statfs64, name_length) == 56);
static_assert(offsetof(Statfs64, fragment_size) == 60);
static_assert(offsetof(Statfs64, flags) == 64);
static_assert(offsetof(Statfs64, spare) == 68);
static_assert(offsetof(Statfs64, pad) == 84);

struct StatxTimestamp {
  int64_t seconds;
  uint32_t nanoseconds;
  int32_t pad;
};
static_assert(sizeof(StatxTimestamp) == 16);
static_assert(offsetof(StatxTimestamp, seconds) == 0);
static_assert(offsetof(StatxTimestamp, nanoseconds) == 8);
static_assert(offsetof(StatxTimestamp, pad) == 12);

struct Statx {
  uint32_t mask;
  uint32_t block_size;
  uint64_t attributes;
  uint32_t links;
  uint32_t uid;
  uint32_t gid;
  uint16_t mode;
  uint16_t pad;
  uint64_t inode;
  uint64_t size;
  uint64_t blocks;
  uint64_t attributes_mask;
  StatxTimestamp accessed;
  StatxTimestamp born;
  StatxTimestamp changed;
  StatxTimestamp modified;
  uint32_t device_major;
  uint32_t device_minor;
  uint32_t file_system_major;
  uint32_t file_system_minor;
  uint64_t spare[14];
};
static_assert(sizeof(Statx) == 256);
static_assert(offsetof(Statx, mask) == 0);
static_assert(offsetof(Statx, block_size) == 4);
static_assert(offsetof(Statx, attributes) == 8);
static_assert(offsetof(Statx, links) == 16);
static_assert(offsetof(Statx, uid) == 20);
static_assert(offsetof(Statx, gid) == 24);
static_assert(offsetof(Statx, mode) == 28);
static_assert(offsetof(Statx, pad) == 30);
static_assert(offsetof(Statx, inode) == 32);
static_assert(offsetof(Statx, size) == 40);
static_assert(offsetof(Statx, blocks) == 48);
static_assert(offsetof(Statx, attributes_mask) == 56);
static_assert(offsetof(Statx, accessed) == 64);
static_assert(offsetof(Statx, born) == 80);
static_assert(offsetof(Statx, changed) == 96);
static_assert(offsetof(Statx, modified) == 112);
static_assert(offsetof(Statx, device_major) == 128);
static_assert(offsetof(Statx, device_minor) == 132);
static_assert(offsetof(Statx, file_system_major) == 136);
static_assert(offsetof(Statx, file_system_minor) == 140);
static_assert(offsetof(Statx, spare) == 144);

// The name follows at offset 19.
struct Dirent64Head {
  uint64_t inode;
  uint64_t next;
  uint16_t length;
  uint8_t type;
  uint8_t pad[5];
};
static_assert(sizeof(Dirent64Head) == 24);
static_assert(offsetof(Dirent64Head, inode) == 0);
static_assert(offsetof(Dirent64Head, next) == 8);
static_assert(offsetof(Dirent64Head, length) == 16);
static_assert(offsetof(Dirent64Head, type) == 18);
static_assert(offsetof(Dirent64Head, pad) == 19);

struct Flock64 {
  int16_t type;
  int16_t whence;
  uint32_t pad;
  int64_t start;
  int64_t length;
  int32_t pid;
  uint32_t pad2;
};
static_assert(sizeof(Flock64) == 32);
static_assert(offsetof(Flock64, type) == 0);
static_assert(offsetof(Flock64, whence) == 2);
static_assert(offsetof(Flock64, pad) == 4);
static_assert(offsetof(Flock64, start) == 8);
static_assert(offsetof(Flock64, length) == 16);
static_assert(offsetof(Flock64, pid) == 24);
static_assert(offsetof(Flock64, pad2) == 28);

struct FOwnerEx {
  int32_t type;
  int32_t pid;
};
static_assert(sizeof(FOwnerEx) == 8);
static_assert(offsetof(FOwnerEx, type) == 0);
static_assert(offsetof(FOwnerEx, pid) == 4);

struct Winsize {
  uint16_t rows;
  uint16_t columns;
  uint16_t x_pixels;
  uint16_t y_pixels;
};
static_assert(sizeof(Winsize) == 8);
static_assert(offsetof(Winsize, rows) == 0);
static_assert(offsetof(Winsize, columns) == 2);
static_assert(offsetof(Winsize, x_pixels) == 4);
static_assert(offsetof(Winsize, y_pixels) == 6);

// The kernel's, without musl's speeds.
struct Termios {
  uint32_t input;
  uint32_t output;
  uint32_t control;
  uint32_t local;
  uint8_t line;
  uint8_t characters[19];
};
static_assert(sizeof(Termios) == 36);
static_assert(offsetof(Termios, input) == 0);
static_assert(offsetof(Termios, output) == 4);
static_assert(offsetof(Termios, control) == 8);
static_assert(offsetof(Termios, local) == 12);
static_assert(offsetof(Termios, line) == 16);
static_assert(offsetof(Termios, characters) == 17);

// Port and addresses are big endian.
struct SockaddrIn {
  uint16_t family;
  uint8_t port[2];
  uint8_t address[4];
  uint8_t zero[8];
};
static_assert(sizeof(SockaddrIn) == 16);
static_assert(offsetof(SockaddrIn, family) == 0);
static_assert(offsetof(SockaddrIn, port) == 2);
static_assert(offsetof(SockaddrIn, address) == 4);
static_assert(offsetof(SockaddrIn, zero) == 8);

struct SockaddrIn6 {
  uint16_t family;
  uint8_t port[2];
  uint32_t flow;
  uint8_t address[16];
  uint32_t scope;
};
static_assert(sizeof(SockaddrIn6) == 28);
static_assert(offsetof(SockaddrIn6, family) == 0);
static_assert(offsetof(SockaddrIn6, port) == 2);
static_assert(offsetof(SockaddrIn6, flow) == 4);
static_assert(offsetof(SockaddrIn6, address) == 8);
static_assert(offsetof(SockaddrIn6, scope) == 24);

struct Msghdr {
  uint32_t name;
  uint32_t name_length;
  uint32_t vectors;
  uint32_t vector_count;
  uint32_t control;
  uint32_t control_length;
  uint32_t flags;
};
static_assert(sizeof(Msghdr) == 28);
static_assert(offsetof(Msghdr, name) == 0);
static_assert(offsetof(Msghdr, name_length) == 4);
static_assert(offsetof(Msghdr, vectors) == 8);
static_assert(offsetof(Msghdr, vector_count) == 12);
static_assert(offsetof(Msghdr, control) == 16);
static_assert(offsetof(Msghdr, control_length) == 20);
static_assert(offsetof(Msghdr, flags) == 24);

struct Mmsghdr {
  Msghdr message;
  uint32_t length;
};
static_assert(sizeof(Mmsghdr) == 32);
static_assert(offsetof(Mmsghdr, message) == 0);
static_assert(offsetof(Mmsghdr, length) == 28);

struct Cmsghdr {
  uint32_t length;
  int32_t level;
  int32_t type;
};
static_assert(sizeof(Cmsghdr) == 12);
static_assert(offsetof(Cmsghdr, length) == 0);
static_assert(offsetof(Cmsghdr, level) == 4);
static_assert(offsetof(Cmsghdr, type) == 8);

struct Ucred {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};
static_assert(sizeof(Ucred) == 12);
static_assert(offsetof(Ucred, pid) == 0);
static_assert(offsetof(Ucred, uid) == 4);
static_assert(offsetof(Ucred, gid) == 8);

struct Linger {
  int32_t on;
  int32_t seconds;
};
static_assert(sizeof(Linger) == 8);
static_assert(offsetof(Linger, on) == 0);
static_assert(offsetof(Linger, seconds) == 4);

// Of SO_RCVTIMEO and SO_SNDTIMEO.
struct Timeval64 {
  int64_t seconds;
  int64_t microseconds;
};
static_assert(sizeof(Timeval64) == 16);
static_assert(offsetof(Timeval64, seconds) == 0);
static_assert(offsetof(Timeval64, microseconds) == 8);

// Ours: the argument of linux.spawn.
struct SpawnRequest {
  uint32_t path;
  uint32_t arguments;
  uint32_t environment;
  uint32_t actions;
  uint32_t action_count;
  uint32_t working_directory;
  uint32_t flags;
  int32_t process_group;
  uint64_t signal_mask;
  uint64_t signal_defaults;
};
static_assert(sizeof(SpawnRequest) == 48);
static_assert(offsetof(SpawnRequest, path) == 0);
static_assert(offsetof(SpawnRequest, arguments) == 4);
static_assert(offsetof(SpawnRequest, environment) == 8);
static_assert(offsetof(SpawnRequest, actions) == 12);
static_assert(offsetof(SpawnRequest, action_count) == 16);
static_assert(offsetof(SpawnRequest, working_directory) == 20);
static_assert(offsetof(SpawnRequest, flags) == 24);
static_assert(offsetof(SpawnRequest, process_group) == 28);
static_assert(offsetof(SpawnRequest, signal_mask) == 32);
static_assert(offsetof(SpawnRequest, signal_defaults) == 40);

// Ours.
struct SpawnAction {
  uint32_t kind;
  int32_t fd;
  int32_t new_fd;
  uint32_t path;
  uint32_t flags;
  uint32_t mode;
};
static_assert(sizeof(SpawnAction) == 24);
static_assert(offsetof(SpawnAction, kind) == 0);
static_assert(offsetof(SpawnAction, fd) == 4);
static_assert(offsetof(SpawnAction, new_fd) == 8);
static_assert(offsetof(SpawnAction, path) == 12);
static_assert(offsetof(SpawnAction, flags) == 16);
static_assert(offsetof(SpawnAction, mode) == 20);

// Ours: what an import of a linked module is given. `value`: a number, or a function's place in the table. `changes`: 1 for a global that may change.
struct LinkImport {
  uint32_t value;
  uint32_t changes;
};
static_assert(sizeof(LinkImport) == 8);
static_assert(offsetof(LinkImport, value) == 0);
static_assert(offsetof(LinkImport, changes) == 4);

// Ours: the argument of linux.link. `imports`: one for each, in their order. `exports`: a word for each, the last one for the start function: where a function comes in the table, 0 for nowhere; the value of a global is put there. `table_length`: what the caller takes it for, and then what it is; `table_growth`: how much longer the table becomes first. `text`: where the reason is put when it fails.
struct LinkRequest {
  uint32_t module;
  uint32_t size;
  uint32_t imports;
  uint32_t import_count;
  uint32_t exports;
  uint32_t export_count;
  uint32_t table_length;
  uint32_t table_growth;
  uint32_t reserved;
  uint32_t text;
  uint32_t text_size;
};
static_assert(sizeof(LinkRequest) == 44);
static_assert(offsetof(LinkRequest, module) == 0);
static_assert(offsetof(LinkRequest, size) == 4);
static_assert(offsetof(LinkRequest, imports) == 8);
static_assert(offsetof(LinkRequest, import_count) == 12);
static_assert(offsetof(LinkRequest, exports) == 16);
static_assert(offsetof(LinkRequest, export_count) == 20);
static_assert(offsetof(LinkRequest, table_length) == 24);
static_assert(offsetof(LinkRequest, table_growth) == 28);
static_assert(offsetof(LinkRequest, reserved) == 32);
static_assert(offsetof(LinkRequest, text) == 36);
static_assert(offsetof(LinkRequest, text_size) == 40);

}  // namespace wasmsand::abi

namespace wasmsand::wasi {

struct Fdstat {
  uint8_t filetype;
  uint8_t pad;
  uint16_t flags;
  uint32_t pad2;
  uint64_t rights_base;
  uint64_t rights_inheriting;
};
static_assert(sizeof(Fdstat) == 24);
static_assert(offsetof(Fdstat, filetype) == 0);
static_assert(offsetof(Fdstat, pad) == 1);
static_assert(offsetof(Fdstat, flags) == 2);
static_assert(offsetof(Fdstat, pad2) == 4);
static_assert(offsetof(Fdstat, rights_base) == 8);
static_assert(offsetof(Fdstat, rights_inheriting) == 16);

struct Filestat {
  uint64_t device;
  uint64_t inode;
  uint8_t filetype;
  uint8_t pad[7];
  uint64_t links;
  uint64_t size;
  uint64_t accessed;
  uint64_t modified;
  uint64_t changed;
};
static_assert(sizeof(Filestat) == 64);
static_assert(offsetof(Filestat, device) == 0);
static_assert(offsetof(Filestat, inode) == 8);
static_assert(offsetof(Filestat, filetype) == 16);
static_assert(offsetof(Filestat, pad) == 17);
static_assert(offsetof(Filestat, links) == 24);
static_assert(offsetof(Filestat, size) == 32);
static_assert(offsetof(Filestat, accessed) == 40);
static_assert(offsetof(Filestat, modified) == 48);
static_assert(offsetof(Filestat, changed) == 56);

struct Prestat {
  uint8_t type;
  uint8_t pad[3];
  uint32_t name_length;
};
static_assert(sizeof(Prestat) == 8);
static_assert(offsetof(Prestat, type) == 0);
static_assert(offsetof(Prestat, pad) == 1);
static_assert(offsetof(Prestat, name_length) == 4);

struct Dirent {
  uint64_t next;
  uint64_t inode;
  uint32_t name_length;
  uint8_t type;
  uint8_t pad[3];
};
static_assert(sizeof(Dirent) == 24);
static_assert(offsetof(Dirent, next) == 0);
static_assert(offsetof(Dirent, inode) == 8);
static_assert(offsetof(Dirent, name_length) == 16);
static_assert(offsetof(Dirent, type) == 20);
static_assert(offsetof(Dirent, pad) == 21);

struct Iovec {
  uint32_t address;
  uint32_t length;
};
static_assert(sizeof(Iovec) == 8);
static_assert(offsetof(Iovec, address) == 0);
static_assert(offsetof(Iovec, length) == 4);

struct Subscription {
  uint64_t userdata;
  uint8_t type;
  uint8_t pad[7];
  uint32_t id;
  uint32_t pad2;
  uint64_t timeout;
  uint64_t precision;
  uint16_t flags;
  uint8_t pad3[6];
};
static_assert(sizeof(Subscription) == 48);
static_assert(offsetof(Subscription, userdata) == 0);
static_assert(offsetof(Subscription, type) == 8);
static_assert(offsetof(Subscription, pad) == 9);
static_assert(offsetof(Subscription, id) == 16);
static_assert(offsetof(Subscription, pad2) == 20);
static_assert(offsetof(Subscription, timeout) == 24);
static_assert(offsetof(Subscription, precision) == 32);
static_assert(offsetof(Subscription, flags) == 40);
static_assert(offsetof(Subscription, pad3) == 42);

struct Event {
  uint64_t userdata;
  uint16_t error;
  uint8_t type;
  uint8_t pad[5];
  uint64_t bytes;
  uint16_t flags;
  uint8_t pad2[6];
};
static_assert(sizeof(Event) == 32);
static_assert(offsetof(Event, userdata) == 0);
static_assert(offsetof(Event, error) == 8);
static_assert(offsetof(Event, type) == 10);
static_assert(offsetof(Event, pad) == 11);
static_assert(offsetof(Event, bytes) == 16);
static_assert(offsetof(Event, flags) == 24);
static_assert(offsetof(Event, pad2) == 26);

}  // namespace wasmsand::wasi
