#include "binding/objects/providers.h"

#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

Result<uint32_t> Providers::mount(const std::string& path, Nanoseconds patience) {
  const uint32_t number = last_ + 1;
  WS_ASSIGN(tree, kernel_.mount_provider(path, *this, number, patience));
  last_ = number;
  trees_[number] = tree;
  return number;
}

uint32_t Providers::number_of(const FileSystem* fs) const {
  const auto is_it = [&](const auto& tree) { return tree.second.get() == fs; };
  const auto found = std::ranges::find_if(trees_, is_it);
  return found == trees_.end() ? 0 : found->second->number();
}

void Providers::forget(uint32_t number) {
  const auto found = trees_.find(number);
  if (found == trees_.end()) return;
  found->second->close();
  trees_.erase(found);
}

ProvidedFileSystem* Providers::find(int64_t number) {
  const auto found = trees_.find(number);
  return found == trees_.end() ? nullptr : found->second.get();
}

std::pair<ProvidedFileSystem*, const Question*> Providers::next_of_host() {
  for (const auto& [number, tree] : trees_)
    if (const Question* const question = tree->next_of_host()) return {tree.get(), question};
  return {nullptr, nullptr};
}

void Providers::host_done() {
  for (const auto& [number, tree] : trees_) tree->host_done();
}

void Providers::close_all() {
  for (const auto& [number, tree] : trees_) tree->close();
  trees_.clear();
}

void Providers::ask(uint32_t mount, const Question& question) {
  events_.post(
      {.kernel = kernel_id_, .kind = EventKind::asked, .id = question.number, .a = static_cast<double>(mount)});
}

}  // namespace wasmsand
