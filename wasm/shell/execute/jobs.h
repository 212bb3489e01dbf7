// Children, jobs and waiting for them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace shell {

class Shell;

enum class ProcessState : uint8_t { running, stopped, done };

struct ChildProcess {
  pid_t pid = 0;
  ProcessState state = ProcessState::running;
  int wait_status = 0;  // as waitpid gives it, when stopped or done
  std::string command;  // as `jobs` prints it
};

struct Job {
  int number = 0;
  pid_t group = 0;                      // its process group when job control is on, else 0
  std::vector<ChildProcess> processes;  // of the pipeline, in order
  std::string command;                  // the whole of it
  std::string directory;
  bool background = false;
  bool notified = false;
  [[nodiscard]] ProcessState state() const;
};

// The exit status $? of a wait status: 0–255, 128 + n for a signal.
int exit_status_of(int wait_status);
// "Done", "Exit 3", "Killed": of an ended process.
std::string end_text(int wait_status);

class Jobs {
 public:
  explicit Jobs(Shell& shell) : shell_(shell) {}

  // Registers a pipeline. Foreground jobs have no number until they stop.
  Job& add(std::vector<ChildProcess> processes, std::string command, bool background, pid_t group);
  // Waits until the foreground pipeline has ended (or stopped). Returns the wait status of each process, in order. Runs
  // no traps.
  std::vector<int> wait_foreground(Job& job);
  // A child that belongs to no job: a process substitution, the writer of a pipe.
  void add_loose(pid_t pid) { loose_.push_back(pid); }
  int wait_child(pid_t pid);  // its wait status, whatever it belongs to
  // Collects what has ended, without blocking.
  void reap();
  // `wait pid`: 127 if it is no child. Interrupted by a trapped signal: -signal.
  int wait_pid(pid_t pid);
  int wait_job(Job& job, bool until_ended = false);
  int wait_all();
  // wait -n [of these]: the status of the next to end, its pid in `which`; 127: none left.
  int wait_next(const std::vector<pid_t>& pids, pid_t& which);
  // %1 %+ %- %% %name %?text. Null: none; `ambiguous` tells why.
  Job* find(std::string_view specification, bool& ambiguous);
  Job* find_pid(pid_t pid);
  // A child of this shell's, or one whose status is remembered.
  [[nodiscard]] bool knows(pid_t pid);
  void remove(int number);
  void disown(const Job& job);  // one that runs still counts as ended
  // Of a shell that is not interactive, after it has waited: says which jobs a signal has ended, and with job control
  // which have ended. What has been told of is forgotten.
  void notify();
  [[nodiscard]] bool silent() const;  // posix: only `jobs` tells, of a shell with -c
  void forget_notified();
  // In a sub-shell: the parent's jobs are no children of this shell.
  void forget_all();
  [[nodiscard]] std::vector<Job*> list();                   // numbered ones, by number
  [[nodiscard]] int current() const { return current_; }    // %+, 0: none
  [[nodiscard]] int previous() const { return previous_; }  // %-
  void make_current(int number);
  // "[1]+  Running                 sleep 10 &" of `jobs` (format: ' ', 'l', 'p').
  std::string describe(const Job& job, char format);

 private:
  void record(pid_t pid, int wait_status);
  void remember(pid_t pid, int wait_status);
  [[nodiscard]] const int* remembered(pid_t pid) const;  // its wait status, the last one of that number; null: none
  [[nodiscard]] bool is_loose(pid_t pid) const;
  [[nodiscard]] int status_of(const Job& job) const;
  int finish(const Job& job, int status);
  enum class Waited : uint8_t { changed, nothing, interrupted };
  Waited wait_once(bool block);
  // As long as there is something to wait for. Minus the signal that has come; 0: none.
  int wait_while(const std::function<bool()>& running);
  ChildProcess* find_child(pid_t pid, Job** job = nullptr);
  Shell& shell_;
  std::map<int, Job> jobs_;  // by number
  std::list<Job> foreground_;
  std::vector<std::pair<pid_t, int>> remembered_;  // statuses of ended children that were waited for, for `wait pid`
  std::vector<pid_t> loose_;
  bool inherited_ = false;  // the jobs are those of the parent, only to be listed
  // As bash has it: a stopped job rather than a running one, the newest rather than an older one, never one that has
  // ended; but none is taken away from where it is for that.
  void choose_current();
  void keep_current();  // after jobs went
  [[nodiscard]] int newest(ProcessState state, int below) const;
  [[nodiscard]] bool is(int number, ProcessState state) const;
  int current_ = 0;
  int previous_ = 0;  // the current one when there is no other
};

}  // namespace shell
