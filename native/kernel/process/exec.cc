// exec: which program a file stands for, and what changes when a process becomes it.
#include <algorithm>
#include <cstring>

#include "kernel/kernel.h"
#include "kernel/resources/machine.h"

namespace wasmsand {

namespace {

constexpr int kScriptDepthMax = 5;
constexpr size_t kScriptHeadSize = 256;
constexpr size_t kStringMax = 128 * 1024;
constexpr size_t kNameMaxBytes = 15;  // of /proc/<pid>/comm
constexpr std::string_view kWasmMagic("\0asm", 4);

std::string command_name(std::string_view path) {
  size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  return std::string(path.substr(0, kNameMaxBytes));
}

Result<void> check_size(Accounting& accounting, const Strings& arguments, const Strings& environment) {
  const auto refused = [&] { return accounting.refuse(Limit::max_argument_bytes, Errno::twobig); };
  for (const Strings* strings : {&arguments, &environment}) {
    if (strings->bytes().size() < kStringMax) continue;
    for (const std::string_view text : *strings) {
      if (text.size() >= kStringMax) return refused();
    }
  }
  if (arguments.cost() + environment.cost() > accounting.limits().argument_bytes) return refused();
  return {};
}

// What counts against the sandbox's memory; a few strings are part of what any process costs.
uint64_t accounted_bytes(const Strings& arguments, const Strings& environment) {
  return (arguments.bytes().size() + environment.bytes().size()) / kGuestPageSize * kGuestPageSize;
}

// `arguments` with `leading`, its last first, in place of the first.
Strings with_leading(const std::vector<std::string>& leading, Strings arguments) {
  if (leading.empty()) return arguments;
  Strings all;
  for (size_t i = leading.size(); i-- > 0;) all.add(leading[i]);
  bool first = true;
  for (const std::string_view argument : arguments) {
    if (!std::exchange(first, false)) all.add(argument);
  }
  return all;
}

// The first bytes of a program, whose file stays while they are read from the host's disk without the lock.
Result<std::span<const std::byte>> head_of(Program& program, const Node& file, KernelLock* lock) {
  if (lock == nullptr || program.head_loaded()) return program.head();
  const PinnedNode pinned(file);
  Unlocked unlocked(*lock);
  return program.head();
}

struct ScriptLine {
  std::string interpreter, argument;
};

// The first line of a script as Linux reads it: an interpreter and at most one argument, spaces and all.
Result<ScriptLine> parse_script_line(std::string_view head) {
  constexpr const char* kBlank = " \t";
  size_t end = head.find('\n');
  bool cut_off = end == std::string_view::npos && head.size() >= kScriptHeadSize;
  std::string_view line = head.substr(2, std::min(end, head.size()) - 2);
  line = line.substr(0, line.find('\0'));
  size_t start = line.find_first_not_of(kBlank);
  if (start == std::string_view::npos) return Errno::noexec;
  line.remove_prefix(start);
  size_t name_end = line.find_first_of(kBlank);
  // A name that the buffer cuts off may be that of another file.
  if (name_end == std::string_view::npos && cut_off) return Errno::noexec;
  ScriptLine script;
  script.interpreter = line.substr(0, name_end);
  if (name_end != std::string_view::npos) {
    std::string_view rest = line.substr(name_end);
    size_t first = rest.find_first_not_of(kBlank);
    if (first != std::string_view::npos)
      script.argument = rest.substr(first, rest.find_last_not_of(kBlank) - first + 1);
  }
  return script;
}

void note_raised_rights(const Attributes& attributes, Image& image) {
  constexpr uint16_t kSetUid = 04000, kSetGid = 02000, kGroupExecute = 0010;
  if (attributes.permissions & kSetUid) image.set_uid = attributes.uid;
  if ((attributes.permissions & (kSetGid | kGroupExecute)) == (kSetGid | kGroupExecute)) image.set_gid = attributes.gid;
}

void raise_rights(Credentials& credentials, const Image& image, bool allowed) {
  if (allowed) {
    credentials.uid = image.set_uid.value_or(credentials.uid);
    credentials.gid = image.set_gid.value_or(credentials.gid);
  }
  credentials.saved_uid = credentials.uid;
  credentials.saved_gid = credentials.gid;
}

}  // namespace

// An absolute path, for AT_EXECFN and /proc/<pid>/exe; links in it stay.
std::string Kernel::absolute_path(Process& process, std::string path) {
  if (path.starts_with('/')) return path;
  while (path.starts_with("./")) path.erase(0, 2);
  auto directory = vfs_->path_of_directory(*process.working_directory);
  if (!directory.ok()) return path;
  return *directory == "/" ? "/" + path : *directory + "/" + path;
}

Result<Image> Kernel::prepare_exec(KernelLock* lock, Process& process, const Node& file, std::string path,
                                   Strings arguments, Strings environment) {
  if (arguments.empty()) arguments.add("");
  WS_TRY(check_size(accounting_, arguments, environment));
  WS_TRY(accounting_.check_memory(accounted_bytes(arguments, environment)));
  Image image;
  image.name = command_name(path);
  std::vector<std::string> leading;  // of a script: interpreters and their arguments, the last one first
  Node node = file;
  for (int depth = 0;; depth++) {
    if (depth > kScriptDepthMax) return Errno::loop;
    WS_ASSIGN(attributes, vfs_->attributes(node));
    if (attributes.type != FileType::regular) return Errno::acces;
    WS_TRY(vfs_->check_access(process.credentials, attributes, static_cast<uint8_t>(Access::execute)));
    WS_ASSIGN(program, node.fs->program(node.ino));
    WS_ASSIGN(bytes, head_of(*program, node, lock));
    std::string_view head(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kScriptHeadSize));
    if (head.starts_with(kWasmMagic)) {
      image.program = program;
      image.file = RunningFile(node);
      image.path = absolute_path(process, std::move(path));
      image.arguments = with_leading(leading, std::move(arguments));
      image.environment = std::move(environment);
      // Of a script these bits mean nothing, nor on files that are the host's.
      if (leading.empty() && !attributes.of_host) note_raised_rights(attributes, image);
      return image;
    }
    if (!head.starts_with("#!")) return Errno::noexec;
    WS_ASSIGN(script, parse_script_line(head));
    if (leading.empty()) leading.push_back(std::move(path));
    if (!script.argument.empty()) leading.push_back(script.argument);
    leading.push_back(script.interpreter);
    path = script.interpreter;
    WS_ASSIGN(interpreter, vfs_->resolve(process.caller(), path));
    node = interpreter;
  }
}

