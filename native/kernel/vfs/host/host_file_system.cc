#include "kernel/vfs/host/host_file_system.h"

#include <algorithm>

#include "kernel/vfs/host/host_file.h"

namespace wasmsand {

namespace {

constexpr uint32_t kNobody = 65534;
constexpr uint16_t kSetId = 06000;
// Cookies 1 and 2 are "." and "..": those of the host come after them.
constexpr uint64_t kFirstCookie = 2;

// A file's setgid bit makes it run as its group; a directory's says whose files are made in it.
uint16_t without_set_id(FileType type, uint16_t permissions) {
  return type == FileType::directory ? permissions : permissions & static_cast<uint16_t>(~kSetId);
}

// Devices and FIFOs stay where the host has put them: what is looked at and then opened is nothing else for a guest's
// doing (host_call.h, open_regular).
Result<void> check_movable(const host::Handle& directory, const std::string& name) {
  WS_ASSIGN(found, host::status(directory, name));
  const FileType type = found.attributes.type;
  const bool movable =
      type == FileType::regular || type == FileType::directory || type == FileType::symlink || type == FileType::socket;
  return movable ? Result<void>() : Errno::perm;
}

}  // namespace

Result<Ref<HostFileSystem>> HostFileSystem::open(KernelMutex& mutex, const std::string& folder, bool read_only) {
  WS_ASSIGN(root, host::open_folder(folder));
  WS_ASSIGN(found, host::status(*root));
  return Ref<HostFileSystem>(new HostFileSystem(mutex, root, found, read_only));
}

HostFileSystem::HostFileSystem(KernelMutex& mutex, Ref<host::Handle> root, const host::Status& found, bool read_only)
    : mutex_(mutex),
      root_(std::move(root)),
      identity_(found.identity),
      read_only_(read_only),
      nodes_(found.identity, mutex.discards) {}

std::atomic<Nanoseconds> HostFileSystem::changed_ = 0;

// Ways and handles.

Result<HostNode*> HostFileSystem::node(Ino ino) {
  HostNode* const found = nodes_.find(ino);
  if (!found) return Errno::stale;
  return found;
}

Result<HostFileSystem::Way> HostFileSystem::way_to(Ino directory, Nanoseconds now) {
  WS_ASSIGN(there, node(directory));
  if (there->type != FileType::directory) return Errno::notdir;
  if (there->foreign) return Errno::xdev;
  const bool is_root = directory == HostNodes::kRoot;
  Way way{.root = root_,
          .handle = is_root ? root_ : there->directory,
          .fresh = is_root || (there->directory && (fresh(directory) || trusted(*there, now))),
          .since = now,
          .links = {},
          .path = {},
          .identity = there->identity,
          .directory = directory};
  if (way.fresh || (way.handle && add_links(way))) return way;
  auto path = nodes_.path_of(directory);
  if (!path) return Errno::stale;
  way.path = std::move(*path);
  way.handle = {};
  return way;
}

bool HostFileSystem::trusted(const HostNode& directory, Nanoseconds now) const {
  const KernelLock* const lock = mutex_.holder;
  return lock && lock->side() == KernelLock::Side::guest && directory.seen > changed_.load(std::memory_order_acquire) &&
         now - directory.seen < kTrusted;
}

void HostFileSystem::see(Ino directory, Nanoseconds since, const host::Status& found) {
  HostNode* const node = nodes_.find(directory);
  if (!node || found.attributes.type != FileType::directory) return;
  const Attributes attributes = shown(found);
  node->seen = since;
  node->permissions = attributes.permissions;
  node->uid = attributes.uid;
  node->gid = attributes.gid;
}

// False: it is quicker by the path, or a handle is missing.
bool HostFileSystem::add_links(Way& way) {
  constexpr size_t kQuickly = 4;
  for (Ino ino = way.directory; ino != HostNodes::kRoot;) {
    const HostNode* const at = nodes_.find(ino);
    const HostNode* const above = at ? nodes_.find(at->parent) : nullptr;
    const Ref<host::Handle> in = !above || at->parent == HostNodes::kRoot ? root_ : above->directory;
    if (!above || !in || way.links.size() == kQuickly) {
      way.links.clear();
      return false;
    }
    way.links.push_back({.in = in, .name = at->name, .identity = at->identity});
    ino = at->parent;
  }
  return true;
}

// ENOENT when it is gone.
Result<void> HostFileSystem::enter(const Way& way, Inside& inside) {
  const auto gone = [&] {
    inside = {.handle = {}, .found = {}, .gone = true};
    return Errno::noent;
  };
  if (!way.handle) {
    auto handle = host::open_beneath(*way.root, way.path);
    if (!handle.ok()) {
      const Errno error = handle.error();
      const bool elsewhere =
          error == Errno::noent || error == Errno::notdir || error == Errno::loop || error == Errno::xdev;
      return elsewhere ? gone() : error;
    }
    WS_ASSIGN(found, host::status(**handle));
    if (!(found.identity == way.identity)) return gone();
    inside = {.handle = *handle, .found = found};
    return {};
  }
  // Each link is looked at, from the root on: what the last one leads to is what the handle is of.
  for (size_t i = way.links.size(); i-- > 0;) {
    const Link& link = way.links[i];
    auto found = host::status(*link.in, link.name);
    if (!found.ok()) return found.error() == Errno::noent ? gone() : found.error();
    if (!(found->identity == link.identity) || found->foreign) return gone();
    if (i == 0) inside.found = *found;
  }
  inside.handle = way.handle;
  return {};
}

void HostFileSystem::entered(const Way& way, Inside inside) {
  if (inside.gone) {
    if (HostNode* const there = nodes_.find(way.directory)) there->gone = true;
    return;
  }
  if (!inside.handle) return;
  if (!way.fresh && inside.found) see(way.directory, way.since, *inside.found);
  if (way.directory != HostNodes::kRoot) nodes_.entered(way.directory, std::move(inside.handle));
  known_ = {.tenure = mutex_.tenure, .directory = way.directory, .node = 0, .attributes = {}};
}

template <typename Ask>
Result<void> HostFileSystem::in_directories(Ino a, Ino b, Ask ask) {
  WS_ASSIGN(first, way_to(a));
  WS_ASSIGN(second, way_to(b));
  Inside in_first, in_second;
  auto answer = outside([&]() -> Result<void> {
    WS_TRY(enter(first, in_first));
    WS_TRY(enter(second, in_second));
    return ask(*in_first.handle, *in_second.handle);
  });
  entered(first, std::move(in_first));
  entered(second, std::move(in_second));
  return answer;
}

template <typename Ask>
auto HostFileSystem::with_entry(Ino ino, Ask ask) -> decltype(ask(std::declval<const host::Handle&>())) {
  WS_ASSIGN(there, node(ino));
  if (const Ref<host::Handle> file = there->file) return outside([&] { return ask(*file); });
  if (there->type == FileType::directory && !there->foreign) return in_directory(ino, ask);
  const host::Identity identity = there->identity;
  const std::string name = there->name;
  return in_directory(there->parent, [&](const host::Handle& directory) -> decltype(ask(directory)) {
    WS_ASSIGN(entry, host::open_entry(directory, name));
    WS_ASSIGN(found, host::status(*entry));
    if (!(found.identity == identity)) return Errno::noent;
    return ask(*entry);
  });
}

Result<void> HostFileSystem::check_name(std::string_view name) const {
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string_view::npos ||
      name.find('\0') != std::string_view::npos)
    return Errno::inval;
  return {};
}

