// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
// What the host and the session shell say to each other. Numbers are little-endian, 32 bits; text is a length and bytes. A
// request is its length and that many bytes; a reply is what one call sends. Both begin with the kind of the request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shell {

class MessageReader;
class MessageWriter;

enum class RequestKind : uint8_t { run = 1, complete = 2, restore = 3 };

// In the place of the length of a list: there is none.
inline constexpr uint32_t kAbsentList = 4294967295U;

// Of the entries there were, `dropped` are gone from the front; of the others the first `kept` stay; `added` follow.
struct HistoryChange {
  uint32_t first = 0;  // the number of the first entry
  uint32_t dropped = 0;
  uint32_t kept = 0;
  std::vector<std::string> added;
};

// A background or stopped job of the session.
struct ReportedJob {
  uint32_t number = 0;
  std::string command;
  std::vector<uint32_t> pids;
};

struct RunRequest {
  bool clear_history = false;
  std::string command;
  std::string cwd;  // empty: where the session is
  std::optional<std::vector<std::string>> args;  // absent: the positional parameters stay as they are
  std::vector<std::string> env;  // `NAME=value`, for this run only
  std::vector<std::string> set;  // `NAME=value`, exported from now on
  static RunRequest read(MessageReader& reader);
};

struct RunReply {
  uint32_t status = 0;
  bool ended = false;
  std::string cwd;
  std::optional<std::vector<std::string>> environment;  // what is exported, when that has changed
  HistoryChange history;
  std::vector<ReportedJob> jobs;
  [[nodiscard]] MessageWriter message() const;
};

struct CompleteRequest {
  uint32_t cursor = 0;
  std::string line;
  static CompleteRequest read(MessageReader& reader);
};

struct CompleteReply {
  uint32_t start = 0;
  uint32_t end = 0;
  std::vector<std::string> words;
  [[nodiscard]] MessageWriter message() const;
};

// What a new shell begins with: the history. There is no reply.
struct RestoreRequest {
  uint32_t first = 0;
  std::vector<std::string> commands;
  static RestoreRequest read(MessageReader& reader);
};

}  // namespace shell
