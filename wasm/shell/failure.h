// How a function says that it could not do its work. Whoever finds the fault reports it; what the function returns says
// that this has been done, and Shell::unwind how far it reaches.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

namespace shell {

// How far a failure reaches.
enum class Reach : uint8_t {
  command,  // the command that runs
  line,     // the command line (bash's DISCARD): readonly assignment, arithmetic error in an expansion
  rules,    // the command line, and in posix mode the shell
  text,     // all that eval, `.` and -c run: an arithmetic error in a value
  shell,    // a shell that is not interactive
};

// What it returns then, be that Done, the status of a command or a value.
struct [[nodiscard]] Failure {
  int status = 1;
  template <std::same_as<int> Status>
  constexpr operator Status() const {
    return status;
  }
  template <typename T>
  constexpr operator std::optional<T>() const {
    return std::nullopt;
  }
};

// Done; or it has failed, as has been reported.
class [[nodiscard]] Done {
 public:
  constexpr Done() = default;
  constexpr Done(Failure) : done_(false) {}
  // False: what was tried has reported why it failed.
  static constexpr Done when(bool done) { return done ? Done() : Failure(); }
  explicit constexpr operator bool() const { return done_; }

 private:
  bool done_ = true;
};

}  // namespace shell
