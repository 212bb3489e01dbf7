// What objects of CPython 3.14 look like in a memory of 32 bits, as far as their hashes and the collector go.
#pragma once

#include "python.h"

PYTHON(PyUnstable_GC_VisitObjects) void PyUnstable_GC_VisitObjects(int (*visit)(PyObject*, void*), void* argument);
PYTHON(PyType_GetFlags) unsigned long PyType_GetFlags(PyObject* type);

// CPython's flags of types.
enum {
  kOnHeap = 1 << 9,
  kIsTuple = 1 << 26,
  kIsBytes = 1 << 27,
  kIsText = 1 << 28,
  kIsDictionary = 1 << 29,
  kIsType = 1u << 31
};

// Where a type has tp_dealloc, tp_traverse and tp_clear, in words.
enum { kDealloc = 6, kTraverse = 23, kClear = 24 };

struct object {
  int references;
  PyObject* type;
};

struct bytes {
  struct object head;
  int size;
  uint32_t hash;
  unsigned char data[];
};

struct text {
  struct object head;
  int length;
  uint32_t hash;
  uint32_t interned : 2, bytes_per_character : 3, is_compact : 1, is_ascii : 1;
  // Of ASCII it begins here; of others behind two words; of those of classes of their own it is elsewhere.
  const unsigned char* data[];
};

struct tuple {
  struct object head;
  int size;
  uint32_t hash;
  PyObject* items[];
};

enum keys_kind { kAnyKeys, kTextKeys, kSharedTextKeys };

// The keys of a dictionary: an index in open addressing, and entries in the order in which they came.
struct keys {
  int references;
  uint8_t log2_size, log2_index_bytes, kind;
  uint32_t version;
  int usable, count;
  // Places of entries, of 1, 2 or 4 bytes each; then the entries.
  int8_t index[];
};

struct any_entry {
  uint32_t hash;
  PyObject *key, *value;
};

struct text_entry {
  struct text* key;
  PyObject* value;
};

struct dictionary {
  struct object head;
  int used;
  uint64_t watchers;
  struct keys* keys;
  void* values;
};

struct set_entry {
  PyObject* key;
  uint32_t hash;
};

struct set {
  struct object head;
  int filled, used, mask;
  struct set_entry* table;
  uint32_t hash;
};

struct link {
  struct link* next;
  uint32_t hash;
  const void* key;
};

// _Py_hashtable_t: of names and files of C.
struct hashtable {
  size_t count, bucket_count;
  struct link** buckets;
  void* get;
  uint32_t (*hash)(const void* key);
};

enum { kNoHash = -1 };

static inline void* entries_of(struct keys* keys) { return keys->index + (1u << keys->log2_index_bytes); }
