#include "module/guards.h"

#include <algorithm>
#include <cassert>

#include "module/byte_writer.h"
#include "module/instructions.h"
#include "module/sections.h"

namespace wasmsand {
namespace {

using Bytes = std::vector<std::byte>;

// What runs in less time than this much code, the engine's budget for baseline code bounds to some 100 ms.
constexpr uint32_t kShortBytes = 128;
// Well below what makes the engine's frames large: 4 KiB.
constexpr uint64_t kSmallFrame = 400;

constexpr uint8_t kGlobalGet = 0x23, kI32Const = 0x41, kLocalGet = 0x20, kEmptyBlock = 0x40;
constexpr uint8_t kFunctionType = 0x60, kI32 = 0x7f, kMutable = 1;

Bytes bytes_of(std::initializer_list<uint8_t> values) {
  Bytes bytes;
  for (const uint8_t value : values) append_byte(bytes, value);
  return bytes;
}

Bytes call_of(uint32_t function) {
  Bytes call = bytes_of({kCall});
  append_u32(call, function);
  return call;
}

// A list with `more` at its end, of which there are `count`.
Bytes longer_list(uint8_t id, const ListSection& list, std::span<const std::byte> entries, uint32_t count,
                  std::span<const std::byte> more) {
  Bytes content;
  append_u32(content, list.count + count);
  append(content, entries);
  append(content, more);
  Bytes section;
  append_section(section, id, content);
  return section;
}

class Guards {
 public:
  Guards(std::span<const std::byte> module, const ModuleInfo& info, Origin origin)
      : module_(module), info_(info), silent_too_(origin == Origin::guest) {
    for (const UnguardedBody& body : info.unguarded_bodies) {
      bulk_ = bulk_ || !body.operations.empty();
      needed_ = needed_ || bulk_ || (silent_too_ && body.silent);
    }
  }

  void add_to(std::vector<Edit>& edits) const {
    if (!needed_) return;
    edits.push_back(lengthen(kTypeSection, info_.type_list, bulk_ ? 2 : 1, types()));
    edits.push_back(lengthen(kFunctionSection, info_.function_list, bulk_ ? 3 : 1, functions()));
    edits.push_back(lengthen(kGlobalSection, info_.global_list, 1, bytes_of({kI32, kMutable, kI32Const, 0, kEnd})));
    edits.push_back({info_.code_list.range, code_section()});
  }

 private:
  // The functions that are added, in this order.
  [[nodiscard]] uint32_t check() const { return info_.function_count; }
  [[nodiscard]] uint32_t copy() const { return info_.function_count + 1; }
  [[nodiscard]] uint32_t fill() const { return info_.function_count + 2; }

  [[nodiscard]] Edit lengthen(uint8_t id, const ListSection& list, uint32_t count, const Bytes& more) const {
    return {list.range,
            longer_list(id, list, module_.subspan(list.entries, list.range.end - list.entries), count, more)};
  }

  [[nodiscard]] Bytes types() const {
    Bytes types = bytes_of({kFunctionType, 0, 0});
    if (bulk_) append(types, bytes_of({kFunctionType, 3, kI32, kI32, kI32, 0}));
    return types;
  }

  [[nodiscard]] Bytes functions() const {
    Bytes types;
    append_u32(types, info_.type_list.count);
    for (int i = 0; bulk_ && i < 2; ++i) append_u32(types, info_.type_list.count + 1);
    return types;
  }

  // It calls something, itself, as far as the engine knows: so its frame is small and it is none that calls nothing,
  // also where it is put inline. The global stays 0.
  [[nodiscard]] Bytes check_body() const {
    Bytes code = bytes_of({0, kGlobalGet});
    append_u32(code, info_.global_list.count);
    append(code, bytes_of({kIf, kEmptyBlock}));
    append(code, call_of(check()));
    append(code, bytes_of({kEnd, kEnd}));
    return code;
  }

  [[nodiscard]] Bytes bulk_body(std::initializer_list<uint8_t> operation) const {
    Bytes code = bytes_of({0});
    append(code, call_of(check()));
    append(code, bytes_of({kLocalGet, 0, kLocalGet, 1, kLocalGet, 2, kMiscellaneous}));
    append(code, bytes_of(operation));
    append(code, bytes_of({kEnd}));
    return code;
  }

  [[nodiscard]] Bytes bodies() const {
    Bytes bodies;
    const auto add = [&](const Bytes& code) {
      append_u32(bodies, static_cast<uint32_t>(code.size()));
      append(bodies, code);
    };
    add(check_body());
    if (bulk_) add(bulk_body({10, 0, 0}));
    if (bulk_) add(bulk_body({11, 0}));
    return bodies;
  }

  [[nodiscard]] Bytes code_section() const {
    std::vector<Edit> edits;
    for (const UnguardedBody& body : info_.unguarded_bodies) {
      const bool checks = silent_too_ && body.silent;
      if (!checks && body.operations.empty()) continue;
      const size_t at = edits.size();
      edits.push_back({body.size_field, {}});
      size_t size = body.size;
      const auto replace = [&](ByteRange range, uint32_t function) {
        edits.push_back({range, call_of(function)});
        size += edits.back().bytes.size() - range.size();
      };
      if (checks) replace({body.code_begin, body.code_begin}, check());
      for (const BulkOperation& operation : body.operations)
        replace({operation.begin, operation.end}, operation.fill ? fill() : copy());
      append_u32(edits[at].bytes, static_cast<uint32_t>(size));
    }
    const ListSection& list = info_.code_list;
    return longer_list(kCodeSection, list, edited(module_, {list.entries, list.range.end}, edits), bulk_ ? 3 : 1,
                       bodies());
  }

  const std::span<const std::byte> module_;
  const ModuleInfo& info_;
  const bool silent_too_;
  bool bulk_ = false, needed_ = false;
};

}  // namespace

bool is_silent(const FunctionCost& cost, uint32_t bytes) {
  return cost.tail_calls || cost.frame > kSmallFrame || (!cost.calls && bytes >= kShortBytes);
}

Bytes edited(std::span<const std::byte> module, ByteRange range, const std::vector<Edit>& edits) {
  Bytes out;
  out.reserve(range.size() + 64 + 4 * edits.size());
  size_t done = range.begin;
  for (const Edit& edit : edits) {
    assert(done <= edit.range.begin && edit.range.end <= range.end);
    append(out, module.subspan(done, edit.range.begin - done));
    append(out, edit.bytes);
    done = edit.range.end;
  }
  append(out, module.subspan(done, range.end - done));
  return out;
}

void guard(std::span<const std::byte> module, const ModuleInfo& info, Origin origin, std::vector<Edit>& edits) {
  Guards(module, info, origin).add_to(edits);
}

}  // namespace wasmsand
