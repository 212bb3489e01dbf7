#include "kernel/vfs/host/host_program.h"

#include <algorithm>

namespace wasmsand {

bool MountedProgram::is(const host::Status& found) const {
  const Attributes &then = found_.attributes, &now = found.attributes;
  return found_.identity == found.identity && then.size == now.size && then.modified == now.modified &&
         then.changed == now.changed;
}

Result<Program::Bytes> MountedProgram::bytes() {
  auto bytes = std::make_shared<std::vector<std::byte>>(size());
  for (size_t done = 0; done < bytes->size();) {
    WS_ASSIGN(count, host::read_at(*file_, done, std::span(*bytes).subspan(done)));
    if (count == 0) return Errno::txtbsy;
    done += count;
  }
  WS_ASSIGN(now, host::status(*file_));
  if (!is(now)) return Errno::txtbsy;
  return Bytes(std::move(bytes));
}

Ref<Program> HostPrograms::find(const host::Status& found) {
  const auto same = std::ranges::find_if(programs_, [&](const auto& program) { return program->is(found); });
  if (same == programs_.end()) return {};
  programs_.splice(programs_.begin(), programs_, same);
  return *same;
}

void HostPrograms::add(Ref<MountedProgram> program, std::vector<Ref<RefCounted>>& discards) {
  programs_.push_front(std::move(program));
  if (programs_.size() <= kMost) return;
  discards.push_back(std::move(programs_.back()));
  programs_.pop_back();
}

}  // namespace wasmsand
