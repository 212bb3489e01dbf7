// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

enum {
  kSessionReceive = 244,
  kSessionReply = 245,
};
