#include "binding/objects/host_files.h"

#include "kernel/kernel.h"

namespace wasmsand {

Result<int64_t> HostFiles::add(Ref<OpenFile> file) {
  WS_TRY(kernel_.accounting().charge_descriptors(1));
  files_[++last_] = std::move(file);
  return last_;
}

Result<Ref<OpenFile>> HostFiles::get(int64_t number) const {
  const auto found = files_.find(number);
  if (found == files_.end()) return Errno::badf;
  return found->second;
}

Result<void> HostFiles::close(int64_t number) {
  if (files_.erase(number) == 0) return Errno::badf;
  kernel_.accounting().release_descriptors(1);
  return {};
}

void HostFiles::close_all() {
  kernel_.accounting().release_descriptors(static_cast<uint32_t>(files_.size()));
  files_.clear();
}

}  // namespace wasmsand
