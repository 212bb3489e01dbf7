#include "module/yield_points.h"

#include <optional>

#include "module/byte_writer.h"
#include "module/instructions.h"

namespace wasmsand {
namespace {

constexpr uint8_t kI32Store = 0x36, kI32Add = 0x6a, kI32Sub = 0x6b;
constexpr uint8_t kAligned = 2;
constexpr uint32_t kShortBytes = 128, kShortBytesWithCall = 64;
// A function that answers with 0 when no stack is wound.
constexpr const char* kWinding = "asyncify_get_state";
// sched_yield, 124, as a signed number.
constexpr uint8_t kSchedYield[] = {0xfc, 0};

std::optional<uint32_t> imported_syscall(const ModuleInfo& info) {
  uint32_t index = 0;
  for (const Import& import : info.imports) {
    if (import.kind != ExternalKind::function) continue;
    if (import.module == "linux" && import.name == "syscall") return index;
    index++;
  }
  return std::nullopt;
}

// A function that calls nothing keeps up to 128 bytes below the stack pointer: a handler's frame begins below those.
void move_stack(Bytes& body, uint32_t stack_pointer, uint8_t operation) {
  append_byte(body, kGlobalGet);
  append_u32(body, stack_pointer);
  append(body, bytes_of({kI32Const, 0x80, 1, operation, kGlobalSet}));
  append_u32(body, stack_pointer);
}

// The function that a loop calls when the word is set.
Bytes yield_body(const ModuleInfo& info) {
  const uint32_t syscall = *imported_syscall(info);
  const uint32_t stack_pointer = info.find_export("__stack_pointer")->index;
  Bytes body = bytes_of({0});
  // While asyncify winds a stack up or down loops are passed through in which nothing may be called.
  if (const Export* const winding = info.find_export(kWinding)) {
    append(body, call_of(winding->index));
    append(body, bytes_of({kIf, kEmptyBlock, kReturn, kEnd}));
  }
  // Cleared first, so that a word set twice, or by nobody, is of no consequence.
  append(body, bytes_of({kI32Const, 0, kI32Const, 0, kI32Store, kAligned, kYieldWord}));
  move_stack(body, stack_pointer, kI32Sub);
  append_byte(body, kI32Const);
  append(body, std::as_bytes(std::span(kSchedYield)));
  for (int i = 0; i < 6; ++i) append(body, bytes_of({kI32Const, 0}));
  append(body, call_of(syscall));
  append_byte(body, kDrop);
  move_stack(body, stack_pointer, kI32Add);
  append_byte(body, kEnd);
  return body;
}

}  // namespace

bool has_yield_point(const Loop& loop) {
  return !loop.innermost || loop.end - loop.begin >= (loop.calls ? kShortBytesWithCall : kShortBytes);
}

bool can_yield(const ModuleInfo& info) {
  if (info.code_list.count == 0) return false;
  const Export* const stack_pointer = info.find_export("__stack_pointer");
  const Export* const winding = info.find_export(kWinding);
  return imported_syscall(info) && stack_pointer != nullptr && stack_pointer->kind == ExternalKind::global &&
         (winding == nullptr || winding->kind == ExternalKind::function) && info.memory &&
         info.memory->minimum_pages > 0;
}

void add_yield_points(const ModuleInfo& info, CodeEdits& code) {
  const uint32_t yield = code.add_function(code.add_type(0), yield_body(info));
  Bytes check = bytes_of({kI32Const, 0, kI32Load, kAligned, kYieldWord});
  const auto condition = static_cast<uint32_t>(check.size());
  append(check, bytes_of({kIf, kEmptyBlock}));
  append(check, call_of(yield));
  append_byte(check, kEnd);
  for (const Body& body : info.bodies) {
    for (const Loop& loop : body.loops)
      if (has_yield_point(loop)) code.replace({loop.begin, loop.begin}, check, condition);
  }
}

}  // namespace wasmsand
