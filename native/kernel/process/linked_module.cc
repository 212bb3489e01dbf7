#include "kernel/process/linked_module.h"

#include <map>
#include <mutex>

#include "kernel/state/digest.h"

namespace wasmsand {
namespace {

class KnownBytes {
 public:
  static KnownBytes& of_process() {
    static auto* instance = new KnownBytes;  // outlives every thread
    return *instance;
  }

  LinkedModule::Bytes keep(std::vector<std::byte> bytes) {
    const Digest digest = digest_of(bytes);
    std::lock_guard lock(mutex_);
    std::weak_ptr<const std::vector<std::byte>>& known = known_[digest];
    if (LinkedModule::Bytes there = known.lock()) return there;
    LinkedModule::Bytes kept(new const std::vector<std::byte>(std::move(bytes)),
                             [digest](const std::vector<std::byte>* gone) {
                               of_process().forget(digest);
                               delete gone;
                             });
    known = kept;
    return kept;
  }

 private:
  // Somebody may have brought them again meanwhile.
  void forget(const Digest& digest) {
    std::lock_guard lock(mutex_);
    const auto found = known_.find(digest);
    if (found != known_.end() && found->second.expired()) known_.erase(found);
  }

  std::mutex mutex_;
  std::map<Digest, std::weak_ptr<const std::vector<std::byte>>> known_;
};

}  // namespace

LinkedModule::Bytes LinkedModule::share(std::vector<std::byte> bytes) {
  return KnownBytes::of_process().keep(std::move(bytes));
}

}  // namespace wasmsand
