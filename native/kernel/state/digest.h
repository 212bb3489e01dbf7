// SHA-256, by which the objects of a written state are named. OpenSSL's, linked in: it uses what the processor has for
// it, and neither Node's own copy nor Electron's is one that can be relied on.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace wasmsand {

using Digest = std::array<std::byte, 32>;

Digest digest_of(std::span<const std::byte> bytes);

}  // namespace wasmsand