void Kernel::account_strings(Process& process) {
  accounting_.release_memory(process.string_bytes);
  process.string_bytes = accounted_bytes(process.image.arguments, process.image.environment);
  accounting_.force_memory(process.string_bytes);
}

void Kernel::close_on_exec(KernelLock& lock, Process& process) {
  std::vector<Ref<OpenFile>> closed = process.descriptors->take_close_on_exec();
  for (Turns turns(lock); !closed.empty(); turns.next()) {
    vfs_->locks().descriptor_closed(process, *closed.back());
    closed.pop_back();
  }
}

void Kernel::commit_exec(Process& process, Image image) {
  for (const Ref<OpenFile>& file : process.descriptors->take_close_on_exec())
    vfs_->locks().descriptor_closed(process, *file);
  process.signals.reset_for_exec();
  process.name = image.name;
  process.dumpable = true;
  accounting_.discard(std::move(process.image.program));
  raise_rights(process.credentials, image, options_.set_user_id);
  process.image = std::move(image);
  account_strings(process);
  process.launch = {};
  engine_.forget_linked(process);
  process.executed = true;
  process.timers.clear();
  if (process.session_channel) {
    // What a session shell becomes is one of the run's processes: it ends with the run.
    process.session_channel = {};
    if (process.run_of_children != 0) process.run_id = std::exchange(process.run_of_children, 0);
    if (process.run_cancelled) terminate(process, {0, kSigKill});
  }
}

}  // namespace wasmsand