// What is shown.

Attributes HostFileSystem::shown(const host::Status& found) {
  Attributes attributes = found.attributes;
  // Two files of one number are one file only on one device.
  constexpr size_t kDevicesMax = 255;
  constexpr uint32_t kDeviceStep = 1 << 16;
  size_t index = 0;
  if (found.identity.device != identity_.device) {
    auto known = std::ranges::find(devices_, found.identity.device);
    if (known == devices_.end() && devices_.size() < kDevicesMax) known = devices_.insert(known, found.identity.device);
    index = 1 + static_cast<size_t>(known - devices_.begin());
  }
  attributes.device = device_ + static_cast<uint32_t>(index) * kDeviceStep;
  attributes.of_host = true;
  attributes.uid = attributes.uid == owner_.user ? kUserId : kNobody;
  const bool own_group =
      attributes.gid == owner_.group || std::ranges::find(owner_.groups, attributes.gid) != owner_.groups.end();
  attributes.gid = own_group ? kUserId : kNobody;
  return attributes;
}

Attributes HostFileSystem::note(Ino ino, const host::Status& found) {
  if (known_.tenure != mutex_.tenure) known_ = {.tenure = mutex_.tenure, .directory = 0, .node = 0, .attributes = {}};
  known_.node = ino;
  known_.attributes = shown(found);
  return known_.attributes;
}

