#include "kernel/io/byte_queue.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace wasmsand {

void ByteQueue::append(std::span<const std::byte> data) {
  while (!data.empty()) {
    if (chunks_.empty() || chunks_.back().size() == kChunkSize) chunks_.emplace_back();
    std::vector<std::byte>& chunk = chunks_.back();
    size_t count = std::min(data.size(), kChunkSize - chunk.size());
    chunk.insert(chunk.end(), data.begin(), data.begin() + count);
    size_ += count;
    data = data.subspan(count);
  }
}

size_t ByteQueue::take(std::span<std::byte> out) {
  size_t done = 0;
  while (done < out.size() && !chunks_.empty()) {
    const std::vector<std::byte>& chunk = chunks_.front();
    size_t count = std::min(out.size() - done, chunk.size() - taken_);
    std::memcpy(out.data() + done, chunk.data() + taken_, count);
    done += count;
    taken_ += count;
    if (taken_ == chunk.size()) {
      chunks_.pop_front();
      taken_ = 0;
    }
  }
  size_ -= done;
  return done;
}

ByteQueue ByteQueue::split(size_t size) {
  ByteQueue front;
  if (size >= size_) {
    std::swap(front, *this);
    return front;
  }
  while (front.size_ < size) {
    std::vector<std::byte>& chunk = chunks_.front();
    const size_t wanted = size - front.size_, held = chunk.size() - taken_;
    if (held > wanted) {
      front.append(std::span(chunk).subspan(taken_, wanted));
      taken_ += wanted;
      break;
    }
    if (front.empty()) front.taken_ = taken_;
    front.chunks_.push_back(std::move(chunk));
    front.size_ += held;
    chunks_.pop_front();
    taken_ = 0;
  }
  size_ -= size;
  return front;
}

void ByteQueue::clear() {
  chunks_.clear();
  taken_ = size_ = 0;
}

}  // namespace wasmsand
