#include "syscall/wasi/vectors.h"

#include "syscall/generated/abi_structs.h"

namespace wasmsand::wasi {
namespace {

constexpr uint32_t kMaxVectors = 1024;
constexpr uint64_t kMaxTransfer = INT32_MAX;
// Pieces up to this total are written as one: what a pipe or an appended file takes is then not torn.
constexpr uint64_t kGatherBytes = 64 * 1024;

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

Outcome<uint32_t> read_all(Call& call, OpenFile& file, std::span<const std::span<std::byte>> pieces) {
  IoContext io = call.io();
  if (pieces.empty()) {
    WASI_TRY(file.read(io, {}));
    return uint32_t{0};
  }
  uint32_t total = 0;
  Turns turns(call.lock);
  for (std::span<std::byte> piece : pieces) {
    if (turns.next() && call.process().killed) break;
    if (total > 0 && !(file.poll_events() & OpenFile::kPollIn)) break;
    Result<size_t> got = file.read(io, piece);
    if (!got) {
      if (total > 0) break;
      return got.error();
    }
    total += static_cast<uint32_t>(*got);
    if (*got < piece.size()) break;
  }
  return total;
}

Outcome<uint32_t> write_all(Call& call, OpenFile& file, std::span<const std::span<std::byte>> pieces) {
  IoContext io = call.io();
  uint64_t total = 0;
  for (auto piece : pieces) total += piece.size();
  if (pieces.size() <= 1 || total <= kGatherBytes) {
    std::vector<std::byte> gathered;
    std::span<const std::byte> data = pieces.empty() ? std::span<const std::byte>{} : pieces[0];
    if (pieces.size() > 1) {
      gathered.reserve(total);
      for (auto piece : pieces) gathered.insert(gathered.end(), piece.begin(), piece.end());
      data = gathered;
    }
    WASI_ASSIGN(written, file.write(io, data));
    return static_cast<uint32_t>(written);
  }
  uint32_t done = 0;
  Turns turns(call.lock);
  for (std::span<std::byte> piece : pieces) {
    if (turns.next() && call.process().killed) break;
    Result<size_t> written = file.write(io, piece);
    if (!written) {
      if (done > 0) break;
      return written.error();
    }
    done += static_cast<uint32_t>(*written);
    if (*written < piece.size()) break;
  }
  return done;
}

}  // namespace wasmsand::wasi
