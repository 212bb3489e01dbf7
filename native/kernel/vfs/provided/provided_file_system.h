// A tree of the program around the kernel: the mount of a provider. Read-only, and without programs.
//
// The kernel asks the program for data that it does not have (question.h). The call that needs the data waits like any
// other (Errno::blocked) until the answer comes, its process is killed or the time is up (ETIMEDOUT). A call keeps its
// answers until it ends, so that it makes progress even if they are dropped elsewhere. For other calls, answers about
// names are valid for kKnown, as with FUSE; a few pieces of files and lists are cached as long. The host never waits.
// It gets EAGAIN, fetches the question itself (next_of_host) and tries again; its answers are kept until it calls
// host_done.
//
// Impossible answers become EIO. The cache and the number of open questions are bounded; a caller beyond that waits for
// others. All processes that have a directory open share one list of it while it is unchanged. The sandbox is charged
// for the list.
#pragma once

#include <deque>
#include <map>

#include "kernel/vfs/provided/provided_nodes.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

class ProvidedFileSystem final : public FileSystem {
 public:
  static constexpr Nanoseconds kKnown = kSecond;
  static constexpr size_t kOpenMax = 256;
  static constexpr uint32_t kReadMin = 64 * 1024, kReadMost = 256 * 1024, kReadMostByHost = 8 * 1024 * 1024;
  static constexpr size_t kNamesMax = 65'536;
  static constexpr size_t kKept = 16;
  // Room for lists: those that are cached, and those that open directories hold.
  static constexpr uint64_t kKeptBytes = 16 << 20, kHeldBytes = 64 << 20;

  ProvidedFileSystem(KernelMutex& mutex, Accounting& accounting, TreeProvider& provider, uint32_t number,
                     uint32_t device, Nanoseconds patience);

  [[nodiscard]] uint32_t number() const { return number_; }
  // The provider has gone: EIO from now on.
  void close();
  Question* find(uint32_t number);
  // Answers a question. An answer to a question that is no longer open is dropped.
  void answer(uint32_t number, Errno error, Question::Answer answer);
  // A question of the host that was not sent yet; null: none.
  const Question* next_of_host();
  void host_done() { told_to_host_.clear(); }

  const char* type_name() const override { return "fuse"; }
  Ino root() const override { return ProvidedNodes::kRoot; }
  bool read_only() const override { return true; }
  bool in_use(uint64_t watched) const override { return nodes_.pinned() > watched || is_asked(); }

  Result<Ino> lookup(Ino directory, std::string_view name, Process*) override;
  Result<Ino> parent(Ino directory) override;
  Result<std::string> name_of(Ino directory) override;
  Result<Attributes> attributes(Ino ino) override;
  Result<std::string> read_link(Ino ino, Process*) override;
  Result<void> list(Ino directory, uint64_t cookie, Process*,
                    const std::function<bool(const DirectoryEntry&)>& visit) override;
  // For a guest no more than kReadMost.
  Result<size_t> read(Ino ino, uint64_t offset, std::span<std::byte> out) override;
  Result<uint64_t> seek_data(Ino ino, uint64_t offset, bool hole) override;
  void pin(Ino ino) override { nodes_.pin(ino); }
  void unpin(Ino ino) override { nodes_.unpin(ino); }
  Result<Ref<OpenFile>> open_node(Vfs& vfs, Ino ino, NodePlace place, uint32_t flags, bool created) override;
  Result<Ref<OpenFile>> open_special(Ino, uint32_t, Process*) override { return Ref<OpenFile>(); }
  Result<Ref<Program>> program(Ino) override { return Errno::acces; }
  FileSystemUsage usage() override;

  Result<void> set_attributes(Ino, const AttributeChange&) override { return Errno::rofs; }
  Result<Ino> create(Ino, std::string_view, const NewNode&) override { return Errno::rofs; }
  Result<void> link(Ino, std::string_view, Ino) override { return Errno::rofs; }
  Result<void> unlink(Ino, std::string_view) override { return Errno::rofs; }
  Result<void> remove_directory(Ino, std::string_view) override { return Errno::rofs; }
  Result<void> rename(Ino, std::string_view, Ino, std::string_view) override { return Errno::rofs; }
  Result<void> exchange(Ino, std::string_view, Ino, std::string_view) override { return Errno::rofs; }
  Result<size_t> write(Ino, uint64_t, std::span<const std::byte>) override { return Errno::rofs; }
  Result<bool> truncate(Ino, uint64_t) override { return Errno::rofs; }
  Result<void> allocate(Ino, uint64_t, uint64_t, bool) override { return Errno::rofs; }
  Result<uint64_t> punch_hole(Ino, uint64_t, uint64_t) override { return Errno::rofs; }

  // The list of a directory, for a description that keeps it until it releases it. ENOMEM: there is no room for another
  // list.
  Result<Ref<Question>> listing(Ino directory);
  Result<Ref<Question>> hold(const Ref<Question>& listing);
  void let_go(const Ref<Question>& listing);
  Result<void> list_from(Ino directory, const Question& listing, uint64_t cookie,
                         const std::function<bool(const DirectoryEntry&)>& visit);

 private:
  // The process for which the lock is held; null: the host.
  Process* asker() const;
  Result<Ref<Question>> ask(Question::Kind kind, std::string path, uint64_t offset = 0, uint32_t length = 0);
  Result<Ref<Question>> told(Process* process, const Ref<Question>& question);
  Ref<Question> known(Process* process, Question::Kind kind, const std::string& path, uint64_t offset, uint32_t length);
  bool counts(Nanoseconds told_at) const;
  bool is_asked() const;
  void keep(const Ref<Question>& question);
  Attributes shown(Ino ino, const ProvidedNode& node) const;
  struct Held {
    Ref<Question> listing;
    uint64_t bytes = 0;
    uint32_t users = 0;
  };

  KernelMutex& mutex_;
  Accounting& accounting_;
  TreeProvider* provider_;  // null: closed
  const uint32_t number_, device_;
  const Nanoseconds patience_;
  const Nanoseconds born_;  // of day
  ProvidedNodes nodes_;
  std::map<uint32_t, Ref<Question>> open_;
  std::deque<Ref<Question>> kept_;  // lists and pieces of files, the last one first
  uint64_t kept_bytes_ = 0, held_bytes_ = 0;
  std::multimap<std::string, Held> held_;  // by the paths of directories, which may have changed meanwhile
  std::vector<Ref<Told>> told_to_host_;
  WaitQueue fewer_open_;
  uint32_t last_ = 0;
};

}  // namespace wasmsand
