// How a snapshot becomes objects.
#pragma once

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "kernel/seeded_hash.h"
#include "kernel/state/paths.h"
#include "kernel/state/state_bytes.h"
#include "kernel/state/written_state.h"
#include "kernel/state/written_tree.h"

namespace wasmsand {

class StateWriter {
 public:
  // `trace`: what the writing goes by, and leaves; null: all of it is written.
  explicit StateWriter(const Snapshot& snapshot, StateTrace* trace = nullptr);
  Ref<WrittenState> write(std::span<const std::byte> host);

 private:
  using Kind = ObjectKey::Kind;
  Digest put_piece(std::span<const std::byte> bytes, Ref<RefCounted> owner);
  // With what was referred to since the one before.
  Digest put(std::string bytes, Kind kind);
  void add(ObjectPart part, std::span<const std::byte> bytes, Ref<RefCounted> owner);
  void refer(const Digest& digest, Kind kind);
  bool has_detached() const;
  void find_reachable();
  bool wanted(Ino ino, const Inode& inode) const;
  // Where it has its first name in the base image.
  std::string base_path(Ino ino);
  // Of an inode of the base image that has the program.
  std::string base_path(const Program& program);

  using Leaves = std::map<uint64_t, Digest>;  // by their numbers
  Leaves write_leaves();
  Leaves write_changed_leaves();
  std::set<uint64_t> changed_leaves() const;
  void write_inode(StateBytes& leaf, Ino ino, const Inode* before, const Inode& inode);
  void write_content(StateBytes& leaf, Ino ino, const FileContent& content);
  static void write_entries(StateBytes& leaf, const Directory& before, const Directory& entries);
  // Nothing: its program is none of the base image, or the host has no memory for it.
  std::optional<Digest> write_session(const SessionImage& session);
  void write_reference(StateBytes& bytes, Ino ino);
  void write_place(StateBytes& bytes, const SessionImage::Place& place);
  void write_descriptors(StateBytes& bytes, const SessionImage& session);
  // False: the host has no memory for it.
  bool write_memory(StateBytes& bytes, const SessionImage& session);
  void write_linked(StateBytes& bytes, const SessionImage& session);

  const Snapshot& snapshot_;
  const FileSystemImage& files_;
  const FileSystemImage& base_;
  StateTrace* const trace_;
  Paths base_paths_;
  std::unordered_map<const Program*, Ino> base_programs_;
  // What the session has open, without a name or with one.
  std::unordered_set<Ino, SeededHash> used_;
  // Of all inodes; empty: no directory without a name has entries, and all are.
  std::unordered_set<Ino, SeededHash> reachable_;
  std::set<Digest> known_;
  std::vector<ObjectKey> referred_;
  Ref<WrittenState> state_ = make_ref<WrittenState>();
};

}  // namespace wasmsand
