#include "kernel/vfs/host/host_file.h"

#include <algorithm>

#include "kernel/process/process.h"

namespace wasmsand {

namespace {

constexpr uint64_t kSizeMax = INT64_MAX;
// Between pieces a killed process stops.
constexpr size_t kAtOnce = 8 * 1024 * 1024;

}  // namespace

HostFile::HostFile(Ref<HostFileSystem> fs, Ref<host::Handle> handle, Vfs& vfs, Node node, NodePlace place,
                   uint32_t flags, bool append, HostFileSystem::Finding found_out)
    : NodeFile(vfs, std::move(node), std::move(place), flags),
      fs_(std::move(fs)),
      handle_(std::move(handle)),
      locks_(*fs_, handle_),
      appends_(append),
      found_out_(found_out) {}

HostFile::~HostFile() {
  tell_closed();
  locks_.release();
  fs_->closed(std::move(handle_));
}

Result<size_t> HostFile::read(IoContext& context, std::span<std::byte> out) {
  return told(abi::kIN_ACCESS, read_now(context, out));
}

Result<size_t> HostFile::read_now(IoContext& context, std::span<std::byte> out) {
  if (!readable()) return Errno::badf;
  if (fs_->still(ended_)) return size_t{0};
  const bool from_beginning = at_beginning_ && fs_->undisturbed(found_out_);
  moved();
  size_t done = 0;
  do {
    const auto piece = out.subspan(done, std::min(out.size() - done, kAtOnce));
    const auto count = fs_->outside([&] { return host::read(*handle_, piece); });
    if (!count.ok() && done == 0) return count.error();
    if (!count.ok()) break;
    done += *count;
    if (*count < piece.size() || context.given_up()) break;
  } while (done < out.size());
  // Nothing but the number of bytes tells the end: some files of the host say less than was asked for before it.
  const bool whole = from_beginning && done > 0 && done < out.size() && done == found_out_.attributes.size;
  if (whole && fs_->undisturbed(found_out_)) ended_ = found_out_;
  found_out_ = {};
  return done;
}

Result<size_t> HostFile::read_at(IoContext& context, uint64_t offset, std::span<std::byte> out) {
  return told(abi::kIN_ACCESS, read_pieces(context, offset, out));
}

Result<size_t> HostFile::read_pieces(IoContext& context, uint64_t offset, std::span<std::byte> out) {
  if (!readable()) return Errno::badf;
  if (offset > kSizeMax) return Errno::inval;
  size_t done = 0;
  do {
    const auto piece = out.subspan(done, std::min(out.size() - done, kAtOnce));
    if (piece.size() > kSizeMax - offset - done) break;
    const auto count = fs_->outside([&] { return host::read_at(*handle_, offset + done, piece); });
    if (!count.ok() && done == 0) return count.error();
    if (!count.ok()) break;
    done += *count;
    if (*count < piece.size() || context.given_up()) break;
  } while (done < out.size());
  return done;
}

Result<size_t> HostFile::put(IoContext& context, std::optional<uint64_t> offset, std::span<const std::byte> data) {
  if (!writable()) return Errno::badf;
  if (offset && *offset > kSizeMax) return Errno::inval;
  const bool append = flags_ & kAppend;
  // Whether the process may write so far is the sandbox's matter; everything else is the host's.
  if (context.process && !data.empty()) {
    uint64_t at = offset.value_or(0);
    if (append || !offset) {
      WS_ASSIGN(found, append ? seek_end() : seek(0, abi::kSEEK_CUR));
      at = found;
    }
    WS_ASSIGN(allowed, context.process->within_file_size(at, data.size()));
    data = data.first(std::min<uint64_t>(data.size(), allowed));
  }
  found_out_ = {};
  moved();
  WS_ASSIGN(paid, fs_->take_budget(data.size()));
  data = data.first(paid);
  const auto written = put_paid(offset, data, append, context);
  fs_->return_budget(paid - (written.ok() ? *written : 0));
  return written;
}

Result<size_t> HostFile::put_paid(std::optional<uint64_t> offset, std::span<const std::byte> data, bool append,
                                  IoContext& context) {
  size_t done = 0;
  do {
    const auto piece = data.subspan(done, std::min(data.size() - done, kAtOnce));
    const bool set_append = append != appends_, drop_set_id = !set_id_dropped_;
    const auto count = fs_->outside([&]() -> Result<size_t> {
      if (set_append) WS_TRY(host::set_append(*handle_, append));
      if (drop_set_id) WS_TRY(host::drop_set_id(*handle_));
      return offset ? host::write_at(*handle_, *offset + done, piece) : host::write(*handle_, piece);
    });
    if (!count.ok() && done == 0) return count.error();
    if (!count.ok()) break;
    appends_ = append;
    set_id_dropped_ = true;
    done += *count;
    if (*count < piece.size() || context.given_up()) break;
  } while (done < data.size());
  return done;
}

Result<size_t> HostFile::write(IoContext& context, std::span<const std::byte> data) {
  return told(abi::kIN_MODIFY, put(context, std::nullopt, data));
}

Result<size_t> HostFile::write_at(IoContext& context, uint64_t offset, std::span<const std::byte> data) {
  return told(abi::kIN_MODIFY, put(context, offset, data));
}

Result<uint64_t> HostFile::seek_end() {
  WS_ASSIGN(found, attributes());
  return found.size;
}

Result<uint64_t> HostFile::seek(int64_t offset, int whence) {
  if (flags_ & kPathOnly) return Errno::badf;
  if (whence < abi::kSEEK_SET || whence > abi::kSEEK_HOLE) return Errno::inval;
  moved();
  // Where it is, the host's kernel knows without a disk.
  if (whence == abi::kSEEK_SET || whence == abi::kSEEK_CUR) return host::seek(*handle_, offset, whence);
  return fs_->outside([&] { return host::seek(*handle_, offset, whence); });
}

Result<void> HostFile::truncate(IoContext&, uint64_t size) {
  if (!writable() || size > kSizeMax) return Errno::inval;
  found_out_ = {};
  ended_ = {};
  const auto truncated = fs_->outside([&]() -> Result<void> {
    WS_TRY(host::drop_set_id(*handle_));
    return host::truncate(*handle_, size);
  });
  return told(abi::kIN_MODIFY, truncated);
}

Result<void> HostFile::allocate(IoContext&, uint32_t mode, uint64_t offset, uint64_t length) {
  return told(abi::kIN_MODIFY, allocate_now(mode, offset, length));
}

Result<void> HostFile::allocate_now(uint32_t mode, uint64_t offset, uint64_t length) {
  if (!writable()) return Errno::badf;
  if (length == 0 || offset > kSizeMax) return Errno::inval;
  if (length > kSizeMax - offset) return Errno::fbig;
  found_out_ = {};
  ended_ = {};
  // Holes cost nothing, and nothing is given back for them.
  const bool adds = !(mode & abi::kFALLOC_FL_PUNCH_HOLE);
  const uint64_t wanted = adds ? length : 0;
  WS_ASSIGN(paid, fs_->take_budget(wanted));
  if (paid < wanted) {
    fs_->return_budget(paid);
    return Errno::nospc;
  }
  const auto allocated = fs_->outside([&] { return host::allocate(*handle_, mode, offset, length); });
  if (!allocated.ok()) fs_->return_budget(paid);
  return allocated;
}

Result<Attributes> HostFile::attributes() {
  if (fs_->still(found_out_)) return found_out_.attributes;
  WS_ASSIGN(found, fs_->outside([&] { return host::status(*handle_); }));
  return fs_->shown(found);
}

Result<size_t> HostFile::readable_bytes() {
  WS_ASSIGN(found, attributes());
  WS_ASSIGN(position, seek(0, abi::kSEEK_CUR));
  return static_cast<size_t>(found.size > position ? found.size - position : 0);
}

Result<void> HostFile::synchronize() {
  return fs_->outside([&] { return host::synchronize(*handle_); });
}

HostDirectory::HostDirectory(Ref<HostFileSystem> fs, Ref<host::Handle> listing, Vfs& vfs, Node node, NodePlace place,
                             uint32_t flags)
    : DirectoryStream(vfs, std::move(node), std::move(place), flags),
      fs_(std::move(fs)),
      listing_(std::move(listing)),
      locks_(*fs_, listing_) {}

HostDirectory::~HostDirectory() {
  locks_.release();
  fs_->closed(std::move(listing_));
}

Result<void> HostDirectory::entries(IoContext&, uint64_t cookie,
                                    const std::function<bool(const DirectoryEntry&)>& visit) {
  size_t taken = 0;
  bool is_full = false;
  const auto take = [&](const DirectoryEntry& entry) {
    const size_t room = host::room_of(entry.name.size());
    is_full = !visit(entry);
    // The one that has no place says so: it is asked for as well.
    taken += is_full ? host::room_of(kNameMax) : room;
    return !is_full;
  };
  const auto listed = fs_->list_from(*listing_, cookie, take, room_);
  room_ = is_full ? taken : host::kListedAtOnce;
  return listed;
}

}  // namespace wasmsand
