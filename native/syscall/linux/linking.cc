// The import `link` of `linux`: what the guest asks for, and what it is told.
#include "syscall/linking.h"

#include <algorithm>

#include "module/limits.h"
#include "syscall/generated/abi_structs.h"
#include "syscall/trace.h"

namespace wasmsand {
namespace {

Result<std::vector<uint32_t>> load_words(GuestMemory& memory, uint32_t address, uint64_t count) {
  WS_ASSIGN(bytes, memory.range(address, count * sizeof(uint32_t)));
  std::vector<uint32_t> words(count);
  if (count > 0) std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

Result<LinkPlan> load_link_request(GuestCall& call, uint32_t address) {
  GuestMemory& memory = call.memory;
  WS_ASSIGN(request, memory.load<abi::LinkRequest>(address));
  // Behind the exports comes the start function.
  if (request.import_count > kMaxLinkedImports || request.export_count > kMaxExports + 1) return Errno::inval;
  WS_TRY(memory.range(request.text, request.text_size));
  // LinkedModule keeps them as words, and so do saved states.
  static_assert(sizeof(abi::LinkImport) == 2 * sizeof(uint32_t));
  WS_ASSIGN(imports, load_words(memory, request.imports, uint64_t{2} * request.import_count));
  WS_ASSIGN(exports, load_words(memory, request.exports, request.export_count));
  WS_ASSIGN(bytes, memory.range(request.module, request.size));
  auto module = make_ref<LinkedModule>();
  module->imports = std::move(imports);
  module->exports = std::move(exports);
  module->table_length = request.table_length;
  module->table_growth = request.table_growth;
  call.link_answer = GuestCall::LinkAnswer{.request = address,
                                           .exports = request.exports,
                                           .export_count = request.export_count,
                                           .text = request.text,
                                           .text_size = request.text_size};
  return LinkPlan{.module = std::move(module), .bytes = bytes};
}

// The sentence and a NUL; of one that is too long its beginning, which ends with a whole character.
Result<void> store_text(GuestMemory& memory, uint32_t address, uint32_t size, std::string_view text) {
  if (size == 0) return {};
  WS_ASSIGN(target, memory.range(address, size));
  size_t length = std::min<size_t>(text.size(), size - 1);
  if (length < text.size()) {
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) length--;
  }
  if (length > 0) std::memcpy(target.data(), text.data(), length);
  target[length] = std::byte{0};
  return {};
}

Result<void> store_table_length(GuestMemory& memory, uint32_t request, uint32_t length) {
  return memory.store(request + static_cast<uint32_t>(offsetof(abi::LinkRequest, table_length)), length);
}

Result<void> store_linked(GuestCall& call, std::span<const uint32_t> exports, uint32_t table_length) {
  const std::optional<GuestCall::LinkAnswer>& answer = call.link_answer;
  if (!answer || exports.size() != answer->export_count) return Errno::inval;
  WS_ASSIGN(target, call.memory.range(answer->exports, exports.size_bytes()));
  if (!exports.empty()) std::memcpy(target.data(), exports.data(), exports.size_bytes());
  return store_table_length(call.memory, answer->request, table_length);
}

Result<void> store_reason(GuestCall& call, std::string_view why, std::optional<uint32_t> table_length) {
  const std::optional<GuestCall::LinkAnswer>& answer = call.link_answer;
  if (!answer) return Errno::inval;
  WS_TRY(store_text(call.memory, answer->text, answer->text_size, why));
  if (!table_length) return {};
  return store_table_length(call.memory, answer->request, *table_length);
}

int32_t answered(GuestCall& call, Errno error) {
  const int32_t result = -static_cast<int32_t>(error);
  call.link_answer = {};
  if (traced(call)) trace_text(call, "link()", result);
  return result;
}

}  // namespace

Result<LinkPlan> linux_begin_link(GuestCall& call, uint32_t request) {
  Result<LinkPlan> plan = load_link_request(call, request);
  if (!plan.ok()) answered(call, plan.error());
  return plan;
}

int32_t linux_linked(GuestCall& call, std::span<const uint32_t> exports, uint32_t table_length) {
  return answered(call, store_linked(call, exports, table_length).error());
}

int32_t linux_not_linked(GuestCall& call, Errno error, std::string_view why, std::optional<uint32_t> table_length) {
  const Result<void> stored = store_reason(call, why, table_length);
  return answered(call, stored.ok() ? error : stored.error());
}

}  // namespace wasmsand
