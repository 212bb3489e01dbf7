// Where programs of the image can be made to give up their turn. Several processes may share a thread of the host, and
// one that computes without a call would keep the others waiting until it ends: so loops look at a word of the memory,
// which the host sets from another thread, and make a system call when it is set. With that come signals, which a loop
// without calls would never take. The engine is told that this is seldom: where it does not listen to hints it holds
// nothing in registers across the call, which costs 5 to 9 % of the speed of programs.
#pragma once

#include "module/code_edits.h"

namespace wasmsand {

// The address of the word. Programs of the image are linked with their stack first, which grows towards 0: one that has
// come so far has none left. A value that stands there by mistake costs one system call.
inline constexpr uint32_t kYieldWord = 8;

// Not one that is short and has no other in it. If it calls nothing it goes once through something, a string, a table,
// a chain, and what brings the program there again is another loop: looking would cost up to a quarter of a program's
// speed. One that does little but call, as the one in which perl goes from operation to operation, leaves it to what it
// calls: the engine of Node 24 makes such a loop a third faster than one that looks. Perl's makes a system call itself,
// with each 4096th statement.
bool has_yield_point(const Loop& loop);

// Not a program that has its own layout, makes no system calls, or has no functions.
bool can_yield(const ModuleInfo& info);
// Of a program that can have them.
void add_yield_points(const ModuleInfo& info, CodeEdits& code);

}  // namespace wasmsand
