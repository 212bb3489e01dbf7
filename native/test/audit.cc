#include "test/audit.h"

#include <algorithm>
#include <tuple>

#include "kernel/io/fifo.h"

namespace wasmsand {

Audit::Audit(Kernel& kernel) : kernel_(kernel) {
  find_open_files();
  check_processes();
  check_memory();
  check_locks();
  check_ends();
  check_pipes();
  for (const Vfs::Mount& mount : kernel.vfs().mounts()) {
    if (auto* tree = dynamic_cast<MemoryFileSystem*>(mount.fs.get())) check_tree(*tree);
  }
  const Accounting::Usage& usage = kernel.accounting().usage();
  std::set<const MemoryImage*> sessions;
  for (const auto& [name, snapshot] : kernel.snapshots().snapshots_) {
    for (const Ref<SessionImage>& session : snapshot->sessions)
      if (session && sessions.insert(session->launch.image.get()).second) file_bytes_ += session->held_bytes();
  }
  expect("bytes of files", usage.file_bytes, file_bytes_);
  expect("inodes", usage.inodes, inodes_);
}

void Audit::expect(const std::string& what, uint64_t booked, uint64_t counted) {
  if (booked != counted)
    problems.push_back(what + ": booked " + std::to_string(booked) + ", counted " + std::to_string(counted));
}

void Audit::find_open_files() {
  for (const auto& [pid, process] : kernel_.processes()) {
    for (int fd : process->descriptors->open_descriptors()) open_.insert(process->descriptors->get(fd).value().get());
    if (process->has_progress() && process->progress().opening) open_.insert(process->progress().opening.get());
    for (const PinnedNode* node : {&process->root_directory, &process->working_directory}) {
      if (**node) pins_[{(*node)->fs.get(), (*node)->ino}]++;
    }
    if (const Node& file = *process->image.file) {
      pins_[{file.fs.get(), file.ino}]++;
      running_[{file.fs.get(), file.ino}]++;
    }
  }
  for (const Vfs::Mount& mount : kernel_.vfs().mounts())
    if (const Node& covered = *mount.covered) pins_[{covered.fs.get(), covered.ino}]++;
  for (OpenFile* file : open_) {
    if (Node node = file->node()) pins_[{node.fs.get(), node.ino}]++;
  }
}

void Audit::check_processes() {
  uint64_t descriptors = 0;
  for (const auto& [pid, process] : kernel_.processes()) {
    const std::string who = "process " + std::to_string(pid);
    if (process->state == ProcessState::reaped) problems.push_back(who + " is reaped and still there");
    if (process->state == ProcessState::zombie) check_ended(who, *process);
    if (process->has_progress() && !process->waiting() && !process->killed)
      problems.push_back(who + " is in no call and has the rest of one");
    if (process->parent && kernel_.processes().find(process->parent->pid) != process->parent)
      problems.push_back(who + " has a parent that is gone");
    for (const Ref<Process>& child : process->children) {
      if (child->parent != process.get() || kernel_.processes().find(child->pid) != child.get())
        problems.push_back(who + " has a child that is not its own");
    }
    check_state(who, *process);
    check_waiting(who, *process);
    descriptors += process->descriptors->open_descriptors().size();
  }
  const Accounting::Usage& usage = kernel_.accounting().usage();
  expect("processes", usage.processes, kernel_.processes().size());
  expect("descriptors", usage.descriptors, descriptors);
}

// The drawing at the top of process.h.
void Audit::check_state(const std::string& who, const Process& process) {
  const bool zombie = process.state == ProcessState::zombie, running = process.state == ProcessState::running;
  if (zombie && !process.killed) problems.push_back(who + " has ended and is not killed");
  if (process.state == ProcessState::stopped && process.killed) problems.push_back(who + " is stopped and killed");
  if (!process.submitted && !zombie && process.state != ProcessState::starting)
    problems.push_back(who + " runs and no executor has it");
  if (process.thread != nullptr && (!process.submitted || process.state == ProcessState::starting))
    problems.push_back(who + " has a thread and was not started");
  if (process.rest != Rest::none && (!running || !process.submitted || !process.session_channel))
    problems.push_back(who + " rests and is no session shell that runs");
  if (process.rest == Rest::leaving && process.thread == nullptr) problems.push_back(who + " leaves no thread to rest");
  if (process.rest == Rest::resting && (process.thread != nullptr || !process.launch.image))
    problems.push_back(who + " rests with a thread, or without an image");
  if (process.copying && (!running || process.launched || process.thread == nullptr))
    problems.push_back(who + " copies its parent's memory and has it, or does not run");
  if (process.launch_failed) problems.push_back(who + " was never launched and is still there");
}

void Audit::check_ended(const std::string& who, const Process& process) {
  if (process.waiting() || process.has_progress()) problems.push_back(who + " has ended and is still in a call");
  if (process.held_bytes() + process.string_bytes + process.engine_bytes != 0)
    problems.push_back(who + " has ended and has memory");
  if (!process.descriptors->open_descriptors().empty()) problems.push_back(who + " has ended and has files open");
  if (*process.root_directory || *process.working_directory || *process.image.file || process.image.program)
    problems.push_back(who + " has ended and keeps files");
  const auto is_set = [](const Process::CpuTimer& timer) { return timer.at != 0; };
  if (process.alarm_at != 0 || !process.timers.empty() || std::ranges::any_of(process.cpu_timers, is_set))
    problems.push_back(who + " has ended and has timers");
  if (process.thread != nullptr) problems.push_back(who + " has ended and has a thread");
}

void Audit::check_waiting(const std::string& who, const Process& process) {
  if (process.rest == Rest::resting && !process.killed &&
      (process.wait_would_end() || !process.session_channel->quiet()))
    problems.push_back(who + " rests though something has come for it");
  if (!process.waiting() && !process.queues_.empty()) problems.push_back(who + " waits for nothing in a queue");
  for (const WaitQueue* queue : process.queues_) {
    if (std::count(queue->waiters_.begin(), queue->waiters_.end(), &process) != 1)
      problems.push_back(who + " does not stand once in each queue it waits in");
  }
}

void Audit::check_memory() {
  uint64_t memory = 0;
  std::map<uint64_t, uint32_t> runners;
  for (const auto& [pid, process] : kernel_.processes()) {
    memory += process->held_bytes() + process->string_bytes + process->engine_bytes;
    if (process->engine_program != 0) runners[process->engine_program]++;
  }
  for (const auto& [program, running] : kernel_.engine().running_) {
    expect("processes that run program " + std::to_string(program), running.processes, runners[program]);
    memory += running.bytes;
  }
  expect("programs that run", kernel_.engine().running_.size(), runners.size());
  expect("memory", kernel_.accounting().usage().memory_bytes, memory);
}

void Audit::check_locks() {
  const LockTable& locks = kernel_.vfs().locks();
  auto lives = [&](const void* owner, bool of_process) {
    if (!of_process) return open_.contains(static_cast<OpenFile*>(const_cast<void*>(owner)));
    for (const auto& [pid, process] : kernel_.processes()) {
      if (process.get() == owner) return process->state != ProcessState::zombie;
    }
    return false;
  };
  uint64_t records = 0;
  for (const auto& [key, file] : locks.files_) {
    records += file.records.size();
    if (file.flocks.empty() && file.records.empty()) problems.emplace_back("the lock table keeps a file without locks");
    for (const auto& [description, kind] : file.flocks) {
      if (!lives(description, false)) problems.emplace_back("a flock of a description that is gone");
    }
    for (const LockTable::Record& record : file.records) {
      if (!lives(record.owner, record.pid >= 0)) problems.emplace_back("a record lock whose owner is gone");
      if (record.range.first > record.range.last) problems.emplace_back("a record lock on nothing");
    }
  }
  expect("record locks", kernel_.accounting().usage().locks, records);
  for (const auto& [process, waiting] : locks.waiting_) {
    if (!lives(process, true))
      problems.emplace_back("somebody who is gone waits for a lock");
    else if (!static_cast<const Process*>(process)->has_progress())
      problems.emplace_back("somebody who is in no call waits for a lock");
  }
}

void Audit::check_queue(const std::string& what, const WaitQueue& queue, size_t offer, bool all) {
  const auto& waiters = queue.waiters_;
  const bool has_chosen = std::find(waiters.begin(), waiters.end(), queue.chosen_) != waiters.end();
  if (queue.chosen_ && !has_chosen) problems.push_back(what + " has chosen somebody who is gone");
  if (queue.chosen_ && has_chosen && !queue.chosen_->woken_) problems.push_back(what + " has woken nobody");
  if (queue.chosen_ && !all) return;
  for (const Waiter* waiter : waiters) {
    if (!waiter->woken_ && (all || waiter->need_ <= offer)) problems.push_back(what + " lets somebody sleep");
  }
}

void Audit::check_ends() {
  struct Ends {
    uint64_t readers = 0, writers = 0;
  };
  std::map<const Pipe*, Ends> pipes;
  for (OpenFile* file : open_) {
    const auto* end = dynamic_cast<const PipeEnd*>(file);
    if (!end) continue;
    Ends& ends = pipes[end->pipe_.get()];
    if (end->attached_ && end->readable()) ends.readers++;
    if (end->attached_ && end->writable()) ends.writers++;
  }
  uint64_t rings = 0;
  for (const auto& [pipe, ends] : pipes) {
    expect("readers of a pipe", pipe->readers_, ends.readers);
    expect("writers of a pipe", pipe->writers_, ends.writers);
    if (pipe->size_ > pipe->capacity_ || pipe->head_ >= pipe->capacity_)
      problems.emplace_back("a pipe holds more than it has room for");
    rings += pipe->capacity_;
  }
  for (const auto& [key, pipe] : kernel_.vfs().fifos().pipes_) {
    if (!pipes.contains(pipe.get())) problems.emplace_back("a FIFO that nobody has open keeps a pipe");
  }
  expect("rings of pipes", kernel_.accounting().usage().pipe_bytes, rings);
}

void Audit::check_pipes() {
  for (OpenFile* file : open_) {
    const auto* end = dynamic_cast<const PipeEnd*>(file);
    if (!end || !end->attached_) continue;
    const Pipe& pipe = *end->pipe_;
    if (pipe.reading_ || pipe.writing_) problems.emplace_back("a pipe that nobody reads or writes is busy");
    check_queue("the readers of a pipe", pipe.readable_, pipe.size_, pipe.writers_ == 0);
    check_queue("the writers of a pipe", pipe.writable_, pipe.capacity_ - pipe.size_, pipe.readers_ == 0);
  }
}

// How many names each inode has, by walking the tree. Checks what directories say of themselves on the way.
std::map<Ino, uint32_t> Audit::names_below_root(const MemoryFileSystem& tree) {
  std::map<Ino, uint32_t> names;
  std::vector<Ino> open = {MemoryFileSystem::kRoot};
  names[MemoryFileSystem::kRoot] = 1;
  while (!open.empty()) {
    const Ino ino = open.back();
    open.pop_back();
    const Inode* directory = tree.inodes_.find(ino);
    uint64_t count = 0, subdirectories = 0;
    for (auto* entry = directory->entries.after(0); entry; entry = directory->entries.after(entry->cookie)) {
      count++;
      const std::string where = "entry " + entry->name + " of inode " + std::to_string(ino);
      if (directory->entries.find(entry->name) != entry) problems.push_back(where + " is not found by its name");
      const Inode* inode = tree.inodes_.find(entry->ino);
      if (!inode) {
        problems.push_back(where + " leads nowhere");
        continue;
      }
      bool knows = false;
      inode->for_each_name([&](const NamePlace& place) { knows |= place == NamePlace{ino, entry->cookie}; });
      if (!knows) problems.push_back(where + " is not known to its inode");
      if (inode->type != entry->type) problems.push_back(where + " has another type than its inode");
      names[entry->ino]++;
      if (inode->type != FileType::directory) continue;
      subdirectories++;
      if (inode->parent != ino || inode->text != entry->name) problems.push_back(where + " does not know its place");
      if (names[entry->ino] > 1)
        problems.push_back(where + " is a second name of a directory");
      else
        open.push_back(entry->ino);
    }
    expect("entries of inode " + std::to_string(ino), directory->entries.size(), count);
    expect("links of directory " + std::to_string(ino), directory->link_count, 2 + subdirectories);
  }
  return names;
}

void Audit::check_content(const std::string& where, const Inode& inode) {
  uint64_t charged = 0, allocated = 0;
  const FileContent& content = inode.content;
  for (auto entry = content.extents_.first_from(0); entry; entry = content.extents_.first_from(entry.key + 1)) {
    charged += entry.value->charge();
    allocated += entry.value->allocated();
    if (entry.value->size > entry.value->capacity()) problems.push_back(where + " stores more than it has room for");
  }
  expect("charge of " + where, content.charged(), charged);
  expect("blocks of " + where, content.allocated_, allocated);
}

void Audit::check_inode(const MemoryFileSystem& tree, Ino ino, const Inode& inode) {
  const std::string where = "inode " + std::to_string(ino);
  check_content(where, inode);
  const auto pin = tree.pins_.find(ino);
  const auto expected = pins_.find({&tree, ino});
  expect("pins of " + where, pin == tree.pins_.end() ? 0 : pin->second, expected == pins_.end() ? 0 : expected->second);
  const auto running = tree.running_.find(ino);
  const auto runners = running_.find({&tree, ino});
  expect("processes that run " + where, running == tree.running_.end() ? 0 : running->second,
         runners == running_.end() ? 0 : runners->second);
  const bool nameless = tree.is_nameless(ino);
  if (nameless != (inode.link_count == 0)) problems.push_back(where + " has no name, or is booked so, but not both");
  const bool unswept = ino >= tree.next_unswept_ && tree.unswept_.find(ino) != nullptr;
  if (nameless && !unswept && pin == tree.pins_.end()) problems.push_back(where + " has neither a name nor a user");
  if (inode.charged > std::max(inode.link_count, 1u)) problems.push_back(where + " is charged more than it has names");
}

void Audit::check_tree(MemoryFileSystem& tree) {
  const std::map<Ino, uint32_t> names = names_below_root(tree);
  uint64_t bytes = 0, inodes = 0;
  for (auto entry = tree.inodes_.first_from(0); entry; entry = tree.inodes_.first_from(entry.key + 1)) {
    const Inode& inode = *entry.value;
    check_inode(tree, entry.key, inode);
    bytes += inode.content.charged() + inode.charged_text;
    inodes += inode.charged;
    const auto found = names.find(entry.key);
    if (entry.key != MemoryFileSystem::kRoot && inode.link_count > 0)
      expect("names that inode " + std::to_string(entry.key) + " knows", inode.name_count(),
             inode.type == FileType::directory ? 1 : inode.link_count);
    if (inode.type != FileType::directory)
      expect("names of inode " + std::to_string(entry.key), inode.link_count, found == names.end() ? 0 : found->second);
    else if (inode.link_count > 0 && found == names.end())
      problems.push_back("directory " + std::to_string(entry.key) + " cannot be reached");
  }
  for (auto entry = tree.nameless_.first_from(0); entry; entry = tree.nameless_.first_from(entry.key + 1)) {
    if (!tree.inodes_.find(entry.key)) problems.emplace_back("an inode without a name is gone and still booked");
  }
  expect("bytes of a tree", tree.ledger_.tree().bytes, bytes);
  expect("inodes of a tree", tree.ledger_.tree().inodes, inodes);
  check_versions(tree);
}

// What there is in the tree and in its snapshots, each once.
void Audit::check_versions(const MemoryFileSystem& tree) {
  std::set<const Inode*> seen;
  std::set<std::tuple<const Extent*, Ino, uint64_t, Epoch>> extents;
  Space counted;
  const auto count = [&](const RadixTable<Inode>& inodes) {
    for (auto entry = inodes.first_from(0); entry; entry = inodes.first_from(entry.key + 1)) {
      const Inode& inode = *entry.value;
      if (!seen.insert(&inode).second) continue;
      counted += {.bytes = inode.charged_text, .inodes = inode.charged};
      const FileContent& content = inode.content;
      for (auto at = content.extents_.first_from(0); at; at = content.extents_.first_from(at.key + 1)) {
        if (extents.emplace(at.value, entry.key, at.key, content.copied_).second) counted.bytes += at.value->charge();
      }
    }
  };
  count(tree.inodes_);
  for (const auto& version : tree.ledger_.versions_)
    count(static_cast<const FileSystemImage*>(version->image.get())->inodes);
  Space booked = tree.ledger_.tree();
  booked += tree.ledger_.only_in_snapshots();
  expect("bytes of a tree and its snapshots", booked.bytes, counted.bytes);
  expect("inodes of a tree and its snapshots", booked.inodes, counted.inodes);
  file_bytes_ += booked.bytes;
  inodes_ += booked.inodes;
}

}  // namespace wasmsand
