// Putting errors into the queue that ERR_get_error reads.
#pragma once

#include <openssl/err.h>

// `words` say more than the reason's number, or are NULL where the number's own do.
void queue_error(int library, int reason, const char* words);
void queue_system_error(int number);
// The error that the host's own library has told of in `message`, which has its number in the usual form, or the
// message itself.
void queue_host_error(const char* message);
