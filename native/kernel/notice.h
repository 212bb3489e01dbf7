// Wakes another thread. While somebody holds a lock that this one wants next it would only go to sleep again; and it
// may be given the processor of who has woken it, and hold up with that who waits for that one's lock.
#pragma once

#include "kernel/ref.h"

namespace wasmsand {

class Notice : public RefCounted {
 public:
  // Now, or when this thread has given up the locks that hold its notices back.
  void give();

 private:
  friend class HeldNotices;
  // With no such lock held, unless there were too many notices.
  virtual void tell() = 0;
};

// For locks: the notices that a thread gives while it holds one.
class HeldNotices {
 public:
  // The calling thread has taken one more; it has given one up, and what was held is told when it was the last.
  static void begin();
  static void end();
};

}  // namespace wasmsand
