#include "kernel/vfs/locks.h"

#include <algorithm>

#include "kernel/io/open_file.h"
#include "kernel/process/process.h"
#include "kernel/resources/accounting.h"

namespace wasmsand {

namespace {

// A pipe or a stream of the host has no node: it is told by its description.
std::pair<const FileSystem*, Ino> key_of(const OpenFile& file) {
  Node node = file.node();
  if (!node) return {nullptr, reinterpret_cast<uintptr_t>(&file)};
  return {node.fs.get(), node.ino};
}

// Locks of descriptions are released with those of files and directories; others have none. What has no node takes the
// locks of processes: they go with the descriptor, before the description does.
Result<void> check_lockable(OpenFile& file, bool of_process) {
  Node node = file.node();
  if (!node) return of_process ? Result<void>() : Errno::inval;
  WS_ASSIGN(attributes, file.attributes());
  if (attributes.type != FileType::regular && attributes.type != FileType::directory) return Errno::inval;
  return {};
}

}  // namespace

Result<void> LockTable::flock(Process* process, OpenFile& file, Kind kind, bool wait) {
  WS_TRY(check_lockable(file, false));
  Key key = key_of(file);
  auto held_by = [&](const auto& held) { return held.first == &file; };
  // Changing the kind gives up the old lock first: flock(2) is not atomic there.
  const bool begins = !process || !process->progress().waited;
  OutsideLocks* const outside = file.outside_locks();
  if (outside && kind == Kind::unlock) WS_TRY(outside->flock(kind));
  if (begins && std::erase_if(files_[key].flocks, held_by) > 0) changed_.wake_all();
  if (kind == Kind::unlock) {
    drop_if_empty(key);
    return {};
  }
  auto free = [&] {
    auto found = files_.find(key);
    if (found == files_.end()) return true;
    return std::none_of(found->second.flocks.begin(), found->second.flocks.end(), [&](const auto& held) {
      return held.first != &file && (kind == Kind::exclusive || held.second == Kind::exclusive);
    });
  };
  if (!free()) {
    drop_if_empty(key);
    if (!wait || !process) return Errno::again;
    WS_TRY(process->block(WaitCause::lock, changed_, free));
  }
  if (outside) {
    const auto locked = outside->flock(kind);
    if (!locked.ok())
      return locked.error() == Errno::again && wait && process ? wait_outside(*process) : locked.error();
  }
  auto& flocks = files_[key].flocks;
  // Another process may have locked through the same description while we waited.
  std::erase_if(flocks, held_by);
  flocks.emplace_back(&file, kind);
  return {};
}

const LockTable::Record* LockTable::find_conflict(const Key& key, const void* owner, Kind kind, Range range) const {
  auto found = files_.find(key);
  if (found == files_.end() || kind == Kind::unlock) return nullptr;
  const Record* first = nullptr;
  for (const Record& record : found->second.records) {
    if (record.owner == owner || !record.range.overlaps(range)) continue;
    if (kind == Kind::shared && record.kind == Kind::shared) continue;
    if (!first || record.range.first < first->range.first) first = &record;
  }
  return first;
}

Result<std::optional<LockTable::Held>> LockTable::conflict(const Process& process, OpenFile& file, Owner owner,
                                                           Kind kind, Range range) const {
  WS_TRY(check_lockable(file, owner == Owner::process));
  const void* asker = owner == Owner::process ? static_cast<const void*>(&process) : &file;
  const Record* record = find_conflict(key_of(file), asker, kind, range);
  OutsideLocks* const outside = file.outside_locks();
  if (!record && outside) {
    const Ref<RefCounted> holder = owner == Owner::process ? outside_holder(key_of(file), asker) : Ref<RefCounted>();
    return outside->conflict(holder, kind, range);
  }
  if (!record) return std::optional<Held>();
  return std::optional(Held{record->kind, record->range, record->pid});
}

Result<void> LockTable::set_record(Process& process, OpenFile& file, Owner owner, Kind kind, Range range, bool wait) {
  WS_TRY(check_lockable(file, owner == Owner::process));
  if (kind == Kind::shared && !file.readable()) return Errno::badf;
  if (kind == Kind::exclusive && !file.writable()) return Errno::badf;
  Key key = key_of(file);
  bool of_process = owner == Owner::process;
  const void* asker = of_process ? static_cast<const void*>(&process) : &file;
  auto free = [&] { return !find_conflict(key, asker, kind, range); };
  if (!free()) {
    if (!wait) return Errno::again;
    if (of_process && would_deadlock(process, key, kind, range)) return Errno::deadlk;
    if (of_process) {
      waiting_[&process] = {key, kind, range};
      process.progress().awaits_record_lock = true;
    }
    WS_TRY(process.block(WaitCause::lock, changed_, free));
  }
  Record record{kind, range, asker, of_process ? process.pid : -1, {}};
  OutsideLocks* const outside = file.outside_locks();
  if (outside) WS_TRY(set_outside(process, file, record, wait));
  const auto applied = apply(key, record);
  if (!applied.ok() && outside) restore_outside(*outside, key, record);
  return applied;
}

Ref<RefCounted> LockTable::outside_holder(const Key& key, const void* owner) const {
  const auto file = files_.find(key);
  if (file == files_.end()) return {};
  const auto& records = file->second.records;
  const auto own = std::ranges::find(records, owner, &Record::owner);
  return own == records.end() ? Ref<RefCounted>() : own->outside_holder;
}

Result<void> LockTable::set_outside(Process& process, OpenFile& file, Record& record, bool wait) {
  OutsideLocks& outside = *file.outside_locks();
  if (record.owner == &process) {
    record.outside_holder = outside_holder(key_of(file), record.owner);
    if (!record.outside_holder) {
      // It has nothing there to give up.
      if (record.kind == Kind::unlock) return {};
      WS_ASSIGN(holder, outside.open_for_process(file.flags() & OpenFile::kAccessModeMask));
      record.outside_holder = holder;
    }
  }
  const auto set = outside.set(record.outside_holder, record.kind, record.range);
  return set.error() == Errno::again && wait ? wait_outside(process) : set;
}

// What others see is as before `record` was set there.
void LockTable::restore_outside(OutsideLocks& outside, const Key& key, const Record& record) {
  std::vector<Record> before;
  if (const auto file = files_.find(key); file != files_.end()) {
    std::ranges::copy_if(file->second.records, std::back_inserter(before), [&](const Record& held) {
      return held.owner == record.owner && held.range.overlaps(record.range);
    });
  }
  std::ranges::sort(before, {}, [](const Record& held) { return held.range.first; });
  uint64_t at = record.range.first;
  for (const Record& held : before) {
    const Range range = {std::max(at, held.range.first), std::min(held.range.last, record.range.last)};
    if (range.first > at) (void)outside.set(record.outside_holder, Kind::unlock, {at, range.first - 1});
    (void)outside.set(record.outside_holder, held.kind, range);
    if (range.last == record.range.last) return;
    at = range.last + 1;
  }
  (void)outside.set(record.outside_holder, Kind::unlock, {at, record.range.last});
}

// Nobody tells when a lock is given up outside: it is looked for, less often the longer it lasts.
Errno LockTable::wait_outside(Process& process) {
  constexpr Nanoseconds kSoon = kMillisecond, kLate = 100 * kMillisecond;
  const Nanoseconds now = monotonic_now();
  const Nanoseconds next = now + std::clamp((now - process.call_time()) / 4, kSoon, kLate);
  WaitQueue* const queues[] = {&changed_};
  return process.block(WaitCause::lock, queues, next, [] { return false; }).error();
}

// Follows who waits for whom. Locks of descriptions belong to no process and end the search, as on Linux.
bool LockTable::would_deadlock(const Process& process, const Key& key, Kind kind, Range range) const {
  std::vector<const void*> seen;
  std::vector<Waiting> open = {{key, kind, range}};
  std::vector<const void*> askers = {&process};
  while (!open.empty()) {
    Waiting wanted = open.back();
    const void* asker = askers.back();
    open.pop_back();
    askers.pop_back();
    auto file = files_.find(wanted.key);
    if (file == files_.end()) continue;
    for (const Record& record : file->second.records) {
      if (record.owner == asker || record.pid < 0 || !record.range.overlaps(wanted.range)) continue;
      if (wanted.kind == Kind::shared && record.kind == Kind::shared) continue;
      if (record.owner == &process) return true;
      if (std::find(seen.begin(), seen.end(), record.owner) != seen.end()) continue;
      seen.push_back(record.owner);
      if (auto next = waiting_.find(record.owner); next != waiting_.end()) {
        open.push_back(next->second);
        askers.push_back(record.owner);
      }
    }
  }
  return false;
}

// Replaces what the owner held on the range: its locks there are split, and merged with equal neighbours.
Result<void> LockTable::apply(const Key& key, Record record) {
  auto& records = files_[key].records;
  std::vector<Record> kept;
  bool gave_up = false;
  for (const Record& old : records) {
    bool touches =
        old.owner == record.owner && old.kind == record.kind &&
        (old.range.overlaps(record.range) || (old.range.last != kEnd && old.range.last + 1 == record.range.first) ||
         (record.range.last != kEnd && record.range.last + 1 == old.range.first));
    if (touches) {
      record.range.first = std::min(record.range.first, old.range.first);
      record.range.last = std::max(record.range.last, old.range.last);
    } else if (old.owner == record.owner && old.range.overlaps(record.range)) {
      gave_up = true;
      Record piece = old;
      if (old.range.first < record.range.first) {
        piece.range = {old.range.first, record.range.first - 1};
        kept.push_back(piece);
      }
      if (old.range.last > record.range.last) {
        piece.range = {record.range.last + 1, old.range.last};
        kept.push_back(piece);
      }
    } else {
      kept.push_back(old);
    }
  }
  if (record.kind != Kind::unlock) kept.push_back(record);
  // A call that leaves no more than there were always succeeds.
  if (Result<void> exchanged = accounting_.exchange_locks(kept.size(), records.size()); !exchanged.ok()) {
    drop_if_empty(key);
    return exchanged.error();
  }
  records = std::move(kept);
  drop_if_empty(key);
  if (gave_up) changed_.wake_all();
  return {};
}

void LockTable::drop_if_empty(const Key& key) {
  auto found = files_.find(key);
  if (found != files_.end() && found->second.flocks.empty() && found->second.records.empty()) files_.erase(found);
}

void LockTable::descriptor_closed(const Process& process, const OpenFile& file) {
  if (files_.empty()) return;
  Key key = key_of(file);
  auto found = files_.find(key);
  if (found == files_.end()) return;
  const size_t gave_up =
      std::erase_if(found->second.records, [&](const Record& record) { return record.owner == &process; });
  accounting_.release_locks(gave_up);
  if (gave_up > 0) changed_.wake_all();
  drop_if_empty(key);
}

void LockTable::process_ended(const Process& process) {
  size_t gave_up = 0;
  for (auto at = files_.begin(); at != files_.end();) {
    File& file = at->second;
    gave_up += std::erase_if(file.records, [&](const Record& record) { return record.owner == &process; });
    at = file.flocks.empty() && file.records.empty() ? files_.erase(at) : std::next(at);
  }
  accounting_.release_locks(gave_up);
  if (gave_up > 0) changed_.wake_all();
}

void LockTable::description_ended(const OpenFile& file) {
  if (files_.empty()) return;
  Key key = key_of(file);
  auto found = files_.find(key);
  if (found == files_.end()) return;
  const size_t flocks = std::erase_if(found->second.flocks, [&](const auto& held) { return held.first == &file; });
  const size_t records =
      std::erase_if(found->second.records, [&](const Record& record) { return record.owner == &file; });
  accounting_.release_locks(records);
  drop_if_empty(key);
  if (flocks + records > 0) changed_.wake_all();
}

}  // namespace wasmsand
