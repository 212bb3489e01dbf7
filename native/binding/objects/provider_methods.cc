// The methods of a kernel object about trees that the host provides.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "binding/objects/kernel_object.h"
#include "binding/objects/providers.h"

namespace wasmsand {
namespace {

constexpr double kMilliseconds = 1e6;
constexpr size_t kFields = 5, kStatFields = 4;

// (path, milliseconds to wait for an answer) → the mount
Result<int64_t> mount_provider(KernelCall& call) {
  const auto patience = static_cast<Nanoseconds>(std::clamp(call.number(1), 1.0, 1e9) * kMilliseconds);
  KernelLock lock(call.kernel().mutex());
  WS_ASSIGN(number, call.providers.mount(call.path(0), patience));
  return int64_t{number};
}

// (mount, question; 0: the next that the host's own calls wait for, of any; fields, into) → the length of the path
Result<int64_t> question(KernelCall& call) {
  const std::span<double> fields = call.doubles(2);
  const std::span<std::byte> into = call.bytes(3);
  if (fields.size() < kFields || into.size() < kPathMax) return Errno::inval;
  KernelLock lock(call.kernel().mutex());
  ProvidedFileSystem* tree = call.providers.find(call.integer(0));
  const Question* asked = nullptr;
  if (call.integer(1) == 0)
    std::tie(tree, asked) = call.providers.next_of_host();
  else if (tree != nullptr)
    asked = tree->find(static_cast<uint32_t>(call.integer(1)));
  if (asked == nullptr) return Errno::noent;
  const std::array<double, kFields> values = {static_cast<double>(tree->number()), static_cast<double>(asked->number),
                                              static_cast<double>(asked->kind), static_cast<double>(asked->offset),
                                              static_cast<double>(asked->length)};
  std::ranges::copy(values, fields.begin());
  std::memcpy(into.data(), asked->path.data(), asked->path.size());
  return static_cast<int64_t>(asked->path.size());
}

// A number that a double can be, no larger than `most`.
template <typename Integer>
std::optional<Integer> whole(double value, double most) {
  if (!(value >= 0) || value > most) return std::nullopt;
  return static_cast<Integer>(value);
}

// Type, mode, size and time, then the target.
std::optional<Question::Found> read_stat(std::span<const std::byte> bytes) {
  constexpr double kSizeMost = 9007199254740991, kTimeMost = 8.64e15;
  std::array<double, kStatFields> fields;
  if (bytes.size() < sizeof fields) return std::nullopt;
  std::memcpy(fields.data(), bytes.data(), sizeof fields);
  const auto type = whole<uint8_t>(fields[0], 15);
  const auto mode = whole<uint16_t>(fields[1], 07777);
  const auto size = whole<uint64_t>(fields[2], kSizeMost);
  const auto time = whole<int64_t>(fields[3], kTimeMost);
  if (!type || !mode || !size || !time) return std::nullopt;
  const auto target = bytes.subspan(sizeof fields);
  constexpr int64_t kLatest = std::numeric_limits<Nanoseconds>::max() / static_cast<int64_t>(kMilliseconds);
  return Question::Found{.type = static_cast<FileType>(*type),
                         .permissions = *mode,
                         .size = *size,
                         .modified = std::min(*time, kLatest) * static_cast<int64_t>(kMilliseconds),
                         .target = {reinterpret_cast<const char*>(target.data()), target.size()}};
}

// For each name its type, the name, a NUL.
std::optional<std::vector<Question::Name>> read_names(std::span<const std::byte> bytes) {
  std::vector<Question::Name> names;
  while (!bytes.empty()) {
    const auto type = static_cast<FileType>(bytes[0]);
    const auto end = std::ranges::find(bytes, std::byte{0});
    if (end == bytes.end() || names.size() == ProvidedFileSystem::kNamesMax) return std::nullopt;
    const auto length = static_cast<size_t>(end - bytes.begin());
    names.push_back({type, {reinterpret_cast<const char*>(bytes.data()) + 1, length - 1}});
    bytes = bytes.subspan(length + 1);
  }
  return names;
}

// Nothing: it is none.
std::optional<Question::Answer> read_answer(Question::Kind kind, std::span<const std::byte> bytes) {
  Question::Answer answer;
  switch (kind) {
    case Question::Kind::stat: {
      auto found = read_stat(bytes);
      if (!found) return std::nullopt;
      answer.found = std::move(*found);
      break;
    }
    case Question::Kind::list: {
      auto names = read_names(bytes);
      if (!names) return std::nullopt;
      answer.names = std::move(*names);
      break;
    }
    case Question::Kind::read:
      if (bytes.size() > ProvidedFileSystem::kReadMostByHost) return std::nullopt;
      answer.bytes.assign(bytes.begin(), bytes.end());
      break;
  }
  return answer;
}

// (mount, question, errno; 0: bytes)
Result<int64_t> answer(KernelCall& call) {
  const int64_t error = call.integer(2);
  if (error < 0 || error > 4095) return Errno::inval;
  const auto number = static_cast<uint32_t>(call.integer(1));
  KernelLock lock(call.kernel().mutex());
  ProvidedFileSystem* const tree = call.providers.find(call.integer(0));
  const Question* const asked = tree == nullptr ? nullptr : tree->find(number);
  if (asked == nullptr) return 0;  // nobody waits any more
  const Question::Kind kind = asked->kind;
  lock.unlock();
  auto given = error == 0 ? read_answer(kind, call.bytes(3)) : std::optional<Question::Answer>();
  lock.lock();
  const auto outcome = error != 0 ? static_cast<Errno>(error) : given ? Errno::success : Errno::io;
  tree->answer(number, outcome, given ? std::move(*given) : Question::Answer{});
  return 0;
}

Result<int64_t> host_done(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  call.providers.host_done();
  return 0;
}

}  // namespace

std::vector<KernelObject::PropertyDescriptor> KernelObject::provider_methods() {
  return {
      method<mount_provider>("mountProvider"),
      method<question>("question"),
      method<answer>("answer"),
      method<host_done>("hostDone"),
  };
}

}  // namespace wasmsand
