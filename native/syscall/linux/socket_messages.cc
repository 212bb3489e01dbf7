#include "syscall/linux/socket_messages.h"

#include <algorithm>

namespace wasmsand {

namespace {

constexpr uint32_t kVectorsMax = 1024;       // UIO_MAXIOV
constexpr uint32_t kControlMax = 16 * 1024;  // net.core.optmem_max
constexpr size_t kFilesMax = 253;            // SCM_MAX_FD

constexpr uint32_t aligned(uint32_t length) { return (length + 3) & ~3u; }

}  // namespace

Result<Ref<Socket>> socket_of(LinuxContext& context, int32_t fd) {
  WS_ASSIGN(file, context.file(fd));
  Socket* const socket = file->as_socket();
  if (socket == nullptr) return Errno::notsock;
  return Ref<Socket>(socket);
}

Result<SocketAddress> load_address(LinuxContext& context, uint32_t address, uint32_t length) {
  if (length > 128) return Errno::inval;  // sockaddr_storage
  WS_ASSIGN(bytes, context.memory.range(address, length));
  return SocketAddress::decode(bytes);
}

Result<void> store_address(LinuxContext& context, const std::optional<SocketAddress>& value, uint32_t address,
                           uint32_t length_address) {
  if (address == 0) return {};
  WS_ASSIGN(room, context.memory.load<int32_t>(length_address));
  if (room < 0) return Errno::inval;
  const std::string bytes = value ? value->encode() : std::string();
  const size_t count = std::min<size_t>(static_cast<size_t>(room), bytes.size());
  WS_ASSIGN(place, context.memory.range(address, count));
  if (count > 0) std::memcpy(place.data(), bytes.data(), count);
  return context.memory.store(length_address, static_cast<uint32_t>(bytes.size()));
}

Result<std::vector<std::span<std::byte>>> load_parts(GuestMemory& memory, uint32_t address, uint32_t count) {
  if (count > kVectorsMax) return Errno::msgsize;
  WS_ASSIGN(bytes, memory.range(address, uint64_t{count} * sizeof(abi::Iovec)));
  std::vector<abi::Iovec> raw(count);
  if (count > 0) std::memcpy(raw.data(), bytes.data(), bytes.size());
  std::vector<std::span<std::byte>> parts;
  uint64_t total = 0;
  for (const abi::Iovec& vector : raw) {
    if (vector.length > INT32_MAX) return Errno::inval;
    WS_ASSIGN(part, memory.range(vector.address, vector.length));
    const uint64_t taken = std::min<uint64_t>(part.size(), kTransferMax - total);
    total += taken;
    if (taken > 0) parts.push_back(part.first(taken));
  }
  return parts;
}

Result<std::vector<Ref<OpenFile>>> load_files(LinuxContext& context, uint32_t address, uint32_t length) {
  std::vector<Ref<OpenFile>> files;
  if (address == 0 || length == 0) return files;
  if (length > kControlMax) return Errno::nobufs;
  WS_ASSIGN(place, context.memory.range(address, length));
  // Copied: it is looked at more than once.
  const std::vector<std::byte> control(place.begin(), place.end());
  size_t at = 0;
  while (at + sizeof(abi::Cmsghdr) <= control.size()) {
    abi::Cmsghdr header;
    std::memcpy(&header, &control[at], sizeof header);
    if (header.length < sizeof header || header.length > control.size() - at) return Errno::inval;
    if (header.level == abi::kSOL_SOCKET && header.type == abi::kSCM_RIGHTS) {
      const size_t count = (header.length - sizeof header) / sizeof(int32_t);
      if (files.size() + count > kFilesMax) return Errno::inval;
      for (size_t i = 0; i < count; i++) {
        int32_t fd;
        std::memcpy(&fd, &control[at + sizeof header + i * sizeof fd], sizeof fd);
        WS_ASSIGN(file, context.file_or_path(fd));
        files.push_back(file);
      }
    } else if (header.level != abi::kSOL_SOCKET || header.type != abi::kSCM_CREDENTIALS) {
      // Credentials are the kernel's to tell: what a process says of itself is not believed, nor passed on.
      if (header.level == abi::kSOL_SOCKET) return Errno::inval;
    }
    at += aligned(header.length);
  }
  return files;
}

Result<uint32_t> store_files(LinuxContext& context, std::vector<Ref<OpenFile>> files, bool close_on_exec,
                             uint32_t address, uint32_t& length) {
  const uint32_t room = address == 0 ? 0 : std::exchange(length, 0);
  if (files.empty()) return 0u;
  if (room < sizeof(abi::Cmsghdr) + sizeof(int32_t)) return abi::kMSG_CTRUNC;
  const size_t most = std::min(files.size(), (room - sizeof(abi::Cmsghdr)) / sizeof(int32_t));
  WS_ASSIGN(place, context.memory.range(address, sizeof(abi::Cmsghdr) + most * sizeof(int32_t)));
  size_t given = 0;
  for (; given < most; given++) {
    const Result<int32_t> fd = context.add_descriptor(files[given], close_on_exec);
    if (!fd.ok()) break;
    std::memcpy(&place[sizeof(abi::Cmsghdr) + given * sizeof(int32_t)], &*fd, sizeof *fd);
  }
  if (given > 0) {
    const abi::Cmsghdr header = {.length = static_cast<uint32_t>(sizeof(abi::Cmsghdr) + given * sizeof(int32_t)),
                                 .level = abi::kSOL_SOCKET,
                                 .type = abi::kSCM_RIGHTS};
    std::memcpy(place.data(), &header, sizeof header);
    length = std::min(aligned(header.length), room);
  }
  return given < files.size() ? abi::kMSG_CTRUNC : 0u;
}

uint32_t store_credentials(LinuxContext& context, const PeerCredentials& credentials, uint32_t address,
                           uint32_t& length) {
  struct {
    abi::Cmsghdr header;
    abi::Ucred value;
  } const message = {
      {.length = sizeof(abi::Cmsghdr) + sizeof(abi::Ucred), .level = abi::kSOL_SOCKET, .type = abi::kSCM_CREDENTIALS},
      {.pid = credentials.pid, .uid = credentials.uid, .gid = credentials.gid}};
  if (address == 0 || length < sizeof message || !context.memory.store(address, message).ok()) return abi::kMSG_CTRUNC;
  length = sizeof message;
  return 0;
}

}  // namespace wasmsand
