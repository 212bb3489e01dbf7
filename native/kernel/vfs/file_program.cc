#include "kernel/vfs/file_program.h"

#include <uv.h>

#include <algorithm>
#include <atomic>
#include <unordered_set>

#include "kernel/seeded_hash.h"

namespace wasmsand {

namespace {

constexpr uint64_t kHeadLength = 256;

uint64_t next_id() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

// The programs of all sandboxes: workers compile them and must hear that they have gone.
struct Existing {
  std::mutex mutex;
  std::unordered_set<uint64_t, SeededHash> ids;
  std::atomic<uint64_t> gone{0};
};

Existing& existing() {
  static auto* instance = new Existing;  // outlives every thread that may still ask at exit
  return *instance;
}

// A file of the host, open for reading.
class HostFile {
 public:
  explicit HostFile(const std::string& path) {
    uv_fs_t request;
    handle_ = uv_fs_open(nullptr, &request, path.c_str(), UV_FS_O_RDONLY, 0, nullptr);
    uv_fs_req_cleanup(&request);
  }
  ~HostFile() {
    if (handle_ < 0) return;
    uv_fs_t request;
    uv_fs_close(nullptr, &request, handle_, nullptr);
    uv_fs_req_cleanup(&request);
  }
  HostFile(const HostFile&) = delete;
  HostFile& operator=(const HostFile&) = delete;

  bool is_open() const { return handle_ >= 0; }
  // Fewer bytes than asked for only at the end of the file; nothing after an error.
  size_t read(std::span<std::byte> out) {
    size_t done = 0;
    while (done < out.size()) {
      constexpr size_t kMost = size_t{1} << 30;  // a uv_buf_t's length is 32 bits wide on Windows
      size_t piece = std::min(out.size() - done, kMost);
      uv_buf_t buffer = uv_buf_init(reinterpret_cast<char*>(out.data()) + done, static_cast<unsigned>(piece));
      uv_fs_t request;
      int count = uv_fs_read(nullptr, &request, handle_, &buffer, 1, static_cast<int64_t>(done), nullptr);
      uv_fs_req_cleanup(&request);
      if (count <= 0) break;
      done += static_cast<size_t>(count);
    }
    return done;
  }

 private:
  uv_file handle_;
};

}  // namespace

OwnProgram::OwnProgram() : id_(next_id()) {
  std::lock_guard guard(existing().mutex);
  existing().ids.insert(id_);
}

OwnProgram::~OwnProgram() {
  {
    std::lock_guard guard(existing().mutex);
    existing().ids.erase(id_);
  }
  existing().gone.fetch_add(1, std::memory_order_relaxed);
}

bool OwnProgram::exists(uint64_t id) {
  std::lock_guard guard(existing().mutex);
  return existing().ids.contains(id);
}

uint64_t OwnProgram::gone() { return existing().gone.load(std::memory_order_relaxed); }

ContentProgram::ContentProgram(FileContent content)
    : content_(std::move(content)), head_(std::min(content_.size(), kHeadLength)) {
  content_.read(0, head_);
}

Result<Program::Bytes> ContentProgram::bytes() {
  auto copy = std::make_shared<std::vector<std::byte>>(content_.size());
  content_.read(0, *copy);
  return Bytes(std::move(copy));
}

HostProgram::HostProgram(std::string host_path, uint64_t size)
    : id_(next_id()), host_path_(std::move(host_path)), size_(size) {}

Result<std::span<const std::byte>> HostProgram::head() {
  std::lock_guard guard(head_mutex_);
  if (head_.empty() && size_ > 0) {
    WS_ASSIGN(bytes, load(std::min(size_, kHeadLength)));
    head_ = std::move(bytes);
  }
  head_loaded_.store(true, std::memory_order_release);
  return std::span<const std::byte>(head_);
}

Result<Program::Bytes> HostProgram::bytes() {
  std::lock_guard guard(mutex_);
  if (!bytes_) {
    WS_ASSIGN(bytes, load(size_));
    bytes_ = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    loaded_.store(true, std::memory_order_release);
  }
  return bytes_;
}

Result<std::vector<std::byte>> HostProgram::load(uint64_t length) const {
  HostFile file(host_path_);
  if (!file.is_open()) return Errno::noent;
  std::vector<std::byte> bytes(length);
  if (file.read(bytes) != length) return Errno::io;
  return bytes;
}

}  // namespace wasmsand
