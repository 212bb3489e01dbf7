// The master's end of a terminal in the hands of the host: what it writes to a HostSource is typed, and what is shown
// goes to a HostSink. When the session ends, or the host has closed both, the terminal is hung up.
#pragma once

#include "kernel/io/host_stream.h"
#include "kernel/terminal/terminal.h"

namespace wasmsand {

class HostMaster final : public HostEnd {
 public:
  // From now on until it is hung up the terminal has it.
  static void attach(Terminal& terminal, Ref<HostSink> sink, Ref<HostSource> source);
  HostMaster(Terminal& terminal, Ref<HostSink> sink, Ref<HostSource> source);

  void changed() override;
  void session_ended() override;

 private:
  bool move_output(bool all);
  bool move_input();
  void end();

  Ref<Terminal> terminal_;
  Ref<HostSink> sink_;
  Ref<OpenFile> sink_end_;  // as long as it is there, there may be output
  Ref<HostSource> source_;
  bool moving_ = false;
};

}  // namespace wasmsand
