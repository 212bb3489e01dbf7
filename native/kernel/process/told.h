// What a call has been told by somebody outside: kept with the call, so that it finds it when it is asked again.
#pragma once

#include "kernel/ref.h"

namespace wasmsand {

struct Told : RefCounted {
  const void* by = nullptr;  // who has asked on its behalf
};

}  // namespace wasmsand
