// Modules that are linked while python3 runs.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "link_request.h"

// A place in the table that nobody has.
uint32_t take_slot(void);
// The last ones that were taken, in which nothing was put.
void give_back_slots(uint32_t count);

// Links a module that was made here. `slots`: where its functions come in the table. False: it cannot be linked,
// dlerror says why.
bool link_made(const void* module, uint32_t size, const struct link_import* imports, uint32_t import_count,
               uint32_t* slots, uint32_t count);
