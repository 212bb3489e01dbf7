// Reading DER, whose every length may be a lie: nothing is read that is not there, and nothing that is not DER is
// accepted.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct der {
  const unsigned char* at;
  size_t length;
};

enum {
  kDerBoolean = 0x01,
  kDerInteger = 0x02,
  kDerBitString = 0x03,
  kDerOctetString = 0x04,
  kDerOid = 0x06,
  kDerSequence = 0x30,
  kDerSet = 0x31,
};

// Takes the next element out of `from`: its tag, what is in it, and, unless NULL, the element as a whole. False at the
// end, or where there is none.
bool der_next(struct der* from, unsigned char* tag, struct der* inside, struct der* whole);
// The same for an element that must have a tag.
bool der_expect(struct der* from, unsigned char tag, struct der* inside);
