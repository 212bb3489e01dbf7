// What is outside of a sandbox, as its sockets see it: the host.
#pragma once

#include "kernel/net/connection.h"

namespace wasmsand {

class Gate {
 public:
  // A guest wants a connection to `names[server]`, which is that of the resolver or of no place inside. The gate has
  // the server's side of it, and says sooner or later, once, what has come of it: Connection::conclude. Called locked;
  // must not block.
  virtual void connect(StreamEnd end) = 0;
  // A guest has asked for something on such a connection: its tls_request is new.
  virtual void asked(Connection& connection) = 0;

 protected:
  ~Gate() = default;
};

}  // namespace wasmsand
