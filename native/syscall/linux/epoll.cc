// epoll and eventfd.
#include "kernel/io/epoll.h"

#include <algorithm>

#include "kernel/io/event_counter.h"
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

constexpr uint32_t kCloseOnExec = abi::kO_CLOEXEC, kNonBlocking = abi::kO_NONBLOCK;

Result<Epoll*> epoll_of(OpenFile& file) {
  Epoll* const epoll = file.as_epoll();
  if (epoll == nullptr) return Errno::inval;
  return epoll;
}

}  // namespace

Result<int32_t> sys_epoll_create1(LinuxContext& context, uint32_t flags) {
  if (flags & ~kCloseOnExec) return Errno::inval;
  return context.add_descriptor(make_ref<Epoll>(context.kernel.accounting()), (flags & kCloseOnExec) != 0);
}

Result<int32_t> sys_epoll_ctl(LinuxContext& context, int32_t fd, int32_t operation, int32_t watched,
                              uint32_t event_address) {
  WS_ASSIGN(file, context.file(fd));
  WS_ASSIGN(target, context.file(watched));
  WS_ASSIGN(epoll, epoll_of(*file));
  if (operation == abi::kEPOLL_CTL_DEL) {
    WS_TRY(epoll->remove(watched, *target));
    return 0;
  }
  WS_ASSIGN(event, context.memory.load<abi::EpollEvent>(event_address));
  switch (operation) {
    case abi::kEPOLL_CTL_ADD:
      WS_TRY(epoll->add(watched, *target, event.events, event.data));
      return 0;
    case abi::kEPOLL_CTL_MOD:
      WS_TRY(epoll->change(watched, *target, event.events, event.data));
      return 0;
    default:
      return Errno::inval;
  }
}

Result<int32_t> sys_epoll_pwait(LinuxContext& context, int32_t fd, uint32_t events, int32_t count, int32_t timeout,
                                uint32_t mask_address, uint32_t size) {
  constexpr int32_t kMost = 4096;
  WS_ASSIGN(file, context.file(fd));
  WS_ASSIGN(epoll, epoll_of(*file));
  if (count <= 0) return Errno::inval;
  const auto most = static_cast<size_t>(std::min(count, kMost));
  WS_TRY(context.memory.range(events, most * sizeof(abi::EpollEvent)));
  if (mask_address != 0) {
    if (size != sizeof(SignalSet)) return Errno::inval;
    WS_ASSIGN(mask, context.memory.load<SignalSet>(mask_address));
    context.process.set_temporary_mask(mask);
  }
  Nanoseconds deadline = 0;
  if (timeout >= 0) deadline = std::max(context.process.call_time() + timeout * kMillisecond, Nanoseconds{1});
  WS_ASSIGN(ready, epoll->wait(context.lock, context.process, most, deadline));
  if (mask_address != 0) context.process.restore_mask();
  uint32_t at = events;
  for (const Epoll::Event& event : ready) {
    WS_TRY(context.memory.store(at, abi::EpollEvent{.events = event.events, .pad = 0, .data = event.data}));
    at += sizeof(abi::EpollEvent);
  }
  return static_cast<int32_t>(ready.size());
}

Result<int32_t> sys_eventfd2(LinuxContext& context, uint32_t count, uint32_t flags) {
  if (flags & ~(abi::kEFD_SEMAPHORE | kCloseOnExec | kNonBlocking)) return Errno::inval;
  return context.add_descriptor(make_ref<EventCounter>(flags & kNonBlocking, count, (flags & abi::kEFD_SEMAPHORE) != 0),
                                (flags & kCloseOnExec) != 0);
}

}  // namespace wasmsand
