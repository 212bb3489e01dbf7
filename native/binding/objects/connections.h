// The host's ends of connections of one kernel, by number: those that guests make to the outside, and those that the
// host makes to guests. Used on the owning thread with the kernel locked.
#pragma once

#include <map>
#include <memory>

#include "binding/objects/event_queue.h"
#include "kernel/net/gate.h"

namespace wasmsand {

class Kernel;

class Connections final : public Gate {
 public:
  Connections(Kernel& kernel, EventQueue& events, uint32_t kernel_id)
      : kernel_(kernel), events_(events), kernel_id_(kernel_id) {}
  ~Connections() { close_all(); }

  // One of them. What cannot be done now is EAGAIN, and `connection` is posted when it may be tried again.
  class End {
   public:
    End(Connections& owner, int number, StreamEnd end);

    Connection& connection() const { return end_.connection(); }
    Result<size_t> read(KernelLock& lock, std::span<std::byte> out);
    Result<size_t> write(KernelLock& lock, std::span<const std::byte> data);
    void shut_writing() { end_.shut_writing(); }
    void close(bool reset);
    // Says that there is something new.
    void tell() const;

   private:
    // Waits for a change of one direction, and tells the host of it once.
    class Watch : public Waiter {
     public:
      explicit Watch(const End& end) : end_(end) {}
      void begin(WaitQueue& queue);

     protected:
      const End& end_;

     private:
      void on_wake() override { end_.tell(); }
    };
    class RoomWatch final : public Watch {
     public:
      using Watch::Watch;

     private:
      [[nodiscard]] bool is_enough() const override { return end_.end_.has_much_room(); }
    };

    Connections& owner_;
    const int number_;
    StreamEnd end_;
    Watch inbound_{*this};
    RoomWatch outbound_{*this};
  };

  // The number, > 0.
  int add(StreamEnd end);
  End* find(int64_t number);
  // Of what it was not said whether it is accepted, it is refused.
  void close(int64_t number, bool reset);
  void close_all();
  // Whether guests may ask for connections to the outside.
  void open_gate(bool open);

  void connect(StreamEnd end) override;
  void asked(Connection& connection) override;

 private:
  Kernel& kernel_;
  EventQueue& events_;
  const uint32_t kernel_id_;
  std::map<int64_t, std::unique_ptr<End>> ends_;
  int last_ = 0;
};

}  // namespace wasmsand
