// The methods of a kernel object about states that are written down. The work is done on libuv's threads, on what
// nobody changes any more, with no kernel locked.
#include "binding/objects/environment.h"
#include "binding/objects/kernel_object.h"
#include "kernel/state/state_journal.h"

namespace wasmsand {

// A journal, and whether it is being written into, or waits to hear what has become of that.
struct StateChanges {
  enum class Phase : uint8_t { settled, running, written };
  StateJournal journal;
  Phase phase = Phase::settled;
};

namespace {

// A promise of what is done elsewhere. Deletes itself.
class StateWork : public Napi::AsyncWorker {
 public:
  explicit StateWork(Napi::Env env) : AsyncWorker(env, "wasmsand:state"), deferred_(env) {}
  Napi::Promise begin() {
    Queue();
    return deferred_.Promise();
  }

 protected:
  virtual Napi::Value result(Napi::Env env) = 0;
  void OnOK() override { deferred_.Resolve(result(Env())); }
  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  Napi::Promise::Deferred deferred_;
};

// Fills a caller's array with a state, and lets go of that.
class CopyWork final : public StateWork {
 public:
  CopyWork(Napi::Env env, Ref<WrittenState> state, bool named, Napi::Object into)
      : StateWork(env),
        state_(std::move(state)),
        named_(named),
        into_(Napi::Persistent(into)),
        bytes_(js::to_bytes(into)) {}

 private:
  void Execute() override {
    if (named_ && bytes_.size() >= state_->named_size()) state_->copy_named_to(bytes_);
    if (!named_ && bytes_.size() >= state_->size()) state_->copy_to(bytes_);
    state_.reset();
  }
  Napi::Value result(Napi::Env env) override { return env.Undefined(); }

