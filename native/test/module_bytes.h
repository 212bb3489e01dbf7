// Modules built by hand, for the tests of what reads and rewrites them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "module/module.h"

namespace wasmsand {
namespace {

using Bytes = std::vector<std::byte>;

// Builds modules by hand, also wrong ones.
class ModuleBytes {
 public:
  ModuleBytes() : bytes_(from({0, 'a', 's', 'm', 1, 0, 0, 0})) {}

  static Bytes from(std::initializer_list<int> values) {
    Bytes bytes;
    for (int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
  }
  static Bytes leb(uint32_t value) {
    Bytes bytes;
    for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<std::byte>(value | 0x80));
    bytes.push_back(static_cast<std::byte>(value));
    return bytes;
  }
  static Bytes join(std::initializer_list<Bytes> parts) {
    Bytes all;
    for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  static Bytes text(std::string_view name) {
    Bytes bytes = leb(static_cast<uint32_t>(name.size()));
    for (char c : name) bytes.push_back(static_cast<std::byte>(c));
    return bytes;
  }

  ModuleBytes& section(int id, const Bytes& content) {
    bytes_ = join({bytes_, from({id}), leb(static_cast<uint32_t>(content.size())), content});
    return *this;
  }
  ModuleBytes& section(int id, std::initializer_list<int> content) { return section(id, from(content)); }
  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

// (func (param i32) (result i32)) and (func)
const Bytes kTypes = ModuleBytes::from({2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 0});

Bytes import_of(std::string_view module, std::string_view name, std::initializer_list<int> description) {
  return ModuleBytes::join({ModuleBytes::text(module), ModuleBytes::text(name), ModuleBytes::from(description)});
}

[[maybe_unused]] std::string refusal(const Bytes& module) {
  std::string why;
  auto info = inspect(module, why);
  if (info) return "accepted";
  EXPECT_EQ(info.error(), Errno::noexec);
  return why;
}

[[maybe_unused]] ModuleInfo accepted(const Bytes& module) {
  std::string why;
  auto info = inspect(module, why);
  EXPECT_TRUE(info.ok()) << why;
  return info ? *info : ModuleInfo{};
}

}  // namespace
}  // namespace wasmsand
