// Bytes of a descriptor, for those who read lines: read, mapfile, and the shell itself where its commands come from.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "interrupt.h"
#include "scoped.h"

namespace shell {

// Nothing behind the last byte taken is consumed: from files it reads blocks and seeks back, from pipes and terminals
// no more than it is sure to use.
class Input : NonCopyable {
 public:
  // `interrupted` is called before each wait, and when a signal has come. False: reading must end.
  Input(int fd, std::function<bool()> interrupted)
      : fd_(fd), seekable_(lseek(fd, 0, SEEK_CUR) >= 0), interrupted_(std::move(interrupted)) {}
  ~Input() { give_back(); }

  [[nodiscard]] bool seekable() const { return seekable_; }
  [[nodiscard]] bool timed_out() const { return timed_out_; }
  [[nodiscard]] int error() const { return error_; }
  void set_timeout(int64_t microseconds) { deadline_ = now_microseconds() + microseconds; }
  void take_all() { to_end_ = true; }

  // `sure`: so many bytes will be taken in any case. -1: end of input, an error, a timeout, or the shell is to leave.
  int next(size_t sure = 1) {
    if (position_ == size_ && !fill(sure)) return -1;
    return static_cast<unsigned char>(bytes_[position_++]);
  }

  // What has been read too far is left for others.
  void give_back() {
    if (seekable_ && position_ < size_) {
      lseek(fd_, static_cast<off_t>(position_) - static_cast<off_t>(size_), SEEK_CUR);
      block_ = sizeof first_;
    }
    position_ = size_ = 0;
  }

  // What is here already and will be next() first.
  [[nodiscard]] std::string_view buffered() const { return {bytes_ + position_, size_ - position_}; }
  void skip(size_t count) { position_ += count; }

  // Appends what there is up to and with `delimiter`. False: the end of the input, and nothing was appended.
  bool line(std::string& out, char delimiter) {
    const size_t before = out.size();
    while (position_ < size_ || fill(1)) {
      const char* start = bytes_ + position_;
      const size_t left = size_ - position_;
      const void* end = std::memchr(start, delimiter, left);
      const size_t length = end == nullptr ? left : static_cast<size_t>(static_cast<const char*>(end) - start) + 1;
      out.append(start, length);
      position_ += length;
      if (end != nullptr) return true;
    }
    return out.size() > before;
  }

 private:
  bool fill(size_t sure) {
    size_t size = sure;
    if (seekable_ || to_end_) {
      size = std::max(block_, sure);
      block_ = std::min(block_ * 8, kLargestBlock);
    }
    size = std::min(size, kLargestBlock);
    if (size > sizeof first_) {
      if (large_ == nullptr) large_ = std::make_unique_for_overwrite<char[]>(kLargestBlock);
      bytes_ = large_.get();
    }
    position_ = 0;
    ssize_t count = -1;
    // A signal that has come by now would not end the wait.
    for (bool goes = goes_on(); goes;) {
      if (deadline_ >= 0 && !wait_readable()) break;
      count = ::read(fd_, bytes_, size);
      if (count >= 0 || errno != EINTR || !goes_on()) break;
    }
    if (count > 0 && interrupted() && !goes_on()) count = -1;
    if (count < 0 && !timed_out_ && !stopped_) error_ = errno;
    size_ = count > 0 ? static_cast<size_t>(count) : 0;
    return count > 0;
  }

  bool goes_on() {
    stopped_ = !interrupted_();
    return !stopped_;
  }

  static int64_t now_microseconds() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<int64_t>(time.tv_sec) * 1000000 + time.tv_nsec / 1000;
  }

  bool wait_readable() {
    for (;;) {
      const int64_t left = deadline_ - now_microseconds();
      pollfd entry{fd_, POLLIN, 0};
      const int milliseconds = left <= 0 ? 0 : static_cast<int>(std::min<int64_t>((left + 999) / 1000, INT_MAX));
      const int ready = poll(&entry, 1, milliseconds);
      if (ready > 0) return true;
      if (ready == 0 && deadline_ <= now_microseconds()) {
        timed_out_ = true;
        return false;
      }
      if (ready < 0 && (errno != EINTR || !goes_on())) return false;
    }
  }

  int fd_;
  bool seekable_;
  std::function<bool()> interrupted_;
  bool to_end_ = false;
  bool timed_out_ = false;
  bool stopped_ = false;
  int error_ = 0;
  int64_t deadline_ = -1;
  static constexpr size_t kLargestBlock = size_t{64} * 1024;
  size_t block_ = sizeof first_;
  size_t position_ = 0;
  size_t size_ = 0;
  // Most lines are short: nothing is allocated for them, and no memory cleared.
  char first_[512];
  std::unique_ptr<char[]> large_;
  char* bytes_ = first_;
};

}  // namespace shell
