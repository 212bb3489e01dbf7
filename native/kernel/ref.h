// Intrusive reference counting, safe across threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace wasmsand {

// Base of objects that Ref<T> shares. A new object has no references; the first Ref takes one.
class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted&) = delete;
  RefCounted& operator=(const RefCounted&) = delete;

  void retain() const { references_.fetch_add(1, std::memory_order_relaxed); }
  // True when the last reference went: the caller deletes the object.
  [[nodiscard]] bool release() const { return references_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  // True when no one else can see the object: it may be edited in place.
  bool unique() const { return references_.load(std::memory_order_acquire) == 1; }

 protected:
  virtual ~RefCounted() = default;

 private:
  template <typename>
  friend class Ref;
  mutable std::atomic<uint32_t> references_{0};
};

template <typename T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T* object) : object_(object) {
    if (object_) object_->retain();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U>
    requires std::is_convertible_v<U*, T*>
  Ref(const Ref<U>& other) : Ref(static_cast<T*>(other.get())) {}
  template <typename U>
    requires std::is_convertible_v<U*, T*>
  Ref(Ref<U>&& other) noexcept : object_(other.leak()) {}
  ~Ref() { reset(); }

  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  void reset() {
    if (T* object = std::exchange(object_, nullptr); object && object->release())
      delete static_cast<const RefCounted*>(object);
  }
  // Gives the reference away without releasing it.
  T* leak() { return std::exchange(object_, nullptr); }

  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ref& a, const Ref& b) { return a.object_ == b.object_; }

 private:
  T* object_ = nullptr;
};

template <typename T, typename... Args>
Ref<T> make_ref(Args&&... args) {
  return Ref<T>(new T(std::forward<Args>(args)...));
}

}  // namespace wasmsand