Result<Ino> HostFileSystem::lookup(Ino directory, std::string_view name, Process*) {
  WS_TRY(check_name(name));
  const std::string text(name);
  const Nanoseconds since = monotonic_now();
  WS_ASSIGN(found, in_directory(directory, [&](const host::Handle& in) { return host::status(in, text); }, since));
  if (!nodes_.find(directory)) return Errno::stale;
  return learn(directory, name, since, found);
}

Ino HostFileSystem::learn(Ino directory, std::string_view name, Nanoseconds since, const host::Status& found) {
  const Ino ino = nodes_.learn(found, directory, name);
  note(ino, found);
  // It is as certain as the way to where it was found.
  const HostNode* const above = nodes_.find(directory);
  if (above) see(ino, directory == HostNodes::kRoot ? since : above->seen, found);
  return ino;
}

InodePlace HostFileSystem::place_of(Ino ino, const InodePlace& known) {
  const HostNode* const node = known.directory == 0 ? nodes_.find(ino) : nullptr;
  return node && ino != HostNodes::kRoot ? InodePlace{node->parent, node->name} : known;
}

Result<Ino> HostFileSystem::lookup_to_pass(Ino directory, std::string_view name, Process* viewer) {
  Ino ino = 0;
  const HostNode* const there = nodes_.directory_at(directory, name, ino);
  return there && trusted(*there, monotonic_now()) ? ino : lookup(directory, name, viewer);
}

Result<Attributes> HostFileSystem::attributes_to_pass(Ino ino) {
  const HostNode* const there = nodes_.find(ino);
  if (!there || there->type != FileType::directory || there->foreign || there->gone ||
      !trusted(*there, monotonic_now()))
    return attributes(ino);
  Attributes known;
  known.ino = ino;
  known.type = FileType::directory;
  known.permissions = there->permissions;
  known.uid = there->uid;
  known.gid = there->gid;
  return known;
}

Result<Attributes> HostFileSystem::attributes(Ino ino) {
  if (fresh(ino) && known_.node == ino) return known_.attributes;
  WS_ASSIGN(there, node(ino));
  if (there->type == FileType::directory && !there->foreign) return attributes_of_directory(ino);
  WS_ASSIGN(found, with_entry(ino, [](const host::Handle& entry) { return host::status(entry); }));
  return note(ino, found);
}

Result<Attributes> HostFileSystem::attributes_of_directory(Ino ino) {
  WS_ASSIGN(way, way_to(ino));
  const Ref<host::Handle> before = nodes_.find(ino)->directory;
  Inside inside;
  auto found = outside([&]() -> Result<host::Status> {
    WS_TRY(enter(way, inside));
    if (inside.found) return *inside.found;
    return host::status(*inside.handle);
  });
  const bool gone = inside.gone;
  entered(way, std::move(inside));
  if (found.ok()) {
    if (ino == HostNodes::kRoot) see(ino, way.since, *found);
    return note(ino, *found);
  }
  if (!gone || !before) return found.error();
  // As Linux shows what was removed.
  found = outside([&] { return host::status(*before); });
  if (!found.ok()) return found.error();
  found->attributes.link_count = 0;
  return shown(*found);
}

