#include "module/code_edits.h"

#include <algorithm>
#include <utility>

#include "module/byte_writer.h"
#include "module/instructions.h"
#include "module/sections.h"

namespace wasmsand {
namespace {

constexpr uint8_t kFunctionType = 0x60, kI32 = 0x7f, kMutable = 1;

Bytes number(uint32_t value) {
  Bytes bytes;
  append_u32(bytes, value);
  return bytes;
}

}  // namespace

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

uint32_t CodeEdits::add_type(uint32_t parameters) {
  append_byte(type_entries_, kFunctionType);
  append_u32(type_entries_, parameters);
  for (uint32_t left = parameters; left > 0; --left) append_byte(type_entries_, kI32);
  append_byte(type_entries_, 0);
  return info_.type_list.count + types_++;
}

uint32_t CodeEdits::add_global() {
  append(global_entries_, bytes_of({kI32, kMutable, kI32Const, 0, kEnd}));
  return info_.imported_globals + info_.global_list.count + globals_++;
}

uint32_t CodeEdits::add_function(uint32_t type, const Bytes& code) {
  append_u32(function_entries_, type);
  append_u32(bodies_, static_cast<uint32_t>(code.size()));
  append(bodies_, code);
  return info_.function_count + functions_++;
}

size_t CodeEdits::growth() const {
  constexpr size_t kHint = 16;
  size_t growth = bodies_.size() + sizeof(uint32_t) * info_.bodies.size();
  for (const Replacement& replacement : replacements_)
    growth += replacement.bytes.size() + (replacement.seldom > 0 ? kHint : 0);
  return growth;
}

void CodeEdits::add_to(std::vector<Edit>& edits) && {
  if (functions_ == 0) return;
  // What is put in comes before what is taken out in the same place.
  std::ranges::sort(replacements_, {}, [](const Replacement& replacement) {
    return std::pair(replacement.range.begin, replacement.range.end);
  });
  edits.push_back(lengthen(kTypeSection, info_.type_list, types_, type_entries_));
  edits.push_back(lengthen(kFunctionSection, info_.function_list, functions_, function_entries_));
  if (globals_ > 0) edits.push_back(lengthen(kGlobalSection, info_.global_list, globals_, global_entries_));
  edits.push_back({info_.code_list.range, {}, [code = std::move(*this)](Bytes& out) {
                     code.write_hints(out);
                     code.write_code(out);
                   }});
}

Edit CodeEdits::lengthen(uint8_t id, const ListSection& list, uint32_t count, const Bytes& more) const {
  Bytes content = number(list.count + count);
  append(content, module_.subspan(list.entries, list.range.end - list.entries));
  append(content, more);
  Bytes section;
  append_section(section, id, content);
  return {list.range, section};
}

// Calls visit(body, new size, its replacements) for each body that changes, in order.
template <typename Visit>
void CodeEdits::for_each_body(Visit visit) const {
  auto next = replacements_.begin();
  for (const Body& body : info_.bodies) {
    const auto first = next;
    size_t size = body.size;
    for (; next != replacements_.end() && next->range.begin < body.size_field.end + body.size; ++next)
      size += next->bytes.size() - next->range.size();
    if (first != next) visit(body, static_cast<uint32_t>(size), std::span(first, next));
  }
}

// As the proposal for branch hints has it: for each function the offsets in its body, with a 0 for what is unlikely.
void CodeEdits::write_hints(Bytes& out) const {
  Bytes functions;
  uint32_t count = 0;
  for_each_body([&](const Body& body, uint32_t, std::span<const Replacement> replacements) {
    Bytes hints;
    uint32_t hinted = 0;
    size_t moved = 0;
    for (const auto& [range, bytes, seldom] : replacements) {
      if (seldom > 0) {
        append_u32(hints, static_cast<uint32_t>(range.begin - body.size_field.end + moved + seldom));
        append(hints, bytes_of({1, 0}));
        hinted++;
      }
      moved += bytes.size() - range.size();
    }
    if (hinted == 0) return;
    append_u32(functions, body.function);
    append_u32(functions, hinted);
    append(functions, hints);
    count++;
  });
  if (count == 0) return;
  Bytes section;
  append_name(section, "metadata.code.branch_hint");
  append_u32(section, count);
  append(section, functions);
  append_section(out, kCustomSection, section);
}

// The code may be most of a large module: it is written in its place, once.
void CodeEdits::write_code(Bytes& out) const {
  const ListSection& list = info_.code_list;
  const Bytes count = number(list.count + functions_);
  size_t size = count.size() + list.range.end - list.entries + bodies_.size();
  for_each_body([&](const Body& body, uint32_t grown, std::span<const Replacement>) {
    size += grown - body.size + number(grown).size() - body.size_field.size();
  });
  append_byte(out, kCodeSection);
  append_u32(out, static_cast<uint32_t>(size));
  append(out, count);
  size_t done = list.entries;
  const auto copy_to = [&](size_t end) {
    append(out, module_.subspan(done, end - done));
    done = end;
  };
  for_each_body([&](const Body& body, uint32_t grown, std::span<const Replacement> replacements) {
    copy_to(body.size_field.begin);
    append_u32(out, grown);
    done = body.size_field.end;
    for (const auto& [range, bytes, seldom] : replacements) {
      copy_to(range.begin);
      append(out, bytes);
      done = range.end;
    }
  });
  copy_to(list.range.end);
  append(out, bodies_);
}

}  // namespace wasmsand
