#include "binding/objects/file_call.h"

#include <cmath>
#include <cstring>

#include "binding/interface.h"

namespace wasmsand {
namespace {

// Rounded down: the nanoseconds that are left are never negative.
double seconds(Nanoseconds time) { return static_cast<double>(time / kSecond - (time % kSecond < 0 ? 1 : 0)); }
double nanoseconds(Nanoseconds time) { return static_cast<double>((time % kSecond + kSecond) % kSecond); }

double milliseconds(Nanoseconds time) { return static_cast<double>(time) / kMillisecond; }

}  // namespace

Result<void> store_attributes(const Attributes& attributes, std::span<double> into) {
  const StatFields fields = {
      .dev = static_cast<double>(attributes.device),
      .ino = static_cast<double>(attributes.ino),
      .mode = static_cast<double>(attributes.mode()),
      .nlink = static_cast<double>(attributes.link_count),
      .uid = static_cast<double>(attributes.uid),
      .gid = static_cast<double>(attributes.gid),
      .rdev = static_cast<double>(attributes.device_number),
      .size = static_cast<double>(attributes.size),
      .blksize = 65536,
      .blocks = static_cast<double>((attributes.allocated_bytes + 511) / 512),
      .atime_ms = milliseconds(attributes.accessed),
      .mtime_ms = milliseconds(attributes.modified),
      .ctime_ms = milliseconds(attributes.changed),
      .birthtime_ms = milliseconds(attributes.born),
      .atime_seconds = seconds(attributes.accessed),
      .atime_nanoseconds = nanoseconds(attributes.accessed),
      .mtime_seconds = seconds(attributes.modified),
      .mtime_nanoseconds = nanoseconds(attributes.modified),
  };
  if (into.size_bytes() < sizeof(fields)) return Errno::inval;
  std::memcpy(into.data(), &fields, sizeof(fields));
  return {};
}

std::optional<uint32_t> owner_of(int64_t id) {
  return id < 0 ? std::nullopt : std::optional(static_cast<uint32_t>(id));
}

AttributeChange times_of(double accessed, double modified) {
  AttributeChange change;
  change.accessed = static_cast<Nanoseconds>(std::round(accessed * kMillisecond));
  change.modified = static_cast<Nanoseconds>(std::round(modified * kMillisecond));
  return change;
}

}  // namespace wasmsand