Result<Ino> HostFileSystem::parent(Ino directory) {
  WS_ASSIGN(there, node(directory));
  return there->parent;
}

Result<std::string> HostFileSystem::name_of(Ino directory) {
  WS_ASSIGN(there, node(directory));
  if (there->gone) return Errno::noent;
  return there->name;
}

Result<std::string> HostFileSystem::read_link(Ino ino, Process*) {
  WS_ASSIGN(there, node(ino));
  if (there->type != FileType::symlink) return Errno::inval;
  const std::string name = there->name;
  return in_directory(there->parent, [&](const host::Handle& in) { return host::read_link(in, name); });
}

Result<void> HostFileSystem::list_from(const host::Handle& listing, uint64_t cookie,
                                       const std::function<bool(const DirectoryEntry&)>& visit, size_t room) {
  constexpr uint64_t kLast = host::kEndOfListing;
  uint64_t position = cookie == kLast ? kLast : std::max(cookie, kFirstCookie) - kFirstCookie;
  for (;;) {
    WS_ASSIGN(entries, outside([&] { return host::list(listing, position, room); }));
    for (host::Listed& entry : entries) {
      position = entry.next;
      const uint64_t next = entry.next > kLast - kFirstCookie ? kLast : entry.next + kFirstCookie;
      if (!visit({.name = std::move(entry.name), .ino = entry.ino, .type = entry.type, .cookie = next})) return {};
    }
    if (entries.empty()) return {};
  }
}

Result<void> HostFileSystem::list(Ino directory, uint64_t cookie, Process*,
                                  const std::function<bool(const DirectoryEntry&)>& visit) {
  WS_ASSIGN(listing, in_directory(directory, [](const host::Handle& in) { return host::open_listing(in); }));
  const auto listed = list_from(*listing, cookie, visit);
  mutex_.discards.push_back(std::move(listing));
  return listed;
}

FileSystemUsage HostFileSystem::usage() {
  const auto found = outside([&] { return host::usage(*root_); });
  FileSystemUsage usage = found ? *found : FileSystemUsage{};
  if (!read_only_) usage.free_bytes = std::min(usage.free_bytes, budget_);
  return usage;
}

// What changes something.

Result<void> HostFileSystem::set_attributes(Ino ino, const AttributeChange& wanted) {
  WS_TRY(check_writable());
  WS_ASSIGN(before, attributes(ino));
  // Nobody is given away.
  if ((wanted.uid && *wanted.uid != before.uid) || (wanted.gid && *wanted.gid != before.gid && *wanted.gid != kUserId))
    return Errno::perm;
  AttributeChange change = wanted;
  change.uid = {};
  if (wanted.gid && *wanted.gid == before.gid) change.gid = {};
  if (wanted.permissions) change.permissions = without_set_id(before.type, *wanted.permissions);
  if (change.permissions && before.type == FileType::symlink) change.permissions = {};
  if (!change.permissions && !change.gid && !change.accessed && !change.modified) return {};
  const auto set =
      with_entry(ino, [&](const host::Handle& entry) { return host::set_attributes(entry, change, owner_.group); });
  directories_changed();
  return set;
}

Result<uint64_t> HostFileSystem::take_budget(uint64_t wanted) {
  const uint64_t taken = std::min(wanted, budget_);
  if (taken == 0 && wanted > 0) return Errno::nospc;
  budget_ -= taken;
  return taken;
}

// Whole or not at all.
Result<void> HostFileSystem::pay_for_name() {
  if (budget_ < kMadeBytes) return Errno::nospc;
  budget_ -= kMadeBytes;
  return {};
}

