// A tree that was made in one kernel becomes part of another's files: at once or not at all, and sharing all of it.
// What the tree's inodes are called and when they were born was settled before they were made, so that they are taken
// over as they are, by one pointer; only what comes to stand in a directory that exists already is looked at.
#pragma once

#include "kernel/vfs/memory_file_system.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

// A directory of a frozen file system that was made on a plot of another one's, and what counts for all that was.
struct Scion {
  Ref<FileSystemImage> image;
  Ino root = 0;
  Plot plot;
  Space size;
};

// The directory `path` of `nursery`, as it is now. EINVAL: it is not all that was made there since it got its plot.
Result<Scion> scion_of(MemoryFileSystem& nursery, Vfs& vfs, std::string_view path);

// Adds what is in `scion` to the directory `path`, by the rules of tar(1): directories that are on both sides become
// one, which has the attributes of the scion's if somebody has set those; all else gives way to what comes under its
// name, symlinks as well. EISDIR: a directory that is not empty would give way. ENOTDIR, EXDEV: `path`, or a directory
// that would be added to, is none, or not of the root file system. ENOSPC; ESTALE: the plot was for another one.
// Nothing has changed then.
Result<void> graft(const Scion& scion, Vfs& vfs, MemoryFileSystem& files, std::string_view path);

}  // namespace wasmsand
