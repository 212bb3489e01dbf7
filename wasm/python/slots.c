// What CPython's classes of C have in their slots. WebAssembly calls a function as its type says, or not at all: one of
// CPython 3.14's returns nothing where the collector expects a number, and ended the process (methodcaller_clear of
// _operator).
#include <string.h>
#include <unistd.h>

#include "objects.h"

static void (*clear)(PyObject* object);

static int clear_and_say(PyObject* object) {
  clear(object);
  return 0;
}

// What the collector calls.
static const struct {
  int place;
  const char* type;
} kSlots[] = {{kDealloc, "i:"}, {kTraverse, "iii:i"}, {kClear, "i:i"}};

static int mend(PyObject* object, void* unused) {
  if ((PyType_GetFlags(((struct object*)object)->type) & kIsType) == 0) return 1;
  for (size_t i = 0; i < sizeof kSlots / sizeof *kSlots; i++) {
    uintptr_t* const slot = (uintptr_t*)object + kSlots[i].place;
    const char* const type = *slot == 0 ? "" : own_type((uintptr_t)*slot);
    if (*type == '\0' || strcmp(type, kSlots[i].type) == 0) continue;
    if (kSlots[i].place == kClear && strcmp(type, "i:") == 0 && clear == NULL) {
      clear = (void (*)(PyObject*))*slot;
      *slot = (uintptr_t)clear_and_say;
      continue;
    }
    dprintf(2, "python3: a class has %s in its slot %d, where %s belongs\n", type, kSlots[i].place, kSlots[i].type);
    _exit(1);
  }
  return 1;
}

// When the interpreter is made: of all classes that there are then.
void mend_slots(void) { PyUnstable_GC_VisitObjects(mend, NULL); }
