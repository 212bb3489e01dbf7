#include "syscall/wasi/descriptors.h"

#include "syscall/generated/flags.h"

namespace wasmsand::wasi {
namespace {

constexpr int kStandardStreams = 3;
constexpr uint32_t kRootDescriptor = 3, kWorkingDirectoryDescriptor = 4;

uint32_t descriptor_limit(const Process& process) {
  return static_cast<uint32_t>(std::min<uint64_t>(process.limits[abi::kRLIMIT_NOFILE].soft, UINT32_MAX));
}

}  // namespace

Descriptors::Descriptors(Process& process) : process_(process) {
  for (int fd : process.descriptors->open_descriptors()) {
    Result<Ref<OpenFile>> file = process.descriptors->get(fd);
    const auto number = static_cast<uint32_t>(fd);
    if (fd < kStandardStreams) {
      if (Result<Attributes> attributes = (*file)->attributes())
        entries_[number] = {full_rights(**file, *attributes), {}};
    } else if (number == kRootDescriptor || number == kWorkingDirectoryDescriptor) {
      process.kernel.vfs().locks().descriptor_closed(process, **file);
      (void)process.descriptors->remove(fd);
    }
  }
  preopen(kRootDescriptor, process.caller().root_directory, "/");
  preopen(kWorkingDirectoryDescriptor, *process.working_directory, ".");
}

void Descriptors::preopen(uint32_t fd, const Node& directory, std::string name) {
  Vfs& vfs = process_.kernel.vfs();
  Result<Ref<OpenFile>> file = vfs.open_node(process_.caller(), directory, abi::kO_DIRECTORY);
  // A directory one may not list can still be walked through.
  if (!file) file = vfs.open_node(process_.caller(), directory, abi::kO_DIRECTORY | abi::kO_PATH);
  if (!file) return;
  Result<Attributes> attributes = (*file)->attributes();
  if (!attributes) return;
  if (!process_.descriptors->put(static_cast<int>(fd), *file, true, descriptor_limit(process_))) return;
  entries_[fd] = {full_rights(**file, *attributes), std::move(name)};
}

Outcome<Descriptors::Entry*> Descriptors::entry(uint32_t fd) {
  auto found = entries_.find(fd);
  if (found == entries_.end()) return Errno::badf;
  return &found->second;
}

Outcome<Ref<OpenFile>> Descriptors::get(uint32_t fd, uint64_t base, uint64_t inheriting) {
  WASI_ASSIGN(known, entry(fd));
  if ((base & ~known->rights.base) || (inheriting & ~known->rights.inheriting)) return Status::not_capable;
  WASI_ASSIGN(file, process_.descriptors->get(static_cast<int>(fd)));
  return file;
}

Outcome<Ref<OpenFile>> Descriptors::directory(uint32_t fd, uint64_t base, uint64_t inheriting) {
  WASI_ASSIGN(file, get(fd));
  WASI_ASSIGN(attributes, file->attributes());
  if (attributes.type != FileType::directory) return Errno::notdir;
  return get(fd, base, inheriting);
}

Outcome<uint32_t> Descriptors::add(Ref<OpenFile> file, Rights rights) {
  WASI_ASSIGN(fd, process_.descriptors->add(std::move(file), true, 0, descriptor_limit(process_)));
  entries_[static_cast<uint32_t>(fd)] = {rights, {}};
  return static_cast<uint32_t>(fd);
}

Status Descriptors::close(uint32_t fd) {
  WASI_TRY(entry(fd));
  WASI_ASSIGN(file, process_.descriptors->remove(static_cast<int>(fd)));
  process_.kernel.vfs().locks().descriptor_closed(process_, *file);
  entries_.erase(fd);
  return Status::success;
}

Status Descriptors::renumber(uint32_t from, uint32_t to) {
  WASI_ASSIGN(source, entry(from));
  WASI_ASSIGN(target, entry(to));
  if (from == to) return Status::success;
  WASI_ASSIGN(file, process_.descriptors->get(static_cast<int>(from)));
  WASI_ASSIGN(replaced, process_.descriptors->get(static_cast<int>(to)));
  process_.kernel.vfs().locks().descriptor_closed(process_, *replaced);
  WASI_TRY(process_.descriptors->put(static_cast<int>(to), file, true, descriptor_limit(process_)));
  WASI_TRY(process_.descriptors->remove(static_cast<int>(from)));
  *target = std::move(*source);
  entries_.erase(from);
  return Status::success;
}

Outcome<Rights> Descriptors::rights(uint32_t fd) {
  WASI_ASSIGN(known, entry(fd));
  return known->rights;
}

Status Descriptors::shrink_rights(uint32_t fd, Rights rights) {
  WASI_ASSIGN(known, entry(fd));
  if ((rights.base & ~known->rights.base) || (rights.inheriting & ~known->rights.inheriting))
    return Status::not_capable;
  known->rights = rights;
  return Status::success;
}

Outcome<std::string> Descriptors::preopen_name(uint32_t fd) {
  WASI_ASSIGN(known, entry(fd));
  if (known->preopen_name.empty()) return Errno::badf;
  return known->preopen_name;
}

}  // namespace wasmsand::wasi