Result<Ino> HostFileSystem::create(Ino directory, std::string_view name, const NewNode& wanted) {
  WS_TRY(check_writable());
  WS_TRY(check_name(name));
  WS_TRY(pay_for_name());
  const std::string text(name);
  Ref<host::Handle> opened;
  const auto make = [&](const host::Handle& in) -> Result<host::Status> {
    switch (wanted.type) {
      case FileType::regular: {
        WS_ASSIGN(file, host::create_regular(in, text, wanted.permissions));
        opened = file;
        return host::status(*opened);
      }
      case FileType::directory:
        WS_TRY(host::make_directory(in, text, wanted.permissions));
        return host::status(in, text);
      case FileType::symlink:
        WS_TRY(host::make_symlink(in, text, wanted.symlink_target));
        return host::status(in, text);
      default:
        return Errno::perm;  // as on Linux, where a file system has no such nodes
    }
  };
  const auto made = in_directory(directory, make);
  if (!made.ok()) {
    return_budget(kMadeBytes);
    return made.error();
  }
  const host::Status& found = *made;
  if (!nodes_.find(directory)) return Errno::stale;
  const Ino ino = nodes_.learn(found, directory, name);
  note(ino, found);
  if (opened) created_ = {.ino = ino, .handle = std::move(opened)};
  return ino;
}

Result<void> HostFileSystem::link(Ino directory, std::string_view name, Ino target) {
  WS_TRY(check_writable());
  WS_TRY(check_name(name));
  WS_ASSIGN(there, node(target));
  WS_TRY(pay_for_name());
  const host::Identity identity = there->identity;
  const std::string from_name = there->name, to_name(name);
  const auto linked =
      in_directories(there->parent, directory, [&](const host::Handle& from, const host::Handle& to) -> Result<void> {
        WS_TRY(check_movable(from, from_name));
        WS_TRY(host::link(from, from_name, to, to_name));
        WS_ASSIGN(made, host::status(to, to_name));
        if (made.identity == identity) return {};
        (void)host::unlink(to, to_name);
        return Errno::noent;
      });
  if (!linked.ok()) return_budget(kMadeBytes);
  return linked;
}

Result<void> HostFileSystem::unlink(Ino directory, std::string_view name) {
  WS_TRY(check_writable());
  WS_TRY(check_name(name));
  const std::string text(name);
  return in_directory(directory, [&](const host::Handle& in) { return host::unlink(in, text); });
}

Result<void> HostFileSystem::remove_directory(Ino directory, std::string_view name) {
  WS_TRY(check_writable());
  WS_TRY(check_name(name));
  const std::string text(name);
  const auto removed =
      in_directory(directory, [&](const host::Handle& in) { return host::remove_directory(in, text); });
  directories_changed();
  return removed;
}

Result<void> HostFileSystem::detach_tree(Ino directory, std::string_view name) {
  WS_TRY(check_writable());
  WS_TRY(check_name(name));
  const std::string text(name);
  const auto removed = in_directory(directory, [&](const host::Handle& in) { return host::remove_tree(in, text); });
  directories_changed();
  return removed;
}

Result<void> HostFileSystem::renamed(Ino from, std::string_view from_name, Ino to, std::string_view to_name,
                                     bool exchange) {
  WS_TRY(check_writable());
  WS_TRY(check_name(from_name));
  WS_TRY(check_name(to_name));
  const std::string source(from_name), target(to_name);
  std::optional<host::Identity> moved, moved_back;
  const auto asked = in_directories(from, to, [&](const host::Handle& in, const host::Handle& into) -> Result<void> {
    WS_TRY(check_movable(in, source));
    if (exchange) WS_TRY(check_movable(into, target));
    WS_TRY(host::rename(in, source, into, target, exchange));
    if (const auto found = host::status(into, target)) moved = found->identity;
    if (!exchange) return {};
    if (const auto found = host::status(in, source)) moved_back = found->identity;
    return {};
  });
  if (moved) nodes_.move(*moved, to, to_name);
  if (moved_back) nodes_.move(*moved_back, from, from_name);
  directories_changed();
  return asked;
}

Result<void> HostFileSystem::rename(Ino from, std::string_view from_name, Ino to, std::string_view to_name) {
  return renamed(from, from_name, to, to_name, false);
}

Result<void> HostFileSystem::exchange(Ino a, std::string_view a_name, Ino b, std::string_view b_name) {
  return renamed(a, a_name, b, b_name, true);
}

}  // namespace wasmsand
