// linux_syscall: from a number and raw arguments to a handler and back.
#include "syscall/finish_call.h"
#include "syscall/linux/context.h"
#include "syscall/trace.h"

namespace wasmsand {

int32_t linux_syscall(GuestCall& call, uint32_t number, const std::array<uint32_t, 6>& arguments) {
  call.after = GuestCall::After::resume;
  const LinuxCall* const entry = find_linux_call(number);
  int32_t answer;
  {
    CallLock lock(call.process, KernelLock::Side::guest);
    LinuxContext context{call, lock};
    const Result<int32_t> result = call.process.ask(lock, [&] {
      return entry == nullptr ? Errno::nosys
             : entry->handler ? entry->handler(context, arguments)
                              : Result<int32_t>(entry->refusal);
    });
    answer = result.ok() ? *result : -static_cast<int32_t>(result.error());
    finish_call(call, result.error(), entry != nullptr && entry->restart);
  }
  if (traced(call)) {
    trace_linux(call, entry ? &entry->description : nullptr, number, arguments, answer);
  }
  return answer;
}

}  // namespace wasmsand
