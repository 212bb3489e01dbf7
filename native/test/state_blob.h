// A written state taken apart, so that its objects can be changed and the digests that lead to them repaired: what an
// attacker would do.
#pragma once

#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "kernel/state/digest.h"
#include "kernel/state/state_bytes.h"
#include "kernel/vfs/types.h"

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

// A blob of these objects, the root last.
inline StateBlob::Bytes blob_of(std::span<const std::string> objects) {
  StateBytes body;
  for (const std::string& object : objects) body.text(object);
  StateBytes blob;
  blob.raw(std::as_bytes(std::span(state_format::kMagic)));
  blob.number(state_format::kVersion);
  blob.number(uint16_t{0});
  blob.number(uint32_t{0});
  blob.number(uint64_t{body.bytes().size()});
  blob.digest(digest_of(std::as_bytes(std::span(objects.back()))));
  blob.number(uint64_t{0});
  blob.raw(body.bytes());
  return {blob.bytes().begin(), blob.bytes().end()};
}

// Empty files without names, whose numbers are `distance` apart from `first` on, and a root that says which number
// comes next.
inline StateBlob::Bytes files_apart(uint64_t count, uint64_t first, uint64_t distance, uint64_t next_ino) {
  std::vector<std::string> objects;
  std::vector<uint64_t> leaves;
  StateBytes leaf;
  const auto end_leaf = [&] {
    if (!leaf.empty()) objects.push_back(leaf.take());
  };
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t ino = first + i * distance;
    if (leaves.empty() || leaves.back() != ino / state_format::kInodesInLeaf) {
      end_leaf();
      leaves.push_back(ino / state_format::kInodesInLeaf);
    }
    leaf.number(ino);
    leaf.number(uint8_t{0});
    leaf.number(static_cast<uint8_t>(FileType::regular));
    leaf.number(uint16_t{0644});
    for (int zero = 0; zero < 3; zero++) leaf.number(uint32_t{0});  // owner, group, device number
    for (int time = 0; time < 4; time++) leaf.time(0);
    leaf.number(uint64_t{0});
    leaf.number(uint32_t{0});
  }
  end_leaf();
  StateBytes root;
  root.number(next_ino);
  root.number(uint32_t{1});
  root.text("host");
  root.number(uint8_t{0});
  root.number(static_cast<uint32_t>(leaves.size()));
  for (size_t i = 0; i < leaves.size(); i++) {
    root.number(leaves[i]);
    root.digest(digest_of(std::as_bytes(std::span(objects[i]))));
  }
  objects.push_back(root.take());
  return blob_of(objects);
}

}  // namespace wasmsand::test
