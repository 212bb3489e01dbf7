// How processes begin: from the host and through spawn. fork and clone are in fork.cc.
#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

namespace {

constexpr const char* kDefaultPath = "/usr/local/bin:/usr/bin:/bin";

std::string_view search_path(const Strings& environment) {
  for (const std::string_view entry : environment) {
    if (entry.starts_with("PATH=")) return entry.substr(5);
  }
  return kDefaultPath;
}

}  // namespace

Result<Ref<Process>> Kernel::make_process(Process* parent) {
  WS_TRY(processes_.may_begin());
  const uint64_t own_limit = parent ? parent->limits[kLimitProcesses].soft : kUnlimited;
  const uint32_t sandbox_limit = accounting_.limits().processes;
  if ((sandbox_limit == 0 || own_limit < sandbox_limit) && accounting_.usage().processes >= own_limit)
    return Errno::again;
  WS_TRY(accounting_.charge_process(parent == nullptr));
  auto process = make_ref<Process>(*this, processes_.allocate_pid());
  if (parent) {
    if (auto copied = process->descriptors->copy_from(*parent->descriptors); !copied.ok()) {
      accounting_.release_process();
      return copied.error();
    }
    process->parent = parent;
    process->process_group = parent->process_group;
    process->session = parent->session;
    process->terminal = parent->terminal;
    process->run_id = parent->acting_run();
    process->credentials = parent->credentials;
    process->umask = parent->umask;
    process->root_directory = parent->root_directory;
    process->working_directory = parent->working_directory;
    process->signals = parent->signals;
    process->signals.reset_for_fork();
    process->limits = parent->limits;
    process->nice = parent->nice;
    process->dumpable = parent->dumpable;
    process->name = parent->name;
    parent->children.push_back(process);
  } else {
    process->process_group = process->session = process->pid;
    process->root_directory = process->working_directory = PinnedNode(vfs_->root());
  }
  processes_.add(process);
  return process;
}

Result<void> Kernel::submit(Process& process, bool from_host) {
  process.submitted = true;
  auto submitted = options_.executor->submit(Ref<Process>(&process), from_host);
  process.submitted = submitted.ok();
  if (submitted.ok()) run_usage_.begun(process);
  // A sandbox may have fewer processes at a time than its limit says: no host has so many threads.
  if (submitted.error() == Errno::again) accounting_.refusals().note(Limit::max_processes);
  return submitted;
}

void Kernel::discard(Process& process, KernelLock* lock) {
  Ref<Process> keep(&process);
  process.killed = true;  // nobody is to start it any more
  release(process, lock);
  reap(process);
}

Result<void> Kernel::apply_actions(KernelLock& lock, Process& parent, Process& child,
                                   const std::vector<DescriptorAction>& actions) {
  using Kind = DescriptorAction::Kind;
  DescriptorTable& table = *child.descriptors;
  const uint32_t limit = static_cast<uint32_t>(child.limits[kLimitDescriptors].soft);
  CallProgress& progress = parent.progress();
  Turns turns(lock);
  for (; progress.actions_done < actions.size(); progress.actions_done++) {
    const DescriptorAction& action = actions[progress.actions_done];
    if (turns.next() && (parent.killed || child.killed)) return Errno::intr;
    switch (action.kind) {
      case Kind::open: {
        if (action.fd < 0) return Errno::badf;
        if (!progress.opening) {
          WS_ASSIGN(file, vfs_->open(child.caller(), action.path, action.flags, action.permissions));
          progress.opening = file;
        }
        // The parent does the waiting, for the child does not run yet.
        IoContext context{lock, &parent};
        WS_TRY(progress.opening->connect(context));
        WS_TRY(table.put(action.fd, std::move(progress.opening), action.flags & abi::kO_CLOEXEC, limit));
        break;
      }
      case Kind::close:
        // Closing what is not open is no error in posix_spawn.
        (void)table.remove(action.fd);
        break;
      case Kind::duplicate: {
        WS_ASSIGN(file, table.get(action.fd));
        if (action.fd == action.new_fd)
          WS_TRY(table.set_close_on_exec(action.fd, false));
        else
          WS_TRY(table.put(action.new_fd, file, false, limit));
        break;
      }
      case Kind::change_directory: {
        WS_ASSIGN(node, vfs_->resolve(child.caller(), action.path));
        WS_TRY(enter_directory(child, node));
        break;
      }
      case Kind::change_to_descriptor: {
        WS_ASSIGN(file, table.get(action.fd));
        WS_TRY(enter_directory(child, file->node()));
        break;
      }
      default:
        return Errno::inval;
    }
  }
  return {};
}

Result<void> Kernel::enter_directory(Process& process, const Node& node) {
  if (!node) return Errno::notdir;
  WS_ASSIGN(attributes, vfs_->attributes(node));
  if (attributes.type != FileType::directory) return Errno::notdir;
  WS_TRY(vfs_->check_access(process.credentials, attributes, static_cast<uint8_t>(Access::execute)));
  process.working_directory = PinnedNode(node);
  return {};
}

