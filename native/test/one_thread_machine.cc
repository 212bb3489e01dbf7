#include "test/one_thread_machine.h"

#include <gtest/gtest.h>

#include "test/audit.h"

namespace wasmsand::test {

OneThreadMachine::Program::Program(Ref<Process> running)
    : process(std::move(running)), call(process->kernel, *process, memory) {
  memory.bind(bytes);
}

std::optional<int32_t> OneThreadMachine::Program::ask(std::function<int32_t()> asked) {
  asked_ = std::move(asked);
  taking_signals_ = false;
  return again();
}

std::optional<int32_t> OneThreadMachine::Program::again() {
  woken_ = false;
  if (!taking_signals_) answer_ = asked_();
  taking_signals_ = taking_signals_ || call.after == GuestCall::After::signal;
  if (taking_signals_) {
    for (SignalCall signal; take_signal(call, signal);) {
      delivered.push_back(signal.signo);
      signal_done(call, signal.frame);
    }
  }
  if (call.after == GuestCall::After::blocked) return std::nullopt;
  taking_signals_ = false;
  ended = call.after == GuestCall::After::exit;
  return answer_;
}

uint32_t OneThreadMachine::Program::space(uint32_t size) {
  const uint32_t address = free_;
  free_ += (size + 15) / 16 * 16;
  EXPECT_LE(free_, bytes.size());
  return address;
}

uint32_t OneThreadMachine::Program::text(const std::string& string) {
  const uint32_t address = space(static_cast<uint32_t>(string.size()) + 1);
  std::memcpy(&bytes[address], string.c_str(), string.size() + 1);
  return address;
}

void OneThreadMachine::Program::handle(int signo, uint32_t flags) {
  const abi::Sigaction action = {.handler = 100, .flags = flags, .restorer = 0, .mask_low = 0, .mask_high = 0};
  EXPECT_EQ(now("rt_sigaction", signo, put(action), 0, 8), 0);
}

OneThreadMachine::OneThreadMachine() {
  KernelOptions options;
  options.executor = this;
  kernel_ = std::make_unique<Kernel>(std::move(options));
  KernelLock lock(kernel_->mutex());
  const Caller host = kernel_->host_caller();
  EXPECT_TRUE(kernel_->vfs().make_directory(host, "/tmp", 0777).ok());
  EXPECT_TRUE(kernel_->vfs().change_permissions(host, *kernel_->vfs().resolve(host, "/tmp"), 0777).ok());
  auto file = kernel_->vfs().open(host, "/program", OpenFile::kWriteOnly | 0100, 0755);
  IoContext context{lock, nullptr};
  EXPECT_TRUE((*file)->write(context, std::as_bytes(std::span(std::string_view("\0asm program", 12)))).ok());
}

OneThreadMachine::~OneThreadMachine() {
  {
    KernelLock lock(kernel_->mutex());
    kernel_->shut_down();
  }
  while (!programs_.empty()) finish(*programs_.back());
  for (const std::string& problem : audit()) ADD_FAILURE() << problem;
}

OneThreadMachine::Program& OneThreadMachine::start() {
  {
    KernelLock lock(kernel_->mutex());
    HostSpawn request;
    request.path = "/program";
    request.arguments = {"program"};
    request.working_directory = "/tmp";
    EXPECT_TRUE(kernel_->spawn_from_host(std::move(request)).ok());
  }
  begin(submitted());
  return submitted();
}

OneThreadMachine::Program& OneThreadMachine::child_of(Program& parent) {
  EXPECT_EQ(parent.ask([&] { return linux_fork(parent.call, 64, 4096, false); }), std::nullopt);
  Program& child = submitted();
  begin(child);
  EXPECT_TRUE(parent.woken());
  EXPECT_EQ(parent.again(), child.process->pid);
  return child;
}

void OneThreadMachine::begin(Program& program) {
  KernelLock lock(kernel_->mutex());
  kernel_->started(*program.process, &program, [] { return Nanoseconds{0}; });
  if (program.process->launch.kind == Launch::Kind::start) return;
  const auto memory = kernel_->begin_copy(*program.process);
  ASSERT_TRUE(memory.has_value());
  program.bytes.assign(memory->begin(), memory->end());
  kernel_->copied(*program.process);
}

void OneThreadMachine::signal(Program& program, int signo) {
  KernelLock lock(kernel_->mutex());
  kernel_->send_signal(*program.process, {signo, SignalInfo::kFromUser});
}

void OneThreadMachine::finish(Program& program) {
  KernelLock lock(kernel_->mutex());
  kernel_->finish(lock, *program.process, {0, 0});
  std::erase_if(programs_, [&](const auto& other) { return other.get() == &program; });
}

std::pair<int32_t, int32_t> OneThreadMachine::pipe(Program& program) {
  const uint32_t ends = program.space(8);
  EXPECT_EQ(program.now("pipe2", ends, 0), 0);
  return {program.get<int32_t>(ends), program.get<int32_t>(ends + 4)};
}

std::vector<std::string> OneThreadMachine::audit() {
  KernelLock lock(kernel_->mutex());
  return Audit(*kernel_).problems;
}

Result<void> OneThreadMachine::submit(Ref<Process> process, bool) {
  programs_.push_back(std::make_unique<Program>(std::move(process)));
  return {};
}

}  // namespace wasmsand::test
