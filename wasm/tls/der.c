#include "der.h"

bool der_next(struct der* from, unsigned char* tag, struct der* inside, struct der* whole) {
  const unsigned char* at = from->at;
  const unsigned char* end = at + from->length;
  if (end - at < 2 || (*at & 0x1F) == 0x1F) return false;
  *tag = *at++;
  size_t length = *at++;
  if (length >= 0x80) {
    size_t count = length & 0x7F;
    if (count < 1 || count > 3 || (size_t)(end - at) < count || *at == 0) return false;
    for (length = 0; count > 0; count--) length = length << 8 | *at++;
    if (length < 0x80) return false;
  }
  if ((size_t)(end - at) < length) return false;
  *inside = (struct der){at, length};
  size_t taken = (size_t)(at - from->at) + length;
  if (whole) *whole = (struct der){from->at, taken};
  from->at += taken;
  from->length -= taken;
  return true;
}

bool der_expect(struct der* from, unsigned char tag, struct der* inside) {
  unsigned char found;
  struct der rest = *from;
  if (!der_next(&rest, &found, inside, NULL) || found != tag) return false;
  *from = rest;
  return true;
}
