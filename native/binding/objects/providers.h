// The trees that the host has for guests of one kernel, by number, and what guests ask of them. Used on the owning
// thread with the kernel locked; asked by any.
#pragma once

#include <map>

#include "binding/objects/event_queue.h"
#include "kernel/vfs/provided/provided_file_system.h"

namespace wasmsand {

class Kernel;

class Providers final : public TreeProvider {
 public:
  Providers(Kernel& kernel, EventQueue& events, uint32_t kernel_id)
      : kernel_(kernel), events_(events), kernel_id_(kernel_id) {}
  ~Providers() { close_all(); }

  // The number, > 0.
  Result<uint32_t> mount(const std::string& path, Nanoseconds patience);
  // 0: it is none of them.
  [[nodiscard]] uint32_t number_of(const FileSystem* fs) const;
  // It is no longer mounted.
  void forget(uint32_t number);
  ProvidedFileSystem* find(int64_t number);
  // What the host's own calls wait for.
  std::pair<ProvidedFileSystem*, const Question*> next_of_host();
  // The host's call is over.
  void host_done();
  void close_all();

  void ask(uint32_t mount, const Question& question) override;

 private:
  Kernel& kernel_;
  EventQueue& events_;
  const uint32_t kernel_id_;
  std::map<int64_t, Ref<ProvidedFileSystem>> trees_;
  uint32_t last_ = 0;
};

}  // namespace wasmsand
