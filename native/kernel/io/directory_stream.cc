#include "kernel/io/directory_stream.h"

namespace wasmsand {

Result<uint64_t> DirectoryStream::seek(int64_t offset, int whence) {
  if (whence == abi::kSEEK_CUR && __builtin_add_overflow(offset, static_cast<int64_t>(position_), &offset))
    return Errno::inval;
  if ((whence != abi::kSEEK_SET && whence != abi::kSEEK_CUR) || offset < 0) return Errno::inval;
  position_ = static_cast<uint64_t>(offset);
  return position_;
}

Result<void> DirectoryStream::list(IoContext& context, const std::function<bool(const DirectoryEntry&)>& visit) {
  return told(abi::kIN_ACCESS | abi::kIN_ISDIR, list_now(context, visit));
}

Result<void> DirectoryStream::list_now(IoContext& context, const std::function<bool(const DirectoryEntry&)>& visit) {
  constexpr uint64_t kAfterDot = 1, kAfterDotDot = 2;
  WS_ASSIGN(own, attributes());
  if (own.link_count == 0) return Errno::noent;
  if (position_ < kAfterDot) {
    if (!visit({.name = ".", .ino = own.ino, .type = FileType::directory, .cookie = kAfterDot})) return {};
    position_ = kAfterDot;
  }
  if (position_ < kAfterDotDot) {
    auto above = vfs_.parent_directory(node());
    auto shown = above ? vfs_.attributes(*above) : Result<Attributes>(own);
    if (!visit(
            {.name = "..", .ino = shown ? shown->ino : own.ino, .type = FileType::directory, .cookie = kAfterDotDot}))
      return {};
    position_ = kAfterDotDot;
  }
  return entries(context, position_, [&](const DirectoryEntry& entry) {
    if (!visit(entry)) return false;
    position_ = entry.cookie;
    return true;
  });
}

Result<void> DirectoryStream::entries(IoContext& context, uint64_t cookie,
                                      const std::function<bool(const DirectoryEntry&)>& visit) {
  return node_->fs->list(node_->ino, cookie, context.process, visit);
}

}  // namespace wasmsand
