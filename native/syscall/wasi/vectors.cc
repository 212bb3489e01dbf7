#include "syscall/wasi/vectors.h"

#include "syscall/generated/abi_structs.h"

namespace wasmsand::wasi {
namespace {

constexpr uint32_t kMaxVectors = 1024;
constexpr uint64_t kMaxTransfer = INT32_MAX;

}  // namespace

Outcome<std::vector<std::span<std::byte>>> read_vectors(Call& call, uint32_t address, uint32_t count) {
  if (count > kMaxVectors) return Errno::inval;
  WASI_ASSIGN(array, call.memory().range(address, uint64_t{count} * sizeof(Iovec)));
  std::vector<Iovec> vectors(count);
  if (count > 0) std::memcpy(vectors.data(), array.data(), array.size());
  std::vector<std::span<std::byte>> pieces;
  uint64_t total = 0;
  for (const Iovec& vector : vectors) {
    if (vector.length == 0) continue;
    total += vector.length;
    if (total > kMaxTransfer) return Errno::inval;
    WASI_ASSIGN(piece, call.memory().range(vector.address, vector.length));
    pieces.push_back(piece);
  }
  return pieces;
}

}  // namespace wasmsand::wasi
