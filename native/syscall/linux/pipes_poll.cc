// Pipes, and waiting for several files at once.
#include <algorithm>

#include "kernel/io/pipe.h"
#include "kernel/io/poll.h"
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

// When a relative timeout ends; 0 for none.
Result<Nanoseconds> deadline_of(LinuxContext& context, uint32_t timeout_address) {
  if (timeout_address == 0) return Nanoseconds{0};
  WS_ASSIGN(timeout, context.memory.load<abi::Timespec64>(timeout_address));
  if (timeout.seconds < 0) return Errno::inval;
  WS_ASSIGN(duration, nanoseconds_of(timeout));
  if (duration == 0) return kPollImmediately;
  const Nanoseconds now = context.process.call_time();
  return duration > INT64_MAX - now ? Nanoseconds{0} : now + duration;
}

Result<std::optional<SignalSet>> load_mask(GuestMemory& memory, uint32_t address, uint32_t size) {
  if (address == 0) return std::optional<SignalSet>();
  if (size != sizeof(SignalSet)) return Errno::inval;
  WS_ASSIGN(mask, memory.load<SignalSet>(address));
  return std::optional(mask);
}

constexpr uint32_t kReadable = abi::kPOLLIN | abi::kPOLLRDNORM, kWritable = abi::kPOLLOUT | abi::kPOLLWRNORM;

// The normal-data bits of System V mean the same as POLLIN and POLLOUT here.
uint32_t events_for(uint32_t requested) {
  uint32_t events = requested & (abi::kPOLLIN | abi::kPOLLPRI | abi::kPOLLOUT | abi::kPOLLRDHUP);
  if (requested & abi::kPOLLRDNORM) events |= abi::kPOLLIN;
  if (requested & abi::kPOLLWRNORM) events |= abi::kPOLLOUT;
  return events;
}

uint16_t returned_for(uint32_t revents, uint32_t requested) {
  uint32_t returned = revents & ~(abi::kPOLLIN | abi::kPOLLOUT);
  if (revents & abi::kPOLLIN) returned |= requested & kReadable;
  if (revents & abi::kPOLLOUT) returned |= requested & kWritable;
  return static_cast<uint16_t>(returned);
}

// One of select's three sets, as words of 32 bits.
class DescriptorSet {
 public:
  Result<void> load(GuestMemory& memory, uint32_t address, uint32_t count) {
    address_ = address;
    if (address == 0) return {};
    WS_ASSIGN(bytes, memory.range(address, (count + 31) / 32 * 4));
    words_.resize(bytes.size() / 4);
    if (!bytes.empty()) std::memcpy(words_.data(), bytes.data(), bytes.size());
    return {};
  }
  bool has(uint32_t fd) const { return address_ != 0 && (words_[fd / 32] >> fd % 32 & 1); }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  void add(uint32_t fd) { words_[fd / 32] |= 1u << fd % 32; }
  Result<void> store(GuestMemory& memory) const {
    if (address_ == 0) return {};
    WS_ASSIGN(bytes, memory.range(address_, words_.size() * 4));
    if (!bytes.empty()) std::memcpy(bytes.data(), words_.data(), bytes.size());
    return {};
  }

 private:
  uint32_t address_ = 0;
  std::vector<uint32_t> words_;
};

}  // namespace

Result<int32_t> sys_pipe2(LinuxContext& context, uint32_t descriptors, uint32_t flags) {
  if (flags & ~(abi::kO_CLOEXEC | abi::kO_NONBLOCK | abi::kO_DIRECT)) return Errno::inval;
  if (flags & abi::kO_DIRECT) return Errno::inval;  // packet mode
  WS_TRY(context.memory.range(descriptors, sizeof(abi::DescriptorPair)));
  const bool close_on_exec = (flags & abi::kO_CLOEXEC) != 0;
  WS_ASSIGN(ends, make_pipe(context.kernel.pipes(), flags & abi::kO_NONBLOCK));
  WS_ASSIGN(first, context.add_descriptor(ends.read_end, close_on_exec));
  const Result<int32_t> second = context.add_descriptor(ends.write_end, close_on_exec);
  if (!second.ok()) {
    WS_TRY(context.process.descriptors->remove(first));
    return second.error();
  }
  WS_TRY(context.memory.store(descriptors, abi::DescriptorPair{.first = first, .second = *second}));
  return 0;
}

