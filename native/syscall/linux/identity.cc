// Users and groups. A process keeps the identity it was started with: setting another is EPERM.
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

constexpr uint32_t kUnchanged = UINT32_MAX;

template <typename... Ids>
Result<int32_t> keep(uint32_t current, Ids... wanted) {
  const bool same = ((wanted == kUnchanged || wanted == current) && ...);
  if (!same) return Errno::perm;
  return 0;
}

Result<int32_t> store_three(LinuxContext& context, uint32_t value, std::array<uint32_t, 3> addresses) {
  for (const uint32_t address : addresses) WS_TRY(context.memory.store(address, value));
  return 0;
}

const Credentials& own(const LinuxContext& context) { return context.process.credentials; }

}  // namespace

Result<int32_t> sys_getuid(LinuxContext& context) { return static_cast<int32_t>(own(context).uid); }
Result<int32_t> sys_geteuid(LinuxContext& context) { return static_cast<int32_t>(own(context).uid); }
Result<int32_t> sys_getgid(LinuxContext& context) { return static_cast<int32_t>(own(context).gid); }
Result<int32_t> sys_getegid(LinuxContext& context) { return static_cast<int32_t>(own(context).gid); }

Result<int32_t> sys_getresuid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved) {
  return store_three(context, own(context).uid, {real, effective, saved});
}

Result<int32_t> sys_getresgid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved) {
  return store_three(context, own(context).gid, {real, effective, saved});
}

Result<int32_t> sys_setuid(LinuxContext& context, uint32_t id) {
  if (id == kUnchanged) return Errno::inval;
  return keep(own(context).uid, id);
}

Result<int32_t> sys_setgid(LinuxContext& context, uint32_t id) {
  if (id == kUnchanged) return Errno::inval;
  return keep(own(context).gid, id);
}

Result<int32_t> sys_setreuid(LinuxContext& context, uint32_t real, uint32_t effective) {
  return keep(own(context).uid, real, effective);
}

Result<int32_t> sys_setregid(LinuxContext& context, uint32_t real, uint32_t effective) {
  return keep(own(context).gid, real, effective);
}

Result<int32_t> sys_setresuid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved) {
  return keep(own(context).uid, real, effective, saved);
}

Result<int32_t> sys_setresgid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved) {
  return keep(own(context).gid, real, effective, saved);
}

// These two never fail; they answer with the identity before.
Result<int32_t> sys_setfsuid(LinuxContext& context, uint32_t) { return static_cast<int32_t>(own(context).uid); }
Result<int32_t> sys_setfsgid(LinuxContext& context, uint32_t) { return static_cast<int32_t>(own(context).gid); }

Result<int32_t> sys_getgroups(LinuxContext& context, int32_t count, uint32_t groups) {
  const std::vector<uint32_t>& own_groups = own(context).groups;
  const auto size = static_cast<int32_t>(own_groups.size());
  if (count < 0) return Errno::inval;
  if (count == 0) return size;
  if (count < size) return Errno::inval;
  WS_ASSIGN(out, context.memory.range(groups, own_groups.size() * sizeof(uint32_t)));
  if (size > 0) std::memcpy(out.data(), own_groups.data(), out.size());
  return size;
}

Result<int32_t> sys_setgroups(LinuxContext&, int32_t, uint32_t) { return Errno::perm; }

}  // namespace wasmsand
