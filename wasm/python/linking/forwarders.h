// Functions that a module imports before anybody has them, its own too, which it may call by way of others: each is a
// function of a small module that calls what is in a place of the table by then.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "module_file.h"

struct forwarders {
  uint32_t next;  // the place in the table that the next gets
  uint32_t count, room;
  uint32_t *types, *targets, *slots;
};

// `type`: of the module that imports it. `slot`: its place. False: there is no memory left.
bool add_forwarder(struct forwarders* forwarders, uint32_t type, uint32_t target, uint32_t* slot);

// The module, which imports the table and exports them in their order; null when there is no memory left.
uint8_t* module_of_forwarders(const struct forwarders* forwarders, const struct module_file* file, uint32_t* size);
