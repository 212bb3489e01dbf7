#include "kernel/io/descriptor_table.h"

#include <algorithm>

#include "kernel/resources/accounting.h"

namespace wasmsand {

DescriptorTable::~DescriptorTable() { take_all(); }

Result<Ref<OpenFile>> DescriptorTable::get(int fd) const {
  if (!is_open(fd)) return Errno::badf;
  return slots_[fd].file;
}

Result<int> DescriptorTable::add(Ref<OpenFile> file, bool close_on_exec, int minimum, uint32_t limit) {
  size_t fd = std::max(minimum, 0);
  while (fd < slots_.size() && slots_[fd].file) fd++;
  if (fd >= limit) {
    // It may have a lower one of its own.
    if (limit < accounting_.limits().open_files_at_first()) return Errno::mfile;
    return accounting_.refuse(Limit::max_open_files, Errno::mfile);
  }
  WS_TRY(accounting_.charge_descriptors(1));
  if (fd >= slots_.size()) slots_.resize(fd + 1);
  slots_[fd] = {std::move(file), close_on_exec};
  return static_cast<int>(fd);
}

Result<void> DescriptorTable::put(int fd, Ref<OpenFile> file, bool close_on_exec, uint32_t limit) {
  if (fd < 0 || static_cast<uint32_t>(fd) >= limit) return Errno::badf;
  if (!is_open(fd)) WS_TRY(accounting_.charge_descriptors(1));
  if (static_cast<size_t>(fd) >= slots_.size()) slots_.resize(fd + 1);
  slots_[fd] = {std::move(file), close_on_exec};
  return {};
}

Result<Ref<OpenFile>> DescriptorTable::remove(int fd) {
  if (!is_open(fd)) return Errno::badf;
  Ref<OpenFile> file = std::exchange(slots_[fd].file, {});
  accounting_.release_descriptors(1);
  return file;
}

Result<bool> DescriptorTable::close_on_exec(int fd) const {
  if (!is_open(fd)) return Errno::badf;
  return slots_[fd].close_on_exec;
}

Result<void> DescriptorTable::set_close_on_exec(int fd, bool value) {
  if (!is_open(fd)) return Errno::badf;
  slots_[fd].close_on_exec = value;
  return {};
}

Result<void> DescriptorTable::copy_from(const DescriptorTable& parent) {
  auto open = std::count_if(parent.slots_.begin(), parent.slots_.end(),
                            [](const Slot& slot) { return static_cast<bool>(slot.file); });
  WS_TRY(accounting_.charge_descriptors(static_cast<uint32_t>(open)));
  slots_ = parent.slots_;
  return {};
}

std::vector<Ref<OpenFile>> DescriptorTable::take_close_on_exec() {
  std::vector<Ref<OpenFile>> taken;
  for (Slot& slot : slots_) {
    if (slot.file && slot.close_on_exec) taken.push_back(std::exchange(slot.file, {}));
  }
  accounting_.release_descriptors(static_cast<uint32_t>(taken.size()));
  return taken;
}

std::vector<Ref<OpenFile>> DescriptorTable::take_all() {
  std::vector<Ref<OpenFile>> taken;
  for (Slot& slot : slots_) {
    if (slot.file) taken.push_back(std::move(slot.file));
  }
  slots_.clear();
  accounting_.release_descriptors(static_cast<uint32_t>(taken.size()));
  return taken;
}

std::vector<int> DescriptorTable::open_descriptors() const {
  std::vector<int> open;
  for (size_t fd = 0; fd < slots_.size(); fd++) {
    if (slots_[fd].file) open.push_back(static_cast<int>(fd));
  }
  return open;
}

}  // namespace wasmsand
