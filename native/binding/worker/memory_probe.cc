#include "binding/worker/memory_probe.h"

#include <fcntl.h>
#include <unistd.h>

#include "module/module.h"

namespace wasmsand {

MemoryProbe::MemoryProbe() {
  if (pipe2(pipe_, O_CLOEXEC | O_NONBLOCK) != 0) pipe_[0] = pipe_[1] = -1;
}

MemoryProbe::~MemoryProbe() {
  if (pipe_[0] >= 0) close(pipe_[0]);
  if (pipe_[1] >= 0) close(pipe_[1]);
}

bool MemoryProbe::readable(const std::byte* address) {
  if (write(pipe_[1], address, 1) != 1) return false;
  std::byte sink;
  return read(pipe_[0], &sink, 1) == 1;
}

size_t MemoryProbe::measure(const std::byte* base, size_t known, size_t limit) {
  auto reaches = [&](size_t size) { return readable(base + size - kWasmPageBytes); };
  if (known + kWasmPageBytes > limit || !reaches(known + kWasmPageBytes)) return known;
  // Accessible pages are contiguous: double the step until it misses, then halve it.
  size_t size = known + kWasmPageBytes, step = kWasmPageBytes;
  while (size + step <= limit && reaches(size + step)) {
    size += step;
    step *= 2;
  }
  for (; step >= kWasmPageBytes; step /= 2) {
    if (size + step <= limit && reaches(size + step)) size += step;
  }
  return size;
}

}  // namespace wasmsand
