// Opening what is in a mount: files, directories, programs.
#include <array>

#include "kernel/linux_constants.h"
#include "kernel/vfs/host/host_file.h"

namespace wasmsand {

namespace {

// The guest's flags are Linux's: of them the host gets how to access, and whether to wait for the disk.
constexpr uint32_t kOfHost = OpenFile::kAccessModeMask | OpenFile::kAppend | abi::kO_SYNC | abi::kO_DSYNC;
constexpr size_t kHeadLength = 256;

}  // namespace

// By the place where it was found just now, if that is known: another name of it may be gone.
Result<host::Opened> HostFileSystem::open_file(Ino ino, const NodePlace& place, int flags, Nanoseconds now) {
  WS_ASSIGN(there, node(ino));
  const host::Identity identity = there->identity;
  const Ref<host::Handle> file = there->file;
  const bool placed = place.directory && place.directory.fs.get() == this;
  const Ino directory = placed ? place.directory.ino : there->parent;
  const std::string name = placed ? place.name : there->name;
  auto opened = in_directory(
      directory, [&](const host::Handle& in) { return host::open_regular(in, name, identity, flags); }, now);
  // Without a name it is open still.
  if (!opened.ok() && file && (opened.error() == Errno::noent || opened.error() == Errno::stale))
    opened = outside([&]() -> Result<host::Opened> {
      WS_ASSIGN(again, host::open_again(*file, flags));
      WS_ASSIGN(found, host::status(*again));
      return host::Opened{again, found};
    });
  return opened;
}

Result<Ref<OpenFile>> HostFileSystem::open_node(Vfs& vfs, Ino ino, NodePlace place, uint32_t flags, bool created) {
  WS_ASSIGN(there, node(ino));
  if (open_ >= kOpenMax) return Errno::nfile;
  const Ref<HostFileSystem> self(this);
  const Node node{self, ino};
  const uint32_t lasting = flags & ~abi::kO_TRUNC;
  switch (there->type) {
    case FileType::directory: {
      WS_ASSIGN(listing, in_directory(ino, [](const host::Handle& in) { return host::open_listing(in); }));
      open_++;
      return Ref<OpenFile>(make_ref<HostDirectory>(self, listing, vfs, node, std::move(place), lasting));
    }
    case FileType::regular: {
      Ref<host::Handle> handle;
      Finding found_out;
      bool append = false;
      if (created && created_.ino == ino && created_.handle) {
        handle = std::move(created_.handle);
      } else {
        append = flags & OpenFile::kAppend;
        const Nanoseconds since = monotonic_now();
        WS_ASSIGN(opened, open_file(ino, place, static_cast<int>(flags & kOfHost), since));
        handle = opened.handle;
        found_out = {{.tenure = mutex_.tenure, .since = since}, shown(opened.found)};
        if (flags & abi::kO_TRUNC && !created) {
          const auto truncated = outside([&]() -> Result<void> {
            WS_TRY(host::drop_set_id(*handle));
            return host::truncate(*handle, 0);
          });
          if (!truncated.ok()) return truncated.error();
          found_out = {};
        }
      }
      HostNode* const found = nodes_.find(ino);
      if (!found) return Errno::stale;
      found->file = handle;
      open_++;
      return Ref<OpenFile>(
          make_ref<HostFile>(self, std::move(handle), vfs, node, std::move(place), lasting, append, found_out));
    }
    case FileType::socket:
      return Errno::nxio;
    case FileType::symlink:
      return Errno::loop;
    default:
      return Errno::acces;
  }
}

Ref<HostFileSystem> HostFileSystem::writable() {
  host::Status root;
  root.identity = identity_;
  auto fs = Ref<HostFileSystem>(new HostFileSystem(mutex_, root_, root, false));
  fs->set_device(device_);
  return fs;
}

Result<Ref<OpenFile>> HostFileSystem::open_as(Node shown, Vfs& vfs, Ino ino, NodePlace place, uint32_t flags) {
  if (open_ >= kOpenMax) return Errno::nfile;
  WS_ASSIGN(opened, open_file(ino, {}, static_cast<int>(flags & kOfHost)));
  Ref<host::Handle> handle = opened.handle;
  HostNode* const found = nodes_.find(ino);
  if (!found) return Errno::stale;
  found->file = handle;
  open_++;
  const Ref<HostFileSystem> self(this);
  return Ref<OpenFile>(make_ref<HostFile>(self, std::move(handle), vfs, std::move(shown), std::move(place),
                                          flags & ~abi::kO_TRUNC, false, Finding{}));
}

Result<Ref<host::Handle>> HostFileSystem::open_to_read(Ino ino) {
  WS_ASSIGN(opened, open_file(ino, {}, static_cast<int>(OpenFile::kReadOnly)));
  return opened.handle;
}

bool HostFileSystem::undisturbed(Moment& moment) const {
  if (!mutex_.holder || moment.tenure == 0 || moment.tenure + 1 != mutex_.tenure) return false;
  moment.tenure = mutex_.tenure;
  return true;
}

bool HostFileSystem::still(Moment& moment) const {
  return undisturbed(moment) && monotonic_now() - moment.since < kTrusted;
}

Result<Ref<host::Handle>> HostFileSystem::take_created(Ino ino) {
  if (created_.ino != ino || !created_.handle) return Errno::stale;
  return std::exchange(created_.handle, {});
}

Result<void> HostFileSystem::count_open() {
  if (open_ >= kOpenMax) return Errno::nfile;
  open_++;
  return {};
}

void HostFileSystem::closed(Ref<host::Handle> handle) {
  open_--;
  if (handle) mutex_.discards.push_back(std::move(handle));
}

Result<bool> HostFileSystem::truncate(Ino ino, uint64_t size) {
  WS_TRY(check_writable());
  WS_ASSIGN(there, node(ino));
  if (there->type != FileType::regular) return Errno::inval;
  WS_ASSIGN(opened, open_file(ino, {}, static_cast<int>(OpenFile::kWriteOnly)));
  Ref<host::Handle> handle = opened.handle;
  const auto truncated = outside([&]() -> Result<void> {
    WS_TRY(host::drop_set_id(*handle));
    return host::truncate(*handle, size);
  });
  mutex_.discards.push_back(std::move(handle));
  if (!truncated.ok()) return truncated.error();
  return true;
}

Result<uint64_t> HostFileSystem::seek_data(Ino ino, uint64_t offset, bool hole) {
  WS_ASSIGN(opened, open_file(ino, {}, static_cast<int>(OpenFile::kReadOnly)));
  Ref<host::Handle> handle = opened.handle;
  const auto found = outside(
      [&] { return host::seek(*handle, static_cast<int64_t>(offset), hole ? abi::kSEEK_HOLE : abi::kSEEK_DATA); });
  mutex_.discards.push_back(std::move(handle));
  return found;
}

Result<Ref<Program>> HostFileSystem::program(Ino ino) {
  WS_ASSIGN(opened, open_file(ino, {}, static_cast<int>(OpenFile::kReadOnly)));
  Ref<host::Handle> file = opened.handle;
  std::vector<std::byte> head(kHeadLength);
  const auto found = outside([&]() -> Result<host::Status> {
    WS_ASSIGN(length, host::read_at(*file, 0, head));
    head.resize(length);
    return host::status(*file);
  });
  if (!found.ok()) return found.error();
  if (Ref<Program> known = programs_.find(*found)) {
    mutex_.discards.push_back(std::move(file));
    return known;
  }
  auto program = make_ref<MountedProgram>(std::move(file), *found, std::move(head));
  programs_.add(program, mutex_.discards);
  return Ref<Program>(std::move(program));
}

}  // namespace wasmsand
