#include "module/guards.h"

#include <algorithm>

#include "module/byte_writer.h"
#include "module/instructions.h"

namespace wasmsand {
namespace {

// What runs in less time than this much code, the engine's budget for baseline code bounds to some 100 ms.
constexpr uint32_t kShortBytes = 128;
// Well below what makes the engine's frames large: 4 KiB.
constexpr uint64_t kSmallFrame = 400;

// It calls something, itself, as far as the engine knows: so its frame is small and it is none that calls nothing,
// also where it is put inline. The global stays 0.
uint32_t add_check(CodeEdits& code) {
  Bytes body = bytes_of({0, kGlobalGet});
  append_u32(body, code.add_global());
  append(body, bytes_of({kIf, kEmptyBlock}));
  append(body, call_of(code.next_function()));
  append(body, bytes_of({kEnd, kEnd}));
  return code.add_function(code.add_type(0), body);
}

uint32_t add_bulk(CodeEdits& code, uint32_t type, uint32_t check, std::initializer_list<uint8_t> operation) {
  Bytes body = bytes_of({0});
  append(body, call_of(check));
  append(body, bytes_of({kLocalGet, 0, kLocalGet, 1, kLocalGet, 2, kMiscellaneous}));
  append(body, bytes_of(operation));
  append(body, bytes_of({kEnd}));
  return code.add_function(type, body);
}

}  // namespace

bool is_silent(const FunctionCost& cost, uint32_t bytes) {
  return cost.tail_calls || cost.frame > kSmallFrame || (!cost.calls && bytes >= kShortBytes);
}

void guard(const ModuleInfo& info, Origin origin, CodeEdits& code) {
  const auto checked = [origin](const Body& body) { return origin == Origin::guest && body.silent; };
  const bool bulk = std::ranges::any_of(info.bodies, [](const Body& body) { return !body.operations.empty(); });
  if (!bulk && std::ranges::none_of(info.bodies, checked)) return;
  const uint32_t check = add_check(code);
  const uint32_t type = bulk ? code.add_type(3) : 0;
  const uint32_t copy = bulk ? add_bulk(code, type, check, {10, 0, 0}) : 0;
  const uint32_t fill = bulk ? add_bulk(code, type, check, {11, 0}) : 0;
  for (const Body& body : info.bodies) {
    if (checked(body)) code.replace({body.code_begin, body.code_begin}, call_of(check));
    for (const BulkOperation& operation : body.operations)
      code.replace({operation.begin, operation.end}, call_of(operation.fill ? fill : copy));
  }
}

}  // namespace wasmsand
