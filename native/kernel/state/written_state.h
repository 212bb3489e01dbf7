// A state written down: objects, named by their digests, in a tree whose root comes last. What travels, and what
// survives, is made of them. Immutable; made and used with no kernel locked.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "kernel/state/digest.h"
#include "kernel/state/object_ledger.h"
#include "kernel/state/snapshot.h"

namespace wasmsand {

class WrittenState final : public RefCounted {
 public:
  struct Object {
    Digest digest;
    std::span<const std::byte> bytes;
    Ref<RefCounted> owner;  // of the bytes
  };

  // What differs in `snapshot` from the base image that it began as, and `host`: bytes of the floor above that go
  // along.
  static Ref<WrittenState> write(const Snapshot& snapshot, std::span<const std::byte> host);

  const Digest& root() const { return root_; }
  const std::vector<Object>& objects() const { return objects_; }
  // Of all of it in one piece, which copy_to() fills.
  uint64_t size() const { return size_; }
  void copy_to(std::span<std::byte> blob) const;
  // The same of the objects alone, for who keeps each of them by its name: the digest, a u32 length and the bytes.
  uint64_t named_size() const;
  void copy_named_to(std::span<std::byte> into) const;

 private:
  friend class StateWriter;
  std::vector<Object> objects_;
  Digest root_{};
  uint64_t size_ = 0;
};

// What a state was read from: the objects that it consists of, each after those that it refers to, and others that were
// there.
struct ReadObjects {
  std::vector<ObjectPart> parts;
  std::vector<Digest> strays;
};

// What a blob says, which may be anybody's. EBADMSG: it is damaged, or was made to be; EPROTONOSUPPORT: it is of
// another version, or stands on a base image that has what it needs and this one has not; ENOSPC, EDQUOT, ENOMEM:
// it has more bytes, more inodes, more memory than `limits` allow; ECANCELED: it was called off meanwhile.
struct ReadState {
  Ref<Snapshot> snapshot;
  std::span<const std::byte> host;  // lies in the blob
  ReadObjects objects;
};
struct ReadOptions {
  bool files_only = false;
  // It is all that somebody keeps by name: there may be any number of objects of other states.
  bool has_others = false;
  const std::atomic<bool>* called_off = nullptr;  // null: it is not
};
Result<ReadState> read_state(std::span<const std::byte> blob, const Ref<FileSystemImage>& base, const Limits& limits,
                             const ReadOptions& options);

}  // namespace wasmsand
