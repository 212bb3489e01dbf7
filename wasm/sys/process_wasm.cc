#include "process.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "session_calls.h"

extern "C" int wasmsand_clone(int (*function)(void*), void* argument);
__attribute__((__import_module__("linux"), __import_name__("new_stack"))) extern "C" int linux_new_stack(void* call);
extern "C" void call_with_stack_pointer(void (*function)(void*), void* argument, void* top);

// The compiler keeps the stack pointer in a global of its own, which only assembly can set.
__asm__(R"(
  .globaltype __stack_pointer, i32
  .tabletype __indirect_function_table, funcref
  .globl call_with_stack_pointer
  .type call_with_stack_pointer,@function
call_with_stack_pointer:
  .functype call_with_stack_pointer (i32, i32, i32) -> ()
  .local i32
  global.get __stack_pointer
  local.set 3
  local.get 2
  global.set __stack_pointer
  local.get 1
  local.get 0
  call_indirect __indirect_function_table, (i32) -> ()
  local.get 3
  global.set __stack_pointer
  end_function
)");

namespace sys {

namespace {

// The host makes the engine's stack for as much recursion as this is for.
constexpr size_t kStackBytes = size_t{1} << 20;
constexpr int kMaxStacks = 28;

// Of the stack in use. The first lies at the bottom of the memory and grows towards 0 (--stack-first).
size_t bottom = 0;
int stacks = 0;
// The last one given back: recursion that goes up and down around its end does not make one each time.
void* spare = nullptr;

struct NewStackCall {
  void (*function)(void*);
  void* argument;
  void* top;
};

}  // namespace

// What the host calls, on the new stack of the engine.
extern "C" [[clang::export_name("__new_stack")]] void run_on_new_stack(NewStackCall* call) {
  call_with_stack_pointer(call->function, call->argument, call->top);
}

pid_t clone_process(int (*function)(void*), void* argument) { return wasmsand_clone(function, argument); }

// What lies above this function's frame stays as it is: its caller's does, and with it all that main has.
Continuation go_on_here(int (*function)(void*), void* argument) {
  return {function, argument, __builtin_frame_address(0)};
}

ssize_t receive_request(void* buffer, size_t size, const Continuation* rest) {
  if (rest == nullptr) return syscall(kSessionReceive, buffer, size, 0, 0, 0);
  return syscall(kSessionReceive, buffer, size, rest->function, rest->argument, rest->stack);
}

bool send_reply(const void* message, size_t size) { return syscall(kSessionReply, message, size) == 0; }

void take_signals() { (void)getppid(); }

size_t stack_left() { return reinterpret_cast<size_t>(__builtin_frame_address(0)) - bottom; }

bool call_on_new_stack(void (*function)(void*), void* argument) {
  if (stacks == kMaxStacks) return false;
  void* stack = std::exchange(spare, nullptr);
  if (stack == nullptr) stack = std::aligned_alloc(16, kStackBytes);
  if (stack == nullptr) return false;
  const size_t before = std::exchange(bottom, reinterpret_cast<size_t>(stack));
  stacks++;
  NewStackCall call{function, argument, static_cast<char*>(stack) + kStackBytes};
  const bool called = linux_new_stack(&call) == 0;
  stacks--;
  bottom = before;
  if (spare == nullptr) {
    spare = stack;
  } else {
    std::free(stack);
  }
  if (stacks == 0) std::free(std::exchange(spare, nullptr));
  return called;
}

}  // namespace sys
