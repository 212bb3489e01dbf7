#include "syscall/generated/flags.h"
#include "syscall/wasi/open_flags.h"
#include "syscall/wasi/paths.h"

namespace wasmsand::wasi {
namespace {

using namespace rights;

constexpr uint64_t kReading = kFdRead | kFdReaddir;
constexpr uint64_t kWriting = kFdDatasync | kFdWrite | kFdAllocate | kFdFilestatSetSize;
constexpr uint16_t kNewFilePermissions = 0666;

// The access mode follows from the rights that are asked for.
uint32_t access_mode(uint64_t base) {
  if (!(base & kWriting)) return OpenFile::kReadOnly;
  return base & kReading ? OpenFile::kReadWrite : OpenFile::kWriteOnly;
}

}  // namespace

Status path_open(Call& call) {
  WASI_ASSIGN(follow, follows(call.u32(1)));
  const uint32_t oflags = call.u32(4);
  if (oflags & ~(oflags::kCreat | oflags::kDirectory | oflags::kExcl | oflags::kTrunc)) return status_of(Errno::inval);
  if ((oflags & oflags::kCreat) && (oflags & oflags::kDirectory)) return status_of(Errno::inval);
  WASI_ASSIGN(flags, open_flags_of(call.u32(7)));
  WASI_TRY(call.memory().range(call.u32(8), 4));
  // Rights that no file has are asked for by some runtimes; they are not granted, and that is no error.
  const Rights wanted{call.u64(5) & openable_rights(), call.u64(6) & openable_rights()};

  uint64_t needed = kPathOpen;
  flags |= access_mode(wanted.base) | (follow ? 0 : abi::kO_NOFOLLOW);
  if (oflags & oflags::kCreat) {
    needed |= kPathCreateFile;
    flags |= abi::kO_CREAT;
  }
  if (oflags & oflags::kTrunc) {
    needed |= kPathFilestatSetSize;
    flags |= abi::kO_TRUNC;
  }
  if (oflags & oflags::kExcl) flags |= abi::kO_EXCL;
  if (oflags & oflags::kDirectory) flags |= abi::kO_DIRECTORY;

  const Concerns concerns = oflags & oflags::kCreat ? Concerns::name : Concerns::file;
  Ref<OpenFile>& opening = call.process().progress().opening;
  if (!opening) {
    WASI_ASSIGN(path, read_path(call, call.u32(0), needed, call.u32(2), call.u32(3), concerns, follow,
                                wanted.base | wanted.inheriting));
    WASI_ASSIGN(file, call.kernel().vfs().open(path.caller, path.text, flags, kNewFilePermissions));
    opening = file;
  }
  IoContext io = call.io();
  WASI_TRY(opening->connect(io));
  const Ref<OpenFile> file = std::move(opening);
  WASI_ASSIGN(attributes, file->attributes());
  const Rights full = full_rights(*file, attributes);
  WASI_ASSIGN(fd, call.descriptors.add(file, {full.base & wanted.base, full.inheriting & wanted.inheriting}));
  return status_of(call.memory().store(call.u32(8), fd));
}

}  // namespace wasmsand::wasi
