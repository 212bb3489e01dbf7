#include "syscall/wasi/paths.h"

#include "syscall/generated/flags.h"

namespace wasmsand::wasi {
namespace {

// Walks `path` as the Vfs will, only to see whether it stays beneath its directory. What the Vfs itself refuses (a
// missing component, a file in the middle) is left for it to report. Both walks happen under one hold of the kernel's
// lock.
Status check_stays_beneath(Vfs& vfs, const Caller& caller, std::string_view path, bool follow_last) {
  std::vector<Node> chain = {caller.working_directory};
  std::string rest(path);
  int links = 0, components = 0;
  size_t at = 0;
  if (rest.starts_with('/')) return Status::not_capable;
  while (at < rest.size()) {
    const size_t end = std::min(rest.find('/', at), rest.size());
    const std::string component = rest.substr(at, end - at);
    const bool last = end == rest.size();
    at = end + 1;
    // The Vfs walks no further either.
    if (++components > kComponentsMax) return status_of(Errno::loop);
    if (component.empty() || component == ".") continue;
    if (component == "..") {
      chain.pop_back();
      if (chain.empty()) return Status::not_capable;
      continue;
    }
    Caller here = caller;
    here.working_directory = chain.back();
    Result<Node> node = vfs.resolve(here, component, false);
    if (!node) return Status::success;
    Result<Attributes> attributes = vfs.attributes(*node);
    if (!attributes) return Status::success;
    if (attributes->type != FileType::symlink || (last && !follow_last)) {
      chain.push_back(*node);
      continue;
    }
    if (++links > kSymlinkMax) return Status::success;
    WASI_ASSIGN(target, node->fs->read_link(node->ino, caller.process));
    if (target.starts_with('/')) return Status::not_capable;
    if (!last) target.append("/").append(rest, at);
    rest = std::move(target);
    at = 0;
  }
  return Status::success;
}

bool leads_somewhere(Vfs& vfs, const Caller& caller, const Node& start, std::string_view path) {
  Caller from = caller;
  from.working_directory = start;
  return vfs.resolve(from, path, false).ok();
}

// Where a path through "." starts: there, or at the root when only that leads anywhere.
Node start_of(Vfs& vfs, const Caller& caller, std::string_view path, Concerns concerns) {
  const Node &here = caller.working_directory, &root = caller.root_directory;
  const std::string_view first = path.substr(0, path.find('/'));
  if (first.empty() || first == "." || first == "..") return here;
  if (concerns == Concerns::file) {
    if (leads_somewhere(vfs, caller, here, path)) return here;
    if (leads_somewhere(vfs, caller, root, path)) return root;
  }
  const size_t slash = path.find_last_of('/', path.find_last_not_of('/'));
  if (slash == std::string_view::npos) return here;
  const std::string_view directory = path.substr(0, slash);
  return leads_somewhere(vfs, caller, here, directory) || !leads_somewhere(vfs, caller, root, directory) ? here : root;
}

}  // namespace

Outcome<std::string> read_path_text(Call& call, uint32_t address, uint32_t length) {
  if (length > kPathMax) return Errno::nametoolong;
  WASI_ASSIGN(bytes, call.memory().range(address, length));
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.find('\0') != std::string::npos) return Errno::inval;
  return text;
}

Outcome<Path> read_path(Call& call, uint32_t fd, uint64_t base_rights, uint32_t address, uint32_t length,
                        Concerns concerns, bool follow_last, uint64_t inheriting_rights) {
  WASI_ASSIGN(directory, call.descriptors.directory(fd, base_rights, inheriting_rights));
  WASI_ASSIGN(text, read_path_text(call, address, length));
  Vfs& vfs = call.kernel().vfs();
  Caller caller = call.process().caller();
  caller.working_directory = directory->node();
  if (caller.working_directory == caller.root_directory) return Path{std::move(caller), std::move(text)};
  if (call.descriptors.preopen_name(fd).status() == Status::success) {
    caller.working_directory = start_of(vfs, caller, text, concerns);
  } else {
    WASI_TRY(check_stays_beneath(vfs, caller, text, follow_last));
  }
  return Path{std::move(caller), std::move(text)};
}

Outcome<bool> follows(uint32_t flags) {
  if (flags & ~lookupflags::kSymlinkFollow) return Errno::inval;
  return (flags & lookupflags::kSymlinkFollow) != 0;
}

}  // namespace wasmsand::wasi
