// Changes of a module's code: functions that are added, each at the end of its list so that no index changes, and parts
// of bodies that become something else. The sections are written in their places, once, when all is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "module/module.h"

namespace wasmsand {

using Bytes = std::vector<std::byte>;

// What stands in the place of a part of the module: bytes, or what `write` appends.
struct Edit {
  ByteRange range;
  Bytes bytes;
  std::function<void(Bytes&)> write = nullptr;
};

Bytes bytes_of(std::initializer_list<uint8_t> values);
Bytes call_of(uint32_t function);

class CodeEdits {
 public:
  // Both must outlive the edits.
  CodeEdits(std::span<const std::byte> module, const ModuleInfo& info) : module_(module), info_(info) {}

  // Each returns the index of what it adds. `types`: of parameters, all i32, and no result. A global is a number, 0.
  uint32_t add_type(uint32_t parameters);
  uint32_t add_global();
  uint32_t next_function() const { return info_.function_count + functions_; }
  uint32_t add_function(uint32_t type, const Bytes& code);

  // A range of one of `info.bodies`. `seldom`: where in the bytes an `if` is that seldom holds; 0: none is.
  void replace(ByteRange range, Bytes bytes, uint32_t seldom = 0) {
    replacements_.push_back({range, std::move(bytes), seldom});
  }

  // How many bytes the code has more at most.
  [[nodiscard]] size_t growth() const;
  // In no order.
  void add_to(std::vector<Edit>& edits) &&;

 private:
  struct Replacement {
    ByteRange range;
    Bytes bytes;
    uint32_t seldom;
  };

  [[nodiscard]] Edit lengthen(uint8_t id, const ListSection& list, uint32_t count, const Bytes& more) const;
  void write_hints(Bytes& out) const;
  void write_code(Bytes& out) const;
  template <typename Visit>
  void for_each_body(Visit visit) const;

  const std::span<const std::byte> module_;
  const ModuleInfo& info_;
  uint32_t types_ = 0, globals_ = 0, functions_ = 0;
  Bytes type_entries_, global_entries_, function_entries_, bodies_;
  std::vector<Replacement> replacements_;
};

}  // namespace wasmsand
