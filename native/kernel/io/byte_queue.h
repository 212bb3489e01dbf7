// A queue of bytes between host and guest. It is a list of chunks, so that growing never copies queued bytes.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace wasmsand {

class ByteQueue {
 public:
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void append(std::span<const std::byte> data);
  // Moves out up to `out.size()` bytes from the front.
  size_t take(std::span<std::byte> out);
  // Moves up to `size` bytes from the front into a new queue, without copying whole chunks.
  ByteQueue split(size_t size);
  void clear();

 private:
  static constexpr size_t kChunkSize = 64 * 1024;
  std::deque<std::vector<std::byte>> chunks_;
  size_t taken_ = 0;  // of the first chunk
  size_t size_ = 0;
};

}  // namespace wasmsand