Result<void> Kernel::begin_spawn(Process& child, const SpawnRequest& request) {
  for (int signo = 1; signo <= kSignalCount; signo++) {
    if (request.defaults & signal_bit(signo)) child.signals.actions[signo] = {};
  }
  if (request.mask) child.signals.set_mask(*request.mask);
  if (request.new_session) {
    child.session = child.process_group = child.pid;
    child.terminal.reset();
  } else if (request.process_group) {
    WS_TRY(set_process_group(child, 0, *request.process_group));
  }
  if (!request.working_directory.empty()) {
    WS_ASSIGN(node, vfs_->resolve(child.caller(), request.working_directory));
    WS_TRY(enter_directory(child, node));
  }
  return {};
}

Result<void> Kernel::prepare_spawn(KernelLock& lock, Process& parent, Process& child, const SpawnRequest& request) {
  WS_TRY(apply_actions(lock, parent, child, request.actions));
  WS_ASSIGN(node, vfs_->resolve(child.caller(), request.path));
  WS_ASSIGN(image, prepare_exec(&lock, child, node, request.path, request.arguments, request.environment));
  close_on_exec(lock, child);
  commit_exec(child, std::move(image));
  // Closing many files takes turns, in which it may have been killed.
  if (child.killed) return Errno::intr;
  return {};
}

Result<Ref<Process>> Kernel::spawn(KernelLock& lock, Process& parent, const SpawnRequest& request) {
  Ref<Process>& begun = parent.progress().child;
  Result<void> started;
  if (!begun) {
    WS_ASSIGN(made, make_process(&parent));
    begun = made;
    started = begin_spawn(*made, request);
  }
  if (started.ok()) started = prepare_spawn(lock, parent, *begun, request);
  if (started.error() == Errno::blocked) return Errno::blocked;
  Ref<Process> child = std::move(begun);
  if (started.ok()) started = submit(*child, false);
  if (!started.ok()) {
    discard(*child, &lock);
    return started.error();
  }
  if (parent.run_cancelled) terminate(*child, {0, kSigKill});
  return child;
}

Result<Image> Kernel::search_program(Process& process, const HostSpawn& request) {
  auto attempt = [&](const std::string& path) -> Result<Image> {
    WS_ASSIGN(node, vfs_->resolve(process.caller(), path));
    return prepare_exec(nullptr, process, node, path, request.arguments, request.environment);
  };
  if (request.path.find('/') != std::string::npos) return attempt(request.path);
  if (request.path.empty()) return Errno::noent;
  Errno error = Errno::noent;
  std::string_view left = search_path(request.environment);
  for (;;) {
    size_t end = std::min(left.find(':'), left.size());
    std::string directory(left.substr(0, end));
    auto image = attempt(directory.empty() ? request.path : directory + "/" + request.path);
    if (image.ok()) return image;
    if (image.error() == Errno::acces)
      error = Errno::acces;
    else if (image.error() != Errno::noent && image.error() != Errno::notdir)
      return image.error();
    if (end == left.size()) return error;
    left.remove_prefix(end + 1);
  }
}

Result<void> Kernel::prepare_host_spawn(Process& process, HostSpawn& request) {
  if (request.credentials) process.credentials = std::move(*request.credentials);
  if (request.terminal) {
    request.terminal->attributes().uid = process.credentials.uid;
    request.terminal->control(process);
  }
  if (!request.working_directory.empty()) {
    WS_ASSIGN(node, vfs_->resolve(process.caller(), request.working_directory));
    WS_TRY(enter_directory(process, node));
  }
  int fd = 0;
  for (Ref<OpenFile>* file : {&request.standard_input, &request.standard_output, &request.standard_error}) {
    if (!*file) {
      WS_ASSIGN(nothing, vfs_->open(host_caller(), "/dev/null", OpenFile::kReadWrite, 0));
      *file = nothing;
    }
    WS_TRY(process.descriptors->put(fd++, std::move(*file), false, 3));
  }
  WS_ASSIGN(image, search_program(process, request));
  commit_exec(process, std::move(image));
  // After the exec, which would take it away.
  process.session_channel = std::move(request.session);
  process.run_id = request.run_id;
  process.on_exit = std::move(request.on_exit);
  // A slow file system may have kept it waiting.
  if (process.killed) return Errno::intr;
  return submit(process, true);
}

Result<Ref<Process>> Kernel::spawn_from_host(HostSpawn request) {
  WS_ASSIGN(process, make_process(nullptr));
  if (auto started = prepare_host_spawn(*process, request); !started.ok()) {
    process->on_exit = nullptr;
    discard(*process, nullptr);
    return started.error();
  }
  return process;
}

}  // namespace wasmsand
