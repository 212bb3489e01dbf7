#include "test/test_sandbox.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>

#include "test/audit.h"

namespace wasmsand::test {

namespace {

constexpr std::string_view kMagic("\0asm", 4);

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

// The test's own thread, which waits for something in the kernel.
class WaitingThread : public Waiter {
 public:
  // Gives the lock up until a queue is woken or `deadline` passes. Spurious returns are normal.
  void wait(KernelLock& lock, WaitQueue& queue, Nanoseconds deadline);

 private:
  void on_wake() override;
  std::condition_variable_any condition_;
  bool woken_ = false;
};

void WaitingThread::wait(KernelLock& lock, WaitQueue& queue, Nanoseconds deadline) {
  WaitQueue* const queues[] = {&queue};
  begin_wait(queues);
  woken_ = false;
  const auto span = std::chrono::nanoseconds(std::max<Nanoseconds>(deadline - monotonic_now(), 0));
  condition_.wait_for(lock, span, [this] { return woken_; });
  end_wait();
}

void WaitingThread::on_wake() {
  woken_ = true;
  condition_.notify_one();
}

}  // namespace

Result<std::string> Guest::read(int fd, size_t count) {
  std::string buffer(count, '\0');
  auto got = call([&](KernelLock& lock) -> Result<size_t> {
    WS_ASSIGN(file, process.descriptors->get(fd));
    IoContext context{lock, &process};
    return file->read(context, std::as_writable_bytes(std::span(buffer)));
  });
  if (!got.ok()) return got.error();
  buffer.resize(*got);
  return buffer;
}

std::string Guest::read_all(int fd) {
  std::string all;
  for (;;) {
    auto part = read(fd, 1 << 16);
    if (!part.ok() && part.error() == Errno::intr && !killed()) continue;
    if (!part.ok() || part->empty()) return all;
    all += *part;
  }
}

Result<size_t> Guest::write(int fd, std::string_view data) {
  return call([&](KernelLock& lock) -> Result<size_t> {
    WS_ASSIGN(file, process.descriptors->get(fd));
    IoContext context{lock, &process};
    return wasmsand::write_all(context, *file, bytes_of(data));
  });
}

Result<void> Guest::write_all(int fd, std::string_view data) {
  while (!data.empty()) {
    WS_ASSIGN(count, write(fd, data));
    data.remove_prefix(count);
  }
  return {};
}

Result<void> Guest::close(int fd) {
  return call([&](KernelLock&) -> Result<void> {
    WS_TRY(process.descriptors->remove(fd));
    return {};
  });
}

Result<int> Guest::duplicate(int fd, int new_fd) {
  return call([&](KernelLock&) -> Result<int> {
    WS_ASSIGN(file, process.descriptors->get(fd));
    WS_TRY(process.descriptors->put(new_fd, file, false, 1024));
    return new_fd;
  });
}

std::pair<int, int> Guest::pipe(uint32_t flags) {
  return call([&](KernelLock&) {
    auto ends = make_pipe(kernel.pipes(), flags);
    auto reader = process.descriptors->add(ends->read_end, false, 0, 1024);
    auto writer = process.descriptors->add(ends->write_end, false, 0, 1024);
    return std::pair(*reader, *writer);
  });
}

Result<int> Guest::open(const std::string& path, uint32_t flags, uint16_t permissions) {
  return call([&](KernelLock& lock) -> Result<int> {
    Ref<OpenFile>& opening = process.progress().opening;
    if (!opening) {
      WS_ASSIGN(file, kernel.vfs().open(process.caller(), path, flags, permissions));
      opening = file;
    }
    IoContext context{lock, &process};
    WS_TRY(opening->connect(context));
    const auto limit = static_cast<uint32_t>(process.limits[kLimitDescriptors].soft);
    return process.descriptors->add(std::move(opening), false, 0, limit);
  });
}

Result<int> Guest::spawn(SpawnRequest request) {
  return call([&](KernelLock& lock) -> Result<int> {
    WS_ASSIGN(child, kernel.spawn(lock, process, request));
    return child->pid;
  });
}

Result<int> Guest::copy(Launch::Kind kind, Body body) {
  Launch launch;
  launch.kind = kind;
  launch.memory = memory;
  return call([&](KernelLock& lock) -> Result<int> {
    if (launch.function == 0) {
      launch.function = ++sandbox.last_copy_;
      sandbox.copies_[launch.function] = std::move(body);
    }
    return kernel.fork(lock, process, launch);
  });
}

uint32_t Guest::continuation(Body body) {
  KernelLock lock(kernel.mutex());
  sandbox.copies_[++sandbox.last_copy_] = std::move(body);
  return sandbox.last_copy_;
}

Result<int> Guest::clone(Body body) { return copy(Launch::Kind::clone, std::move(body)); }
Result<int> Guest::fork(Body body) { return copy(Launch::Kind::fork, std::move(body)); }

Result<void> Guest::exec(const std::string& path, std::vector<std::string> arguments) {
  return call([&](KernelLock& lock) -> Result<void> {
    WS_ASSIGN(node, kernel.vfs().resolve(process.caller(), path));
    WS_ASSIGN(image, kernel.prepare_exec(&lock, process, node, path, std::move(arguments), process.image.environment));
    kernel.commit_exec(process, std::move(image));
    handlers_.clear();
    executed_ = true;
    return {};
  });
}

Result<Kernel::Waited> Guest::wait(int which, uint32_t options) {
  return call([&](KernelLock&) { return kernel.wait_child(process, which, options); });
}

Result<void> Guest::kill(int pid, int signo) {
  return call([&](KernelLock&) { return kernel.kill(&process, pid, signo); });
}

void Guest::exit(ExitStatus status) {
  call([&](KernelLock&) {
    kernel.exit(process, status);
    return 0;
  });
}

void Guest::set_action(int signo, SignalAction action) {
  call([&](KernelLock&) {
    process.signals.set_action(signo, action);
    return 0;
  });
}

void Guest::on_signal(int signo, std::function<void(const SignalInfo&)> handler, uint32_t flags) {
  uint32_t index = 100 + static_cast<uint32_t>(signo);
  handlers_[index] = std::move(handler);
  set_action(signo, {.handler = index, .flags = flags});
}

void Guest::set_limit(int resource, ResourceLimit limit) {
  call([&](KernelLock&) {
    process.limits[resource] = limit;
    return 0;
  });
}

void Guest::pause() {
  const SignalSet mask = process.signals.mask;
  call([&](KernelLock&) { return kernel.suspend(process, mask); });
}

void Guest::deliver(CallLock& lock) {
  for (;;) {
    const auto next = thread.see_through(lock, process, [&] { return kernel.next_delivery(process); });
    if (!next.ok() || !*next) return;
    const Kernel::Delivery& delivery = **next;
    auto handler = handlers_.find(delivery.action.handler);
    if (handler != handlers_.end()) {
      auto function = handler->second;
      lock.unlock();
      function(delivery.info);
      lock.lock();
    }
    process.signals.set_mask(delivery.old_mask);
  }
}

TestSandbox::TestSandbox(Limits limits, size_t workers) : workers_(workers) {
  KernelOptions options;
  options.limits = limits;
  options.executor = this;
  kernel_ = std::make_unique<Kernel>(std::move(options));
  KernelLock lock(kernel_->mutex());
  for (const char* path : {"/bin", "/tmp"})
    EXPECT_TRUE(kernel_->vfs().make_directory(kernel_->host_caller(), path, 0777).ok());
  auto node = kernel_->vfs().resolve(kernel_->host_caller(), "/tmp");
  EXPECT_TRUE(kernel_->vfs().change_permissions(kernel_->host_caller(), *node, 0777).ok());
}

TestSandbox::~TestSandbox() {
  {
    KernelLock lock(kernel_->mutex());
    kernel_->shut_down();
  }
  until([this] { return kernel_->processes().size() == 0; });
  for (std::thread& thread : threads_) thread.join();
  KernelLock lock(kernel_->mutex());
  for (const std::string& problem : Audit(*kernel_).problems) ADD_FAILURE() << problem;
}

void TestSandbox::file(const std::string& path, std::string_view content, uint16_t permissions) {
  KernelLock lock(kernel_->mutex());
  auto opened = kernel_->vfs().open(kernel_->host_caller(), path, OpenFile::kWriteOnly | abi::kO_CREAT | abi::kO_TRUNC,
                                    permissions);
  ASSERT_TRUE(opened.ok()) << path << ": " << static_cast<int>(opened.error());
  IoContext context{lock, nullptr};
  ASSERT_TRUE((*opened)->write(context, bytes_of(content)).ok());
}

void TestSandbox::program(const std::string& path, Body body) {
  file(path, std::string(kMagic) + path, 0755);
  KernelLock lock(kernel_->mutex());
  programs_[path] = std::move(body);
}

Result<TestSandbox::Run> TestSandbox::start(const std::string& path, std::vector<std::string> arguments,
                                            uint64_t run_id) {
  KernelLock lock(kernel_->mutex());
  return start_locked(path, std::move(arguments), run_id);
}

Result<TestSandbox::Run> TestSandbox::start_locked(const std::string& path, std::vector<std::string> arguments,
                                                   uint64_t run_id) {
  if (arguments.empty()) arguments = {path};
  Run run;
  run.output = make_ref<HostSink>(kernel_->pipes(), HostSink::Options{.capacity = output_capacity});
  run.errors = make_ref<HostSink>(kernel_->pipes(), HostSink::Options{.capacity = output_capacity});
  run.input = make_ref<HostSource>(kernel_->pipes(), HostSource::Options{.capacity = 65536});
  HostSpawn request;
  request.path = path;
  request.arguments = std::move(arguments);
  request.working_directory = "/tmp";
  request.standard_input = run.input;
  request.standard_output = run.output->open();
  request.standard_error = run.errors->open();
  request.run_id = run_id;
  request.on_exit = [this](Process& process) { statuses_[process.pid] = process.exit_status; };
  WS_ASSIGN(process, kernel_->spawn_from_host(std::move(request)));
  run.pid = process->pid;
  return run;
}

Result<TestSandbox::Run> TestSandbox::start(Body body, uint64_t run_id) {
  return start(add_program(std::move(body)), {}, run_id);
}

std::string TestSandbox::add_program(Body body) {
  std::string path = "/bin/body" + std::to_string(++anonymous_);
  program(path, std::move(body));
  return path;
}

ExitStatus TestSandbox::run(Body body) {
  const std::string path = add_program(std::move(body));
  int pid;
  {
    // Its input has ended before it can ask for any.
    KernelLock lock(kernel_->mutex());
    auto run = start_locked(path, {}, 1);
    EXPECT_TRUE(run.ok());
    if (!run.ok()) return {-1, 0};
    run->input->end();
    pid = run->pid;
  }
  return wait(pid);
}

ExitStatus TestSandbox::wait(int pid) {
  ExitStatus status;
  until([&] {
    auto found = statuses_.find(pid);
    if (found == statuses_.end()) return false;
    status = found->second;
    return true;
  });
  return status;
}

std::string TestSandbox::take(HostSink& sink) {
  KernelLock lock(kernel_->mutex());
  std::string text(sink.available(), '\0');
  sink.take(text.size()).take(std::as_writable_bytes(std::span(text)));
  return text;
}

void TestSandbox::until(const std::function<bool()>& condition) {
  KernelLock lock(kernel_->mutex());
  WaitingThread waiting;
  while (!condition()) waiting.wait(lock, kernel_->processes().ended, monotonic_now() + kMillisecond);
}

Result<void> TestSandbox::submit(Ref<Process> process, bool) {
  if (busy_ >= workers_) return Errno::again;
  run_on_thread(std::move(process), &TestSandbox::run_process);
  return {};
}

void TestSandbox::run_on_thread(Ref<Process> process, void (TestSandbox::*run)(Ref<Process>)) {
  busy_++;
  threads_.emplace_back([this, run, process = std::move(process)]() mutable {
    (this->*run)(std::move(process));
    busy_--;
  });
}

void TestSandbox::finish_at_rest(Ref<Process> process) {
  KernelLock lock(kernel_->mutex());
  kernel_->finish(lock, *process, {0, kSigKill});
  process.reset();
}

void TestSandbox::interrupt(Process& process) {
  interrupts_++;
  if (process.rest == Rest::resting) return run_on_thread(Ref<Process>(&process), &TestSandbox::finish_at_rest);
  auto guest = guests_.find(process.pid);
  if (guest != guests_.end()) guest->second->interrupted_ = true;
}

Body TestSandbox::body_of(Process& process) {
  if (process.launch.kind != Launch::Kind::start) return copies_[process.launch.function];
  auto bytes = process.image.program->bytes();
  if (!bytes.ok()) return nullptr;
  std::string text(reinterpret_cast<const char*>((*bytes)->data()), (*bytes)->size());
  return programs_[text.substr(kMagic.size())];
}

void TestSandbox::run_process(Ref<Process> process) {
  KernelLock lock(kernel_->mutex());
  Guest guest(*this, *process);
  guests_[process->pid] = &guest;
  kernel_->started(*process, &guest.thread, [this] { return cpu.load(); });
  int code = 127;
  if (!process->killed && !(fail_copies_ && process->launch.kind != Launch::Kind::start)) {
    if (process->launch.kind != Launch::Kind::start) {
      while (hold_copies_ && !process->killed) {
        lock.unlock();
        std::this_thread::yield();
        lock.lock();
      }
      if (const Ref<MemoryImage> image = kernel_->begin_wake(*process)) {
        guest.woken.resize(image->memory_bytes());
        EXPECT_TRUE(image->copy_to(guest.woken, [] { return true; }));
      } else if (auto memory = kernel_->begin_copy(*process)) {
        lock.unlock();
        guest.memory.assign(memory->begin(), memory->end());
        lock.lock();
        kernel_->copied(*process);
      }
    }
    while (!process->killed) {
      guest.executed_ = false;
      Body body = body_of(*process);
      lock.unlock();
      code = body ? body(guest) : 126;
      lock.lock();
      if (!guest.executed_) break;
    }
  }
  guests_.erase(process->pid);
  if (process->rest == Rest::leaving && !process->killed) {
    kernel_->rested(*process);
  } else {
    kernel_->finish(lock, *process, {code, 0});
  }
  process.reset();
}

}  // namespace wasmsand::test
