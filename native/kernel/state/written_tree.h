// What objects were made of, so that the next writing makes only those that differ.
#pragma once

#include <map>
#include <vector>

#include "kernel/state/object_ledger.h"
#include "kernel/state/snapshot.h"
#include "kernel/vfs/extents.h"

namespace wasmsand {

// Of an extent that has an object. It lives, and does not change, for as long as the tree that it was written from.
struct WrittenPiece {
  uint64_t index;
  const Extent* extent;
  Digest digest;
};

struct WrittenTree {
  Ref<FileSystemImage> files;                       // null: nothing is known
  bool detached = false;                            // a directory without a name still had entries
  std::map<uint64_t, Digest> leaves;                // by their numbers
  std::map<Ino, std::vector<WrittenPiece>> pieces;  // of files that have any, in order

  std::span<const WrittenPiece> pieces_of(Ino ino) const {
    const auto found = pieces.find(ino);
    return found == pieces.end() ? std::span<const WrittenPiece>() : found->second;
  }
};

// One writing that goes by another.
struct StateTrace {
  const WrittenTree& before;
  const ObjectLedger& ledger;  // what is kept need not be given again
  WrittenTree next;            // `pieces`: of the leaves that were written anew
  bool all_leaves = false;     // all of them were
  std::vector<uint64_t> rewritten;
  std::vector<ObjectPart> parts;  // each after those that it refers to
};

}  // namespace wasmsand
