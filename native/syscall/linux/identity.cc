// Users and groups, as in credentials(7). Root of a sandbox may become anybody; it is root of nothing but the sandbox.
#include <algorithm>

#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

constexpr uint32_t kUnchanged = UINT32_MAX;

// The three users of a process, or its three groups.
struct Identity {
  uint32_t& real;
  uint32_t& effective;
  uint32_t& saved;

  [[nodiscard]] bool has(uint32_t id) const { return id == real || id == effective || id == saved; }
};

Credentials& own(const LinuxContext& context) { return context.process.credentials; }

Identity user(const LinuxContext& context) {
  Credentials& credentials = own(context);
  return {credentials.real_uid, credentials.uid, credentials.saved_uid};
}

Identity group(const LinuxContext& context) {
  Credentials& credentials = own(context);
  return {credentials.real_gid, credentials.gid, credentials.saved_gid};
}

bool is_root(const LinuxContext& context) { return own(context).is_root(); }

Result<int32_t> set(Identity identity, bool as_root, uint32_t id) {
  if (id == kUnchanged) return Errno::inval;
  if (as_root) {
    identity.real = identity.effective = identity.saved = id;
  } else if (id == identity.real || id == identity.saved) {
    identity.effective = id;
  } else {
    return Errno::perm;
  }
  return 0;
}

Result<int32_t> set_two(Identity identity, bool as_root, uint32_t real, uint32_t effective) {
  if (!as_root) {
    if (real != kUnchanged && real != identity.real && real != identity.effective) return Errno::perm;
    if (effective != kUnchanged && !identity.has(effective)) return Errno::perm;
  }
  const bool becomes_saved = real != kUnchanged || (effective != kUnchanged && effective != identity.real);
  if (real != kUnchanged) identity.real = real;
  if (effective != kUnchanged) identity.effective = effective;
  if (becomes_saved) identity.saved = identity.effective;
  return 0;
}

Result<int32_t> set_three(Identity identity, bool as_root, uint32_t real, uint32_t effective, uint32_t saved) {
  for (const uint32_t id : {real, effective, saved})
    if (!as_root && id != kUnchanged && !identity.has(id)) return Errno::perm;
  if (real != kUnchanged) identity.real = real;
  if (effective != kUnchanged) identity.effective = effective;
  if (saved != kUnchanged) identity.saved = saved;
  return 0;
}

Result<int32_t> store_three(LinuxContext& context, const Identity& identity, std::array<uint32_t, 3> addresses) {
  const std::array<uint32_t, 3> values = {identity.real, identity.effective, identity.saved};
  for (size_t i = 0; i < values.size(); i++) WS_TRY(context.memory.store(addresses[i], values[i]));
  return 0;
}

}  // namespace

Result<int32_t> sys_getuid(LinuxContext& context) { return static_cast<int32_t>(own(context).real_uid); }
Result<int32_t> sys_geteuid(LinuxContext& context) { return static_cast<int32_t>(own(context).uid); }
Result<int32_t> sys_getgid(LinuxContext& context) { return static_cast<int32_t>(own(context).real_gid); }
Result<int32_t> sys_getegid(LinuxContext& context) { return static_cast<int32_t>(own(context).gid); }

Result<int32_t> sys_getresuid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved) {
  return store_three(context, user(context), {real, effective, saved});
}

Result<int32_t> sys_getresgid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved) {
  return store_three(context, group(context), {real, effective, saved});
}

Result<int32_t> sys_setuid(LinuxContext& context, uint32_t id) { return set(user(context), is_root(context), id); }
Result<int32_t> sys_setgid(LinuxContext& context, uint32_t id) { return set(group(context), is_root(context), id); }

Result<int32_t> sys_setreuid(LinuxContext& context, uint32_t real, uint32_t effective) {
  return set_two(user(context), is_root(context), real, effective);
}

Result<int32_t> sys_setregid(LinuxContext& context, uint32_t real, uint32_t effective) {
  return set_two(group(context), is_root(context), real, effective);
}

Result<int32_t> sys_setresuid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved) {
  return set_three(user(context), is_root(context), real, effective, saved);
}

Result<int32_t> sys_setresgid(LinuxContext& context, uint32_t real, uint32_t effective, uint32_t saved) {
  return set_three(group(context), is_root(context), real, effective, saved);
}

// These two never fail; they answer with the identity before. The effective one counts for files.
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

Result<int32_t> sys_setgroups(LinuxContext& context, int32_t count, uint32_t groups) {
  if (!is_root(context)) return Errno::perm;
  if (count < 0 || static_cast<size_t>(count) > kGroupsMax) return Errno::inval;
  WS_ASSIGN(given, context.memory.range(groups, static_cast<size_t>(count) * sizeof(uint32_t)));
  std::vector<uint32_t> wanted(static_cast<size_t>(count));
  if (count > 0) std::memcpy(wanted.data(), given.data(), given.size());
  std::ranges::sort(wanted);
  own(context).groups = std::move(wanted);
  return 0;
}

}  // namespace wasmsand
