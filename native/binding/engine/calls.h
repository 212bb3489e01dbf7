// Calls between JavaScript and C++, both ways.
#pragma once

#include <napi.h>

#include <initializer_list>

namespace wasmsand::js {

// Adds a function to `object`.
template <auto Callback>
void define(Napi::Object object, const char* name) {
  object.Set(name, Napi::Function::New<Callback>(object.Env(), name));
}

// What follows is not napi.h's, for the JavaScript of a thread may be stopped in the middle, by us
// (execution_control.h) or because Node tears the environment down. napi.h makes an error object of every failure, and
// where JavaScript is stopped that cannot be made either, which ends the whole process.

// What `function` returns; empty when it did not return. What it has thrown is pending then.
inline Napi::Value call(Napi::Env env, napi_value function, std::initializer_list<napi_value> arguments = {}) {
  napi_value result = nullptr;
  napi_call_function(env, env.Undefined(), function, arguments.size(), arguments.begin(), &result);
  return {env, result};
}

// Forgets what was thrown and not caught.
inline void clear_exception(Napi::Env env) {
  napi_value exception = nullptr;
  if (env.IsExceptionPending()) napi_get_and_clear_last_exception(env, &exception);
}

}  // namespace wasmsand::js
