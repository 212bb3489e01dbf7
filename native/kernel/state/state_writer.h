// How a snapshot becomes objects.
#pragma once

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "kernel/state/paths.h"
#include "kernel/state/state_bytes.h"
#include "kernel/state/written_state.h"

namespace wasmsand {

class StateWriter {
 public:
  explicit StateWriter(const Snapshot& snapshot);
  Ref<WrittenState> write(std::span<const std::byte> host);

 private:
  Digest put(std::span<const std::byte> bytes, Ref<RefCounted> owner);
  Digest put(std::string bytes);
  void find_reachable();
  bool wanted(Ino ino, const Inode& inode) const;
  // Where it has its first name in the base image.
  std::string base_path(Ino ino);
  // Of an inode of the base image that has the program.
  std::string base_path(const Program& program);

  // Each with its number.
  std::vector<std::pair<uint64_t, Digest>> write_leaves();
  void write_inode(StateBytes& leaf, Ino ino, const Inode* before, const Inode& inode);
  void write_content(StateBytes& leaf, const FileContent& content);
  static void write_entries(StateBytes& leaf, const Directory& before, const Directory& entries);
  // Nothing: its program is none of the base image.
  std::optional<Digest> write_session(const SessionImage& session);
  void write_reference(StateBytes& bytes, Ino ino);
  void write_place(StateBytes& bytes, const SessionImage::Place& place);
  void write_descriptors(StateBytes& bytes, const SessionImage& session);
  void write_memory(StateBytes& bytes, const SessionImage& session);

  const Snapshot& snapshot_;
  const FileSystemImage& files_;
  const FileSystemImage& base_;
  Paths base_paths_;
  std::unordered_map<const Program*, Ino> base_programs_;
  // What the session has open, without a name or with one.
  std::unordered_set<Ino> used_;
  // Of all inodes; empty: none is without a name, and all are.
  std::unordered_set<Ino> reachable_;
  std::set<Digest> known_;
  Ref<WrittenState> state_ = make_ref<WrittenState>();
};

}  // namespace wasmsand
