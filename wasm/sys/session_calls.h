// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

namespace sys {

inline constexpr long kSessionReceive = 244;
inline constexpr long kSessionReply = 245;

}  // namespace sys
