// What sendmsg and recvmsg point to, in guest memory.
#pragma once

#include "kernel/net/socket.h"
#include "syscall/linux/context.h"

namespace wasmsand {

struct MessageAddress {
  uint32_t address = 0, length = 0;
};

// The address that a call gives; EINVAL when it is longer than any.
Result<SocketAddress> load_address(LinuxContext& context, uint32_t address, uint32_t length);
// The length is the caller's room, and becomes what there was to say. No place: nothing is told.
Result<void> store_address(LinuxContext& context, const std::optional<SocketAddress>& value, uint32_t address,
                           uint32_t length_address);
// A socket; ENOTSOCK.
Result<Ref<Socket>> socket_of(LinuxContext& context, int32_t fd);

// UIO_MAXIOV vectors at most: EMSGSIZE.
Result<std::vector<std::span<std::byte>>> load_parts(GuestMemory& memory, uint32_t address, uint32_t count);

// The files of SCM_RIGHTS; EINVAL for control data that is none, or of another kind.
Result<std::vector<Ref<OpenFile>>> load_files(LinuxContext& context, uint32_t address, uint32_t length);

// Gives the process the files that came, as many as there is room for, and writes down which; MSG_CTRUNC in the answer:
// not all. `length`: the room, and then what was used.
Result<uint32_t> store_files(LinuxContext& context, std::vector<Ref<OpenFile>> files, bool close_on_exec,
                             uint32_t address, uint32_t& length);
uint32_t store_credentials(LinuxContext& context, const PeerCredentials& credentials, uint32_t address,
                           uint32_t& length);

}  // namespace wasmsand
