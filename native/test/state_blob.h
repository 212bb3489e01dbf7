// A written state taken apart, so that its objects can be changed and the digests that lead to them repaired: what an
// attacker would do.
#pragma once

#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "kernel/state/digest.h"
#include "kernel/state/state_bytes.h"

namespace wasmsand::test {

class StateBlob {
 public:
  using Bytes = std::vector<std::byte>;
  explicit StateBlob(std::span<const std::byte> blob) {
    StateReader reader(blob);
    const auto header = reader.raw(state_format::kHeaderBytes);
    header_.assign(header.begin(), header.end());
    while (!reader.at_end() && !reader.failed()) {
      const auto object = reader.raw(reader.number<uint32_t>());
      objects.emplace_back(object.begin(), object.end());
      digests_.push_back(digest_of(object));
    }
  }

  // Each after those that it refers to, the root last.
  std::vector<Bytes> objects;

  // All of it in one piece; every reference to what has changed is one to what it is now.
  Bytes assemble() {
    Bytes blob = header_;
    for (size_t i = 0; i < objects.size(); i++) {
      const Digest digest = digest_of(objects[i]);
      for (size_t user = i + 1; digest != digests_[i] && user < objects.size(); user++)
        replace(objects[user], digests_[i], digest);
      digests_[i] = digest;
      StateBytes length;
      length.number(static_cast<uint32_t>(objects[i].size()));
      blob.insert(blob.end(), length.bytes().begin(), length.bytes().end());
      blob.insert(blob.end(), objects[i].begin(), objects[i].end());
    }
    StateBytes length;
    length.number(uint64_t{blob.size() - header_.size()});
    std::memcpy(blob.data() + kLengthAt, length.bytes().data(), sizeof(uint64_t));
    if (!digests_.empty()) std::memcpy(blob.data() + kRootAt, digests_.back().data(), sizeof(Digest));
    return blob;
  }

 private:
  static constexpr size_t kLengthAt = 16, kRootAt = 24;
  static void replace(Bytes& bytes, const Digest& old, const Digest& digest) {
    for (size_t at = 0; at + digest.size() <= bytes.size(); at++)
      if (std::memcmp(bytes.data() + at, old.data(), old.size()) == 0)
        std::memcpy(bytes.data() + at, digest.data(), digest.size());
  }
  Bytes header_;
  std::vector<Digest> digests_;
};

}  // namespace wasmsand::test
