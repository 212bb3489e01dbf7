#include "fuzz/host.h"

namespace wasmsand::fuzz {

void Host::act() {
  switch (input_.below(8)) {
    case 0:
      machine_.start(input_.chance(2));
      return;
    case 1:
      machine_.finish(input_.below(static_cast<uint32_t>(machine_.programs.size())));
      return;
    default:
      break;
  }
  KernelLock lock(machine_.kernel.mutex());
  switch (input_.below(6)) {
    case 0:
      return act_on_processes();
    case 1:
      return act_on_image();
    case 2:
      return act_on_streams();
    case 3:
      return act_on_session();
    default:
      return act_on_files();
  }
}

void Host::act_on_processes() {
  Kernel& kernel = machine_.kernel;
  switch (input_.below(3)) {
    case 0:
      return kernel.kill_run(some_run());
    case 1:
      kernel.tick(monotonic_now() + kSecond * input_.byte());
      return;
    default: {
      Process& process = *some_program().process;
      constexpr uint64_t kPage = 65536;
      return kernel.memory().note(process, process.memory_bytes + kPage * input_.below(4));
    }
  }
}

void Host::act_on_image() {
  MemoryFileSystem& files = machine_.kernel.root_file_system();
  std::vector<Ref<FileSystemImage>>& snapshots = machine_.snapshots;
  if (snapshots.empty() || (snapshots.size() < kSnapshots && input_.chance(2))) {
    snapshots.push_back(files.snapshot());
    return;
  }
  const auto chosen = snapshots.begin() + static_cast<std::ptrdiff_t>(input_.below(snapshots.size()));
  if (input_.chance(2)) return files.restore(*chosen);
  files.drop(*chosen);
  snapshots.erase(chosen);
}

// As SandboxFs does: by path, as root.
void Host::act_on_files() {
  Vfs& vfs = machine_.kernel.vfs();
  const Caller host = machine_.kernel.host_caller();
  const std::string from = some_path(), to = some_path();
  const auto source = vfs.resolve(host, from), target = vfs.resolve(host, to);
  const bool have_source = source.ok() && source->fs.get() == &machine_.kernel.root_file_system();
  switch (input_.below(5)) {
    case 0:
      (void)vfs.rename(host, from, host, to, input_.below(3));
      return;
    case 1:
      (void)vfs.make_directory(host, from, 0777);
      return;
    case 2:
      if (have_source && target.ok() && target->fs == source->fs &&
          vfs.attributes(*target).value().type == FileType::regular)
        (void)source->fs->share_content(source->ino, target->ino);
      return;
    case 3:
      if (have_source && vfs.attributes(*source).value().type == FileType::regular)
        (void)vfs.truncate(host, *source, input_.below(3 * kExtentSize));
      return;
    default: {
      const auto parent = vfs.resolve(host, "/tmp");
      if (parent.ok() && parent->fs->detach_tree(parent->ino, input_.pick(HostileMemory::texts())).ok())
        (void)parent->fs->remove_detached();
    }
  }
}

void Host::act_on_streams() {
  if (!machine_.output || !machine_.input) return;
  std::byte some[64] = {};
  const size_t length = input_.below(std::size(some) + 1);
  switch (input_.below(16)) {
    case 0:
      return machine_.output->detach();
    case 1:
      return machine_.input->end();
    default:
      if (input_.chance(2))
        (void)machine_.output->take(length);
      else
        (void)machine_.input->put(std::span(some).first(length));
  }
}

void Host::act_on_session() {
  if (!machine_.session) return;
  SessionChannel& session = *machine_.session;
  switch (input_.below(12)) {
    case 0:
      return session.end();
    case 1:
      (void)session.cancel(some_run());
      return;
    case 2:
      (void)session.withdraw(some_run());
      return;
    case 3:
    case 4:
    case 5:
      for (const auto& program : machine_.programs) {
        if (program->process->session_channel) program->process->ask_to_rest();
      }
      return;
    case 6:
    case 7:
      (void)session.take();
      return;
    default:
      return session.send({.bytes = std::string(1 + input_.below(64), 'r'),
                           .run_id = some_run(),
                           .streams = {machine_.input, machine_.output->open(), machine_.output->open()}});
  }
}

}  // namespace wasmsand::fuzz