Result<int32_t> sys_ppoll_time64(LinuxContext& context, uint32_t descriptors, uint32_t count, uint32_t timeout,
                                 uint32_t mask_address, uint32_t size) {
  if (count > context.descriptor_limit()) return Errno::inval;
  WS_ASSIGN(deadline, deadline_of(context, timeout));
  WS_ASSIGN(mask, load_mask(context.memory, mask_address, size));
  WS_ASSIGN(bytes, context.memory.range(descriptors, uint64_t{count} * sizeof(abi::Pollfd)));
  std::vector<abi::Pollfd> raw(count);
  if (count > 0) std::memcpy(raw.data(), bytes.data(), bytes.size());

  std::vector<PollEntry> entries(count);
  for (uint32_t i = 0; i < count; i++) {
    if (raw[i].fd < 0) continue;
    const Result<Ref<OpenFile>> file = context.file(raw[i].fd);
    if (file.ok()) {
      entries[i].file = *file;
      entries[i].events = events_for(raw[i].events);
    } else {
      entries[i].revents = OpenFile::kPollInvalid;
    }
  }
  WS_ASSIGN(ready, poll(context.process, entries, deadline, mask));
  for (uint32_t i = 0; i < count; i++) raw[i].returned = returned_for(entries[i].revents, raw[i].events);
  if (count > 0) std::memcpy(bytes.data(), raw.data(), bytes.size());
  return int32_t{ready};
}

Result<int32_t> sys_pselect6_time64(LinuxContext& context, int32_t count, uint32_t read, uint32_t write,
                                    uint32_t except, uint32_t timeout, uint32_t mask_address) {
  if (count < 0) return Errno::inval;
  const uint32_t limit = std::min(static_cast<uint32_t>(count), context.descriptor_limit());
  WS_ASSIGN(deadline, deadline_of(context, timeout));
  std::optional<SignalSet> mask;
  if (mask_address != 0) {
    WS_ASSIGN(argument, context.memory.load<abi::SigsetArgument>(mask_address));
    WS_ASSIGN(loaded, load_mask(context.memory, argument.address, argument.size));
    mask = loaded;
  }
  constexpr uint32_t kReadEvents = OpenFile::kPollIn | OpenFile::kPollHangUp | OpenFile::kPollError;
  constexpr uint32_t kWriteEvents = OpenFile::kPollOut | OpenFile::kPollError;
  constexpr uint32_t kExceptEvents = OpenFile::kPollPriority;
  std::array<DescriptorSet, 3> sets;
  const std::array<uint32_t, 3> addresses = {read, write, except};
  const std::array<uint32_t, 3> events = {kReadEvents, kWriteEvents, kExceptEvents};
  for (size_t i = 0; i < sets.size(); i++) WS_TRY(sets[i].load(context.memory, addresses[i], limit));

  std::vector<PollEntry> entries;
  std::vector<uint32_t> fds;
  for (uint32_t fd = 0; fd < limit; fd++) {
    uint32_t wanted = 0;
    for (size_t i = 0; i < sets.size(); i++) {
      if (sets[i].has(fd)) wanted |= events[i];
    }
    if (wanted == 0) continue;
    WS_ASSIGN(file, context.file(static_cast<int32_t>(fd)));
    entries.push_back({.file = file, .events = wanted});
    fds.push_back(fd);
  }
  WS_TRY(poll(context.process, entries, deadline, mask));

  int32_t ready = 0;
  for (size_t i = 0; i < sets.size(); i++) {
    const DescriptorSet requested = sets[i];
    sets[i].clear();
    for (size_t entry = 0; entry < entries.size(); entry++) {
      if (!requested.has(fds[entry]) || !(entries[entry].revents & events[i])) continue;
      sets[i].add(fds[entry]);
      ready++;
    }
    WS_TRY(sets[i].store(context.memory));
  }
  return ready;
}

}  // namespace wasmsand
