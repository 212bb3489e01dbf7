// What is needed of the host's system and its engine, and Node does not offer.
#pragma once

#include <napi.h>

namespace wasmsand {

// Defines lockFile(descriptor, locked): 0 when nobody else has locked that file, -EWOULDBLOCK or another errno
// otherwise. The lock ends with the descriptor, by whatever means it is closed: that of a killed process too, and no
// number of a process says whose it is. A process that another thread is starting has the descriptor as well until its
// program begins: who closes it unlocks it before.
// Defines mapLargeBlocks(): from then on malloc takes a block of a mebibyte or more from the system each time, and
// gives it back. As it is, glibc keeps such blocks once one was freed, and whoever gets one next finds all of it
// resident.
// Defines freeBytes(bytes): the memory below them is free from now on, instead of when the engine's collector comes to
// it; all that shows it has no length any more.
void define_host_services(Napi::Object exports);

}  // namespace wasmsand
