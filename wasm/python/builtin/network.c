// Functions of _wasmsand for sockets: what CPython was built without, or tells in numbers of its own.
#include "../door/door.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "../python.h"

// One of get_addresses' answers: lib/_wasmsand_addresses.py reads it.
struct found {
  int32_t family, type, protocol;
  uint32_t size;
  char address[32];
  char canonical_name[256];
};

static size_t fill(struct found* to, const struct addrinfo* from, int flags) {
  size_t count = 0;
  for (; from != NULL; from = from->ai_next) {
    if (from->ai_addrlen > sizeof to->address) continue;
    struct found* const found = &to[count++];
    *found = (struct found){
        .family = from->ai_family,
        .type = from->ai_socktype,
        .protocol = from->ai_protocol,
        .size = from->ai_addrlen,
    };
    memcpy(found->address, from->ai_addr, from->ai_addrlen);
    // Our C library tells it always, and of each.
    if (count == 1 && (flags & AI_CANONNAME) && from->ai_canonname != NULL)
      strlcpy(found->canonical_name, from->ai_canonname, sizeof found->canonical_name);
  }
  return count;
}

// get_addresses(node, service, family, type, protocol, flags): structures of the above in bytes, or an EAI_ as a
// number; with EAI_SYSTEM it is an errno above zero. 0 is no node, and no service.
static PyObject* get_addresses(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  long values[6] = {0};
  for (ptrdiff_t i = 0; i < count && i < 6; i++) values[i] = address_or_number(arguments[i]);
  if (PyErr_Occurred()) return NULL;
  const struct addrinfo hints = {
      .ai_family = values[2], .ai_socktype = values[3], .ai_protocol = values[4], .ai_flags = values[5]};
  struct addrinfo* list;
  const int error = getaddrinfo((const char*)values[0], (const char*)values[1], &hints, &list);
  if (error != 0) return PyLong_FromLong(error == EAI_SYSTEM ? errno : error);
  size_t most = 0;
  for (const struct addrinfo* entry = list; entry != NULL; entry = entry->ai_next) most++;
  struct found* const found = malloc(most * sizeof *found);
  PyObject* const answer =
      found == NULL ? PyLong_FromLong(EAI_MEMORY)
                    : PyBytes_FromStringAndSize((const char*)found, fill(found, list, hints.ai_flags) * sizeof *found);
  free(found);
  freeaddrinfo(list);
  return answer;
}

// linux_errno(number): of one of CPython's.
static PyObject* as_linux_errno(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  return PyLong_FromLong(count == 1 ? linux_errno(address_or_number(arguments[0])) : 0);
}

static PyMethodDef functions[] = {
    {"get_addresses", get_addresses, METH_FASTCALL, NULL},
    {"linux_errno", as_linux_errno, METH_FASTCALL, NULL},
    {0},
};

void add_network_functions(PyObject* module) {
  if (PyModule_AddFunctions(module, functions) != 0) abort();
}
