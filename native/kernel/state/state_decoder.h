// How a blob becomes a snapshot. Whatever it says is a stranger's: it is checked here, and nowhere else.
#pragma once

#include <map>
#include <unordered_map>

#include "kernel/seeded_hash.h"
#include "kernel/state/object_index.h"
#include "kernel/state/state_bytes.h"
#include "kernel/state/written_state.h"

namespace wasmsand {

class StateDecoder {
 public:
  StateDecoder(const Ref<FileSystemImage>& base, const Limits& limits, const ReadOptions& options)
      : base_(*base), limits_(limits), options_(options) {
    image_->base = base;
  }
  Result<ReadState> decode(std::span<const std::byte> blob);

 private:
  // An inode that differs from the base image, until its directories are known.
  struct Record {
    Ino written = 0;
    Ino here = 0;  // 0: of one that is new, until all have been read
    Ref<Inode> inode;
    const Inode* before = nullptr;  // in the base image
    std::vector<std::string_view> removed;
    std::vector<std::pair<std::string_view, Ino>> added;
    bool seen = false;
  };

  // ECANCELED: nobody wants it any more.
  Result<void> go_on() const;
  Result<void> index_objects(std::span<const std::byte> blob);
  uint64_t most_small_objects() const;
  // One that is a piece of what is being read.
  Result<std::span<const std::byte>> piece(const Digest& digest);
  // It has been read, with all its pieces.
  void note(const ObjectKey& key);
  void find_strays();

  Result<void> read_leaf(uint64_t number, std::span<const std::byte> leaf);
  Result<void> read_inode(StateReader& reader, Ino written);
  Result<void> read_by_type(StateReader& reader, Record& record);
  Result<void> read_content(StateReader& reader, Inode& inode);
  Result<Ref<Extent>> read_piece(StateReader& reader, uint64_t index, uint32_t stored);
  Result<void> take_content_of(std::string_view path, Inode& inode);
  Result<void> read_entries(StateReader& reader, Record& record);
  Result<void> count_entries(uint64_t added);
  Result<void> number_inodes(uint64_t next_ino);
  bool is_sparse(uint64_t next_ino) const;
  Result<Ino> base_inode(std::string_view path) const;
  // Its number here, of one that has a record.
  Result<Ino> known_inode(Ino written) const;

  Result<void> link_entries();
  Result<void> walk();
  Result<void> enter(Ino directory, const Directory::Entry& entry, std::vector<Ino>& open);
  Result<void> settle();
  Result<void> check_mount_points() const;
  Result<void> drop_unreachable_base();
  Result<void> charge(const Space& space);

  Result<Ref<SessionImage>> read_session(std::span<const std::byte> bytes);
  Result<void> read_program(StateReader& reader, SessionImage& session) const;
  Result<Ino> read_reference(StateReader& reader) const;
  Result<SessionImage::Place> read_place(StateReader& reader) const;
  Result<void> read_descriptors(StateReader& reader, SessionImage& session) const;
  Result<void> read_memory(StateReader& reader, SessionImage& session);
  Result<void> read_linked(StateReader& reader, SessionImage& session);

  const FileSystemImage& base_;
  const Limits limits_;
  const ReadOptions options_;
  ObjectIndex objects_;
  Digest root_{};
  std::vector<ObjectKey> pieces_;  // of the object that is being read
  std::vector<ObjectKey> of_root_;
  ReadObjects read_;
  // By its digest, and whether it is a file's first.
  std::map<std::pair<Digest, bool>, Ref<Extent>> extents_;
  std::vector<Record> read_records_;          // in the order of the numbers in the blob, until they have others here
  std::map<Ino, Record> records_;             // by their numbers here
  std::vector<std::pair<Ino, Ino>> numbers_;  // from those in the blob, ascending, to those here
  uint64_t new_inodes_ = 0, entries_ = 0, base_names_ = 0;
  uint64_t session_bytes_ = 0, session_room_ = 0;  // of all sessions read so far
  std::unordered_map<Ino, uint32_t, SeededHash> base_seen_;
  Ref<FileSystemImage> image_ = make_ref<FileSystemImage>();
};

}  // namespace wasmsand
