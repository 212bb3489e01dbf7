// Functions of the engine for which Node-API has no call: looked up by name at run time, so that one binary serves
// every version of Node. Their names are those of the Itanium C++ ABI; member functions take the object as their first
// argument.
#pragma once

#include <dlfcn.h>

namespace wasmsand {

// Null where the engine has no such function.
template <typename Function>
void find_engine_symbol(Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace wasmsand
