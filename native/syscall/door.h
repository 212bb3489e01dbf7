// The two doors to the kernel, as hosts call them. Each function takes raw guest integers, validates, locks the kernel,
// acts, and says in GuestCall::after what must happen before guest code goes on. None of them waits: a call that cannot
// finish says After::blocked, and the runner of the process asks the same again, with the same arguments, on this
// thread or another, when it was woken (ProcessRunner). process_thread.h does that for runners with a thread of their
// own. No Node and no V8 here.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kernel/kernel.h"
#include "syscall/generated/after.h"
#include "syscall/guest_memory.h"

namespace wasmsand {

namespace wasi {
class Descriptors;
}

// One process's way in; lives as long as the process does. Used by one thread at a time.
struct GuestCall {
  GuestCall(Kernel& owner, Process& caller, GuestMemory& view) : kernel(owner), process(caller), memory(view) {}

  Kernel& kernel;
  Process& process;
  GuestMemory& memory;

  using After = wasmsand::After;
  After after = After::resume;
  bool restart = false;  // valid once take_signal() said there is none left: issue the interrupted call again
  Image next_image;
  // Valid after After::blocked: as Process has them.
  Nanoseconds wake_at = 0;
  bool woken_soon = false;

  // The door's own memory between calls; the host leaves it alone.
  struct SignalFrame {
    uint32_t id;
    bool restart;
    SignalSet old_mask;
  };
  std::vector<SignalFrame> frames;  // handlers that run now, or were left by siglongjmp
  uint32_t last_frame = 0;
  bool restart_after_handlers = false;
  // The call has told the time, and leaves signals to the next one: what the guest computes from it is how long to
  // wait, and a handler that has run by then would not end that wait. On Linux the kernel is not asked for the time.
  // Once: who only looks at the clock gets its signals, too.
  bool tells_time = false, leaves_signals = false;
  // sigaltstack: handlers run on the one stack a module has, but programs read back what they set.
  struct AlternateStack {
    uint32_t address = 0, flags = 2, size = 0;  // SS_DISABLE
  };
  AlternateStack alternate_stack;
  // Where what a call of `link` answers is put: as its request says (linking.h), and found to be guest memory.
  struct LinkAnswer {
    uint32_t request = 0, exports = 0, export_count = 0, text = 0, text_size = 0;
  };
  std::optional<LinkAnswer> link_answer;
  std::shared_ptr<wasi::Descriptors> wasi_descriptors;  // made by the first WASI call of a program
  std::optional<uint32_t> wasi_answer;                  // of a call that is done, while its process is stopped
  // Whether there is none of that memory, which a rest would lose.
  [[nodiscard]] bool bare() const { return frames.empty() && alternate_stack.flags == 2 && !wasi_descriptors; }
};

// `linux`. Results are as in the kernel: ≥ 0 or -errno.
int32_t linux_syscall(GuestCall& call, uint32_t number, const std::array<uint32_t, 6>& arguments);
int32_t linux_init_stack(GuestCall& call, uint32_t address, uint32_t length);
int32_t linux_spawn(GuestCall& call, uint32_t request);
// Done when the child has copied the memory. `stack_pointer`: the value of the exported global.
int32_t linux_clone(GuestCall& call, uint32_t function, uint32_t argument, uint32_t stack_pointer);
int32_t linux_fork(GuestCall& call, uint32_t asyncify_data, uint32_t stack_pointer, bool through_clone);
void linux_commit_exec(GuestCall& call);

// The next handler to run. Sets the mask for it; signal_done() with the same `frame` restores the mask. A handler left
// by an exception (siglongjmp) gets no signal_done(). False: none (left); then look at `after` (exit, when the process
// was killed meanwhile; blocked, while it is stopped) and `restart`. Handlers may make calls through the same
// GuestCall.
struct SignalCall {
  int32_t signo, handler, flags, code, pid, uid, value;
  uint32_t frame;
};
bool take_signal(GuestCall& call, SignalCall& out);
void signal_done(GuestCall& call, uint32_t frame);

// `wasi_snapshot_preview1`. `function` is the index in the generated table; i64 arguments take one slot each. Returns a
// WASI errno.
uint32_t wasi_call(GuestCall& call, uint32_t function, const std::array<uint64_t, 10>& arguments);

}  // namespace wasmsand
