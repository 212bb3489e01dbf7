#include "kernel/state/state_journal.h"

#include <algorithm>

#include "kernel/state/state_writer.h"

namespace wasmsand {

StateJournal::Writing StateJournal::write(const Snapshot& snapshot, std::span<const std::byte> host) {
  StateTrace trace{.before = tree_, .ledger = ledger_, .next = {}, .rewritten = {}, .parts = {}};
  Writing writing{.state = StateWriter(snapshot, &trace).write(host), .dropped = strays_};
  for (const ObjectPart& part : trace.parts) ledger_.add(part);
  const ObjectKey root = trace.parts.back().key;
  ledger_.hold(root);
  std::vector<ObjectPart> gone;
  if (root_) gone = ledger_.release(*root_);
  for (const ObjectPart& part : gone) writing.dropped.push_back(part.key.digest);
  std::erase_if(writing.dropped, [this](const Digest& digest) { return ledger_.has(digest); });
  std::ranges::sort(writing.dropped);
  const auto twice = std::ranges::unique(writing.dropped);
  writing.dropped.erase(twice.begin(), twice.end());
  pending_.emplace(Pending{.tree = std::move(trace.next),
                           .all_leaves = trace.all_leaves,
                           .rewritten = std::move(trace.rewritten),
                           .root = root,
                           .gone = std::move(gone)});
  return writing;
}

Ref<RefCounted> StateJournal::settle(bool kept) {
  if (!pending_) return {};
  Pending pending = *std::exchange(pending_, std::nullopt);
  if (kept) {
    Ref<FileSystemImage> before = std::exchange(tree_.files, {});
    adopt(pending);
    root_ = pending.root;
    strays_.clear();
    return before;
  }
  for (size_t i = pending.gone.size(); i-- > 0;) ledger_.add(pending.gone[i]);
  if (root_) ledger_.hold(*root_);
  (void)ledger_.release(pending.root);
  return std::move(pending.tree.files);
}

void StateJournal::adopt(Pending& pending) {
  if (pending.all_leaves) tree_.pieces.clear();
  for (const uint64_t number : pending.rewritten) {
    const auto begin = tree_.pieces.lower_bound(number * state_format::kInodesInLeaf);
    tree_.pieces.erase(begin, tree_.pieces.lower_bound((number + 1) * state_format::kInodesInLeaf));
  }
  tree_.pieces.merge(pending.tree.pieces);
  pending.tree.pieces = std::move(tree_.pieces);
  tree_ = std::move(pending.tree);
}

Ref<RefCounted> StateJournal::begin_from(ReadObjects objects) {
  Ref<FileSystemImage> before = std::exchange(tree_.files, {});
  ledger_ = {};
  tree_ = {};
  pending_.reset();
  for (const ObjectPart& part : objects.parts) ledger_.add(part);
  root_.reset();
  if (!objects.parts.empty()) {
    root_ = objects.parts.back().key;
    ledger_.hold(*root_);
  }
  strays_ = std::move(objects.strays);
  return before;
}

}  // namespace wasmsand
