// What CPython and the door offer to modules, by name: a file that the build makes beside Python's library.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "module_file.h"

// A function's place in the table, or the address of a variable. False: there is none of that name and kind.
bool find_own_symbol(struct text name, enum kind kind, uint32_t* value);

// Read when it is asked for first. False, with the reason in `why`.
bool load_symbols(const char** why);
