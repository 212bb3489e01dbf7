// devpts, at /dev/pts: the pseudo-terminals of a sandbox, by their numbers, and how they are opened.
#pragma once

#include "kernel/process/process_table.h"
#include "kernel/resources/accounting.h"
#include "kernel/terminal/terminal_file.h"
#include "kernel/vfs/fixed_file_system.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

class PtyFileSystem final : public FixedFileSystem {
 public:
  static constexpr size_t kTerminalsMax = 64;
  static constexpr uint32_t kGroup = 5;  // tty
  static constexpr uint16_t kPermissions = 0620;
  static constexpr uint32_t device_number(uint32_t number) { return 136u << 8 | number; }
  static constexpr uint32_t kMultiplexer = 5u << 8 | 2, kControlling = 5u << 8;  // device numbers: /dev/ptmx, /dev/tty

  PtyFileSystem(Accounting& accounting, const ProcessTable& processes)
      : accounting_(accounting), processes_(processes), born_(realtime_now()) {}
  // Before anything is opened. It outlives all that is.
  void set_vfs(Vfs& vfs) { vfs_ = &vfs; }

  const ProcessTable& processes() const { return processes_; }
  // A new pseudo-terminal. ENOSPC: there are as many as may be. ENOMEM: 'maxPipeBytes' has no room for another.
  Result<Ref<Terminal>> make(uint32_t uid);
  // /dev/ptmx: a new one's master end, for a description of `node`.
  Result<Ref<OpenFile>> open_master(const Node& node, NodePlace place, uint32_t flags, const Process* opener);
  // /dev/tty: the controlling terminal of `opener`. ENXIO: it has none.
  Result<Ref<OpenFile>> open_controlling(const Node& node, NodePlace place, uint32_t flags, const Process* opener);
  // Another description of a terminal, for whoever has its master's end.
  Ref<OpenFile> open_end(Terminal& terminal, uint32_t flags);
  void forget(const Terminal& terminal);

  const char* type_name() const override { return "devpts"; }
  Ino root() const override { return kRoot; }
  Result<Ino> lookup(Ino directory, std::string_view name, Process*) override;
  Result<Ino> parent(Ino directory) override;
  Result<Attributes> attributes(Ino ino) override;
  Attributes attributes_of(Terminal& terminal) const;
  Result<void> set_attributes(Ino ino, const AttributeChange& change) override;
  Result<std::string> read_link(Ino, Process*) override { return Errno::inval; }
  Result<void> list(Ino directory, uint64_t cookie, Process*,
                    const std::function<bool(const DirectoryEntry&)>& visit) override;
  Result<Ref<OpenFile>> open_special(Ino ino, uint32_t flags, Process* opener) override;
  FileSystemUsage usage() override;

 private:
  static constexpr Ino kRoot = 1, kMultiplexerIno = 2, kFirst = 3;
  // The terminal that has the inode and whose master's end has not gone.
  Result<Terminal*> find(Ino ino) const;

  Accounting& accounting_;
  const ProcessTable& processes_;
  const Nanoseconds born_;
  Vfs* vfs_ = nullptr;
  std::array<Terminal*, kTerminalsMax> terminals_{};
};

}  // namespace wasmsand
