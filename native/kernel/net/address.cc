#include "kernel/net/address.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "uv.h"

namespace wasmsand {

namespace {

constexpr size_t kInetSize = 16, kInet6Size = 28, kInet6SizeMin = 24;  // without sin6_scope_id, as RFC 2133 had it
constexpr std::array<uint8_t, 12> kMappedPrefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

uint16_t load16(const std::byte* from) {
  return static_cast<uint16_t>(std::to_integer<unsigned>(from[0]) << 8 | std::to_integer<unsigned>(from[1]));
}

template <typename T>
T load_native(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename T>
void append(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_port(std::string& to, uint16_t port) {
  to += static_cast<char>(port >> 8);
  to += static_cast<char>(port & 0xff);
}

Result<SocketAddress> decode_local(std::span<const std::byte> path) {
  if (path.size() > kLocalNameMax) return Errno::inval;
  SocketAddress address{.family = AddressFamily::local};
  address.name.assign(reinterpret_cast<const char*>(path.data()), path.size());
  // A path ends where a C string does; an abstract name has the length it is given.
  if (!address.is_abstract()) address.name.resize(std::strlen(address.name.c_str()));
  return address;
}

}  // namespace

Result<SocketAddress> SocketAddress::decode(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(uint16_t)) return Errno::inval;
  SocketAddress address{.family = static_cast<AddressFamily>(load_native<uint16_t>(bytes.data()))};
  switch (address.family) {
    case AddressFamily::unspecified:
      return address;
    case AddressFamily::local:
      return decode_local(bytes.subspan(sizeof(uint16_t)));
    case AddressFamily::inet:
      if (bytes.size() < kInetSize) return Errno::inval;
      address.port = load16(&bytes[2]);
      std::memcpy(address.ip.data(), &bytes[4], 4);
      return address;
    case AddressFamily::inet6:
      if (bytes.size() < kInet6SizeMin) return Errno::inval;
      address.port = load16(&bytes[2]);
      address.flow = load_native<uint32_t>(&bytes[4]);
      std::memcpy(address.ip.data(), &bytes[8], address.ip.size());
      if (bytes.size() >= kInet6Size) address.scope = load_native<uint32_t>(&bytes[24]);
      return address;
  }
  return Errno::afnosupport;
}

SocketAddress SocketAddress::any(AddressFamily family) { return {.family = family}; }

SocketAddress SocketAddress::loopback(AddressFamily family, uint16_t port) {
  SocketAddress address{.family = family, .port = port};
  if (family == AddressFamily::inet)
    address.ip = {127, 0, 0, 1};
  else
    address.ip.back() = 1;
  return address;
}

std::string SocketAddress::encode() const {
  std::string bytes;
  append(bytes, static_cast<uint16_t>(family));
  switch (family) {
    case AddressFamily::unspecified:
      break;
    case AddressFamily::local:
      bytes += name;
      if (!name.empty() && !is_abstract()) bytes += '\0';
      break;
    case AddressFamily::inet:
      append_port(bytes, port);
      bytes.append(reinterpret_cast<const char*>(ip.data()), 4);
      bytes.append(8, '\0');
      break;
    case AddressFamily::inet6:
      append_port(bytes, port);
      append(bytes, flow);
      bytes.append(reinterpret_cast<const char*>(ip.data()), ip.size());
      append(bytes, scope);
      break;
  }
  return bytes;
}

bool SocketAddress::is_any() const {
  const SocketAddress plain = unmapped();
  return (plain.family == AddressFamily::inet || plain.family == AddressFamily::inet6) &&
         std::ranges::all_of(plain.ip, [](uint8_t byte) { return byte == 0; });
}

bool SocketAddress::is_mapped() const {
  return family == AddressFamily::inet6 && std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), ip.begin());
}

SocketAddress SocketAddress::unmapped() const {
  if (!is_mapped()) return *this;
  SocketAddress plain{.family = AddressFamily::inet, .port = port};
  std::copy(ip.begin() + kMappedPrefix.size(), ip.end(), plain.ip.begin());
  return plain;
}

SocketAddress SocketAddress::mapped() const {
  if (family != AddressFamily::inet) return *this;
  SocketAddress six{.family = AddressFamily::inet6, .port = port};
  std::ranges::copy(kMappedPrefix, six.ip.begin());
  std::copy_n(ip.begin(), 4, six.ip.begin() + kMappedPrefix.size());
  return six;
}

bool SocketAddress::is_loopback() const {
  const SocketAddress plain = unmapped();
  if (plain.family == AddressFamily::inet) return plain.ip[0] == 127;
  return plain.family == AddressFamily::inet6 && plain.ip == loopback(AddressFamily::inet6, 0).ip;
}

std::string SocketAddress::text() const {
  char buffer[64] = "";
  if (family == AddressFamily::inet || family == AddressFamily::inet6)
    uv_inet_ntop(family == AddressFamily::inet ? AF_INET : AF_INET6, ip.data(), buffer, sizeof buffer);
  return buffer;
}

}  // namespace wasmsand
