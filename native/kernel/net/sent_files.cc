#include "kernel/net/sent_files.h"

#include <iterator>
#include <utility>

namespace wasmsand {

void FilesInFlight::drop(std::vector<Ref<OpenFile>> files) {
  dropped_.insert(dropped_.end(), std::make_move_iterator(files.begin()), std::make_move_iterator(files.end()));
  // Closing one may come back here: that only adds to the list, however deep they are in each other.
  if (std::exchange(dropping_, true)) return;
  while (!dropped_.empty()) {
    const Ref<OpenFile> file = std::move(dropped_.back());
    dropped_.pop_back();
  }
  dropping_ = false;
}

void FilesInFlight::drop_all() {
  while (!sent_.empty()) (*sent_.begin())->drop();
}

SentFiles::SentFiles(FilesInFlight& all, std::vector<Ref<OpenFile>> files) : all_(&all), files_(std::move(files)) {
  all.count_ += files_.size();
  all.sent_.insert(this);
}

Result<SentFiles> SentFiles::make(FilesInFlight& all, std::vector<Ref<OpenFile>> files) {
  if (files.empty()) return SentFiles();
  if (all.count_ + files.size() > FilesInFlight::kMax) return Errno::toomanyrefs;
  return SentFiles(all, std::move(files));
}

SentFiles::SentFiles(SentFiles&& other) noexcept : all_(other.all_) {
  if (all_ == nullptr) return;
  files_ = other.take();
  all_->count_ += files_.size();
  all_->sent_.insert(this);
}

SentFiles& SentFiles::operator=(SentFiles&& other) noexcept {
  if (this == &other) return *this;
  drop();
  if (other.all_ == nullptr) return *this;
  all_ = other.all_;
  files_ = other.take();
  all_->count_ += files_.size();
  all_->sent_.insert(this);
  return *this;
}

std::vector<Ref<OpenFile>> SentFiles::take() {
  if (all_ == nullptr) return {};
  all_->count_ -= files_.size();
  all_->sent_.erase(this);
  all_ = nullptr;
  return std::exchange(files_, {});
}

void SentFiles::drop() {
  if (FilesInFlight* all = all_; all != nullptr) all->drop(take());
}

}  // namespace wasmsand
