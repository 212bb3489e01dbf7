#include "module/guards.h"

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
    edits.push_back({info_.code_list.range, {}, [guards = *this](Bytes& out) { guards.write_code(out); }});
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

  [[nodiscard]] bool checks(const UnguardedBody& body) const { return silent_too_ && body.silent; }

  // Calls `replace(range, function)` for each part of the body that becomes a call, in order.
  template <typename Replace>
  void replacements(const UnguardedBody& body, Replace replace) const {
    if (checks(body)) replace(ByteRange{body.code_begin, body.code_begin}, check());
    for (const BulkOperation& operation : body.operations)
      replace(ByteRange{operation.begin, operation.end}, operation.fill ? fill() : copy());
  }

  [[nodiscard]] uint32_t new_size(const UnguardedBody& body) const {
    size_t size = body.size;
    replacements(body, [&](ByteRange range, uint32_t function) { size += call_of(function).size() - range.size(); });
    return static_cast<uint32_t>(size);
  }

  static Bytes number(uint32_t value) {
    Bytes bytes;
    append_u32(bytes, value);
    return bytes;
  }

  // The code may be most of a large module: it is written in its place, once.
  void write_code(Bytes& out) const {
    const ListSection& list = info_.code_list;
    const Bytes count = number(list.count + (bulk_ ? 3 : 1)), more = bodies();
    size_t size = count.size() + list.range.end - list.entries + more.size();
    for (const UnguardedBody& body : info_.unguarded_bodies) {
      const uint32_t grown = new_size(body);
      size += grown - body.size + number(grown).size() - body.size_field.size();
    }
    append_byte(out, kCodeSection);
    append_u32(out, static_cast<uint32_t>(size));
    append(out, count);
    size_t done = list.entries;
    const auto copy_to = [&](size_t end) {
      append(out, module_.subspan(done, end - done));
      done = end;
    };
    for (const UnguardedBody& body : info_.unguarded_bodies) {
      copy_to(body.size_field.begin);
      append_u32(out, new_size(body));
      done = body.size_field.end;
      replacements(body, [&](ByteRange range, uint32_t function) {
        copy_to(range.begin);
        append(out, call_of(function));
        done = range.end;
      });
    }
    copy_to(list.range.end);
    append(out, more);
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

void guard(std::span<const std::byte> module, const ModuleInfo& info, Origin origin, std::vector<Edit>& edits) {
  Guards(module, info, origin).add_to(edits);
}

}  // namespace wasmsand
