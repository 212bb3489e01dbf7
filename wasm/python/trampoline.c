// Python calls its C functions with as many arguments as it has; a WebAssembly function takes what its type says.
#include "door.h"

#include "arities.h"

__attribute__((export_name("_PyEM_TrampolineCall_JS"))) void* call_with_all(uintptr_t function, void* a, void* b,
                                                                            void* c) {
  switch (function < sizeof kArities ? kArities[function] : arity_of_linked(function)) {
    case 0:
      return ((void* (*)(void))function)();
    case 1:
      return ((void* (*)(void*))function)(a);
    case 2:
      return ((void* (*)(void*, void*))function)(a, b);
    default:
      return ((void* (*)(void*, void*, void*))function)(a, b, c);
  }
}

// Before Python makes an exception of it.
int* foreign_errno_location(void) __attribute__((import_module("python"), import_name("__errno_location")));
__attribute__((export_name("raise_linux_errno"))) void raise_linux_errno(void) {
  int* const number = foreign_errno_location();
  *number = linux_errno(*number);
}