  Ref<WrittenState> state_;
  const bool named_;
  const Napi::ObjectReference into_;
  const std::span<std::byte> bytes_;
};

// Shared by the functions of one JavaScript object.
struct Written {
  Ref<WrittenState> state;
};

// `named`: of the objects by their names, and not a blob.
Napi::Object written_object(Napi::Env env, Ref<WrittenState> state, bool named) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("size", static_cast<double>(named ? state->named_size() : state->size()));
  auto written = std::make_shared<Written>(Written{std::move(state)});
  object.Set("copyTo", Napi::Function::New(env, [written, named](const Napi::CallbackInfo& info) -> Napi::Value {
               if (!written->state) return info.Env().Undefined();
               auto* work =
                   new CopyWork(info.Env(), std::exchange(written->state, {}), named, info[0].As<Napi::Object>());
               return work->begin();
             }));
  return object;
}

Napi::Value bytes_object(Napi::Env env, std::span<const std::byte> bytes) {
  return Napi::Buffer<uint8_t>::Copy(env, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

class WriteWork final : public StateWork {
 public:
  WriteWork(Napi::Env env, Ref<Snapshot> snapshot, std::span<const std::byte> host)
      : StateWork(env), snapshot_(std::move(snapshot)), host_(host.begin(), host.end()) {}

 private:
  void Execute() override {
    state_ = WrittenState::write(*snapshot_, host_);
    snapshot_.reset();
  }
  Napi::Value result(Napi::Env env) override { return written_object(env, std::move(state_), false); }

  Ref<Snapshot> snapshot_;
  const std::vector<std::byte> host_;
  Ref<WrittenState> state_;
};

class ChangesWork final : public StateWork {
 public:
  ChangesWork(Napi::Env env, std::shared_ptr<StateChanges> changes, Ref<Snapshot> snapshot,
              std::span<const std::byte> host)
      : StateWork(env), changes_(std::move(changes)), snapshot_(std::move(snapshot)), host_(host.begin(), host.end()) {
    changes_->phase = StateChanges::Phase::running;
  }

 private:
  void Execute() override {
    writing_ = changes_->journal.write(*snapshot_, host_);
    snapshot_.reset();
  }
  Napi::Value result(Napi::Env env) override {
    changes_->phase = StateChanges::Phase::written;
    const Digest root = writing_.state->root();
    Napi::Object object = written_object(env, std::move(writing_.state), true);
    object.Set("root", bytes_object(env, root));
    object.Set("dropped", bytes_object(env, std::as_bytes(std::span(writing_.dropped))));
    return object;
  }

  const std::shared_ptr<StateChanges> changes_;
  Ref<Snapshot> snapshot_;
  const std::vector<std::byte> host_;
  StateJournal::Writing writing_;
};

// What a JavaScript object stands for that a state was read into.
struct HeldState {
  Ref<Snapshot> snapshot;
  ReadObjects objects;
};

HeldState* held_state(Napi::Value state) {
  const Napi::Value external = js::property(state, "held");
  return external.IsExternal() ? external.As<Napi::External<HeldState>>().Data() : nullptr;
}

class ReadWork final : public StateWork {
 public:
  ReadWork(Napi::Env env, Napi::Object blob, Ref<FileSystemImage> base, const Limits& limits, ReadOptions options,
           std::shared_ptr<std::atomic<bool>> called_off)
      : StateWork(env),
        blob_(Napi::Persistent(blob)),
        bytes_(js::to_bytes(blob)),
        base_(std::move(base)),
        limits_(limits),
        options_(options),
        called_off_(std::move(called_off)) {
    options_.called_off = called_off_.get();
  }

 private:
  void Execute() override { read_ = wasmsand::read_state(bytes_, base_, limits_, options_); }
  Napi::Value result(Napi::Env env) override {
    if (!read_.ok()) return Napi::Number::New(env, -static_cast<double>(read_.error()));
    Napi::Object object = Napi::Object::New(env);
    object.Set("host", bytes_object(env, read_->host));
    object.Set("sessions", static_cast<double>(read_->snapshot->sessions.size()));
    auto* held = new HeldState{.snapshot = std::move(read_->snapshot), .objects = std::move(read_->objects)};
    object.Set("held", Napi::External<HeldState>::New(env, held, [](Napi::Env, HeldState* held) { delete held; }));
    return object;
  }

  const Napi::ObjectReference blob_;
  const std::span<const std::byte> bytes_;
  const Ref<FileSystemImage> base_;
  const Limits limits_;
  ReadOptions options_;
  const std::shared_ptr<std::atomic<bool>> called_off_;
  Result<ReadState> read_ = Errno::badmsg;
};

Napi::Value failed(Napi::Env env, Errno error) { return Napi::Number::New(env, -static_cast<double>(error)); }

Result<Ref<Snapshot>> frozen(Kernel& kernel, Streams& streams, std::span<const int32_t> channels) {
  KernelLock lock(kernel.mutex());
  WS_ASSIGN(sessions, processes_of(kernel, streams, channels));
  return kernel.freeze(sessions);
}

// (state, runs, result [pid, channel, …])
Result<int64_t> restore_state(KernelCall& call) {
  HeldState* const held = held_state(call.arguments[0]);
  if (held == nullptr || !held->snapshot) return Errno::inval;
  WS_TRY(begin_from(call, *held->snapshot, false, call.integers(1, 0), call.integers(2, 0)));
  // It is the kernel's now, and not the garbage collector's to find.
  call.handle.free_later(std::exchange(held->snapshot, {}));
  return 0;
}

}  // namespace

// (channels, host) → a promise of what was written, or an error
Napi::Value KernelObject::write_state(const Napi::CallbackInfo& info) {
  if (!handle_) return failed(info.Env(), Errno::shutdown);
  Kernel& kernel = handle_->kernel();
  auto snapshot = frozen(kernel, *streams_, js::to_integers(info[0]));
  if (!snapshot.ok()) return failed(info.Env(), snapshot.error());
  if (!(*snapshot)->files->base) return failed(info.Env(), Errno::notsup);
  return (new WriteWork(info.Env(), *snapshot, js::to_bytes(info[1])))->begin();
}

// (blob, filesOnly, hasOthers) → a promise of what was read, or of an error
Napi::Value KernelObject::read_state(const Napi::CallbackInfo& info) {
  if (!handle_) return failed(info.Env(), Errno::shutdown);
  Kernel& kernel = handle_->kernel();
  KernelLock lock(kernel.mutex());
  const auto base = kernel.base_image();
  if (!base || !info[0].IsTypedArray()) return failed(info.Env(), Errno::inval);
  const auto blob = info[0].As<Napi::Object>();
  const ReadOptions options{.files_only = js::to_bool(info[1]), .has_others = js::to_bool(info[2])};
  return (new ReadWork(info.Env(), blob, base, kernel.accounting().limits(), options, ended_))->begin();
}

// (channels, host) → a promise of what is new, or an error
Napi::Value KernelObject::write_changes(const Napi::CallbackInfo& info) {
  if (!handle_) return failed(info.Env(), Errno::shutdown);
  if (!changes_) changes_ = std::make_shared<StateChanges>();
  if (changes_->phase != StateChanges::Phase::settled) return failed(info.Env(), Errno::busy);
  auto snapshot = frozen(handle_->kernel(), *streams_, js::to_integers(info[0]));
  if (!snapshot.ok()) return failed(info.Env(), snapshot.error());
  if (!(*snapshot)->files->base) return failed(info.Env(), Errno::notsup);
  return (new ChangesWork(info.Env(), changes_, *snapshot, js::to_bytes(info[1])))->begin();
}

// (kept)
Napi::Value KernelObject::changes_kept(const Napi::CallbackInfo& info) {
  if (!handle_) return failed(info.Env(), Errno::shutdown);
  if (!changes_ || changes_->phase != StateChanges::Phase::written) return failed(info.Env(), Errno::inval);
  changes_->phase = StateChanges::Phase::settled;
  handle_->free_later(changes_->journal.settle(js::to_bool(info[0])));
  return Napi::Number::New(info.Env(), 0);
}

// (state or null)
Napi::Value KernelObject::changes_from(const Napi::CallbackInfo& info) {
  if (!handle_) return failed(info.Env(), Errno::shutdown);
  HeldState* const held = held_state(info[0]);
  if (held == nullptr && !info[0].IsNull()) return failed(info.Env(), Errno::inval);
  if (!changes_) changes_ = std::make_shared<StateChanges>();
  if (changes_->phase == StateChanges::Phase::running) return failed(info.Env(), Errno::busy);
  changes_->phase = StateChanges::Phase::settled;
  handle_->free_later(changes_->journal.begin_from(held != nullptr ? std::exchange(held->objects, {}) : ReadObjects{}));
  return Napi::Number::New(info.Env(), 0);
}

std::vector<KernelObject::PropertyDescriptor> KernelObject::state_methods() {
  return {
      InstanceMethod<&KernelObject::write_state>("writeState"),
      InstanceMethod<&KernelObject::read_state>("readState"),
      InstanceMethod<&KernelObject::write_changes>("writeChanges"),
      InstanceMethod<&KernelObject::changes_kept>("changesKept"),
      InstanceMethod<&KernelObject::changes_from>("changesFrom"),
      method<restore_state>("restoreState"),
  };
}

}  // namespace wasmsand
