#include "syscall/wasi/rights.h"

#include "syscall/generated/flags.h"

namespace wasmsand::wasi {
namespace {

using namespace rights;

constexpr uint64_t kStream = kFdRead | kFdWrite | kFdFdstatSetFlags | kFdFilestatGet | kPollFdReadwrite;

constexpr uint64_t kRegularFile = kFdDatasync | kFdRead | kFdSeek | kFdFdstatSetFlags | kFdSync | kFdTell | kFdWrite |
                                  kFdAdvise | kFdAllocate | kFdFilestatGet | kFdFilestatSetSize | kFdFilestatSetTimes |
                                  kPollFdReadwrite;

constexpr uint64_t kDirectory = kFdFdstatSetFlags | kFdSync | kFdAdvise | kPathCreateDirectory | kPathCreateFile |
                                kPathLinkSource | kPathLinkTarget | kPathOpen | kFdReaddir | kPathReadlink |
                                kPathRenameSource | kPathRenameTarget | kPathFilestatGet | kPathFilestatSetSize |
                                kPathFilestatSetTimes | kFdFilestatGet | kFdFilestatSetTimes | kPathSymlink |
                                kPathRemoveDirectory | kPathUnlinkFile | kPollFdReadwrite;

}  // namespace

uint8_t filetype_of(FileType type) {
  switch (type) {
    case FileType::character_device:
      return filetype::kCharacterDevice;
    case FileType::directory:
      return filetype::kDirectory;
    case FileType::block_device:
      return filetype::kBlockDevice;
    case FileType::regular:
      return filetype::kRegularFile;
    case FileType::symlink:
      return filetype::kSymbolicLink;
    // WASI knows no pipes; a stream is what programs must take them for.
    case FileType::fifo:
    case FileType::socket:
      return filetype::kSocketStream;
  }
  return filetype::kUnknown;
}

Rights full_rights(OpenFile& file, const Attributes& attributes) {
  if (attributes.type == FileType::directory) return {kDirectory, openable_rights()};
  uint64_t base = kStream;
  // A character device that cannot seek is what isatty() of a C library looks for.
  if (attributes.type == FileType::regular || attributes.type == FileType::block_device ||
      (attributes.type == FileType::character_device && !file.is_terminal()))
    base = kRegularFile;
  if (attributes.type == FileType::socket) base |= kSockShutdown | kSockAccept;
  if (!file.readable()) base &= ~kFdRead;
  if (!file.writable()) base &= ~(kFdWrite | kFdAllocate | kFdFilestatSetSize | kFdDatasync);
  return {base, 0};
}

uint64_t openable_rights() { return kDirectory | kRegularFile; }

}  // namespace wasmsand::wasi
