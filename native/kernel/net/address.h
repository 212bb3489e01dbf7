// Where a socket is: sockaddr_in, sockaddr_in6 and sockaddr_un as values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kernel/result.h"

namespace wasmsand {

enum class AddressFamily : uint16_t { unspecified = 0, local = 1, inet = 2, inet6 = 10 };

struct SocketAddress {
  AddressFamily family = AddressFamily::unspecified;
  std::array<uint8_t, 16> ip = {};  // inet: the first four
  uint16_t port = 0;
  uint32_t flow = 0, scope = 0;  // inet6
  // local: a path, or a NUL with an abstract name behind it, or empty: it has no name.
  std::string name = {};

  // EINVAL: too short or too long for its family. EAFNOSUPPORT: of none of ours.
  static Result<SocketAddress> decode(std::span<const std::byte> bytes);
  static SocketAddress any(AddressFamily family);
  static SocketAddress loopback(AddressFamily family, uint16_t port);
  // As a guest gets it.
  [[nodiscard]] std::string encode() const;

  // 0.0.0.0 or ::.
  [[nodiscard]] bool is_any() const;
  // 127.0.0.0/8, ::1, or the former written in IPv6.
  [[nodiscard]] bool is_loopback() const;
  [[nodiscard]] bool is_mapped() const;  // ::ffff:a.b.c.d
  [[nodiscard]] bool is_abstract() const { return !name.empty() && name.front() == '\0'; }
  // The address that an IPv6 one which is an IPv4 one stands for.
  [[nodiscard]] SocketAddress unmapped() const;
  [[nodiscard]] SocketAddress mapped() const;
  // In numbers, without the port.
  [[nodiscard]] std::string text() const;
  friend bool operator==(const SocketAddress&, const SocketAddress&) = default;
};

inline constexpr size_t kLocalNameMax = 108;                        // of sun_path
inline constexpr size_t kSocketAddressMax = 2 + kLocalNameMax + 1;  // with a NUL behind a longest path

}  // namespace wasmsand
