// Where hashes are that go with the seed, found when the interpreter is made (hash_seed.c). Texts and bytes are found
// by looking at all of the memory, since nothing else leads to those that C keeps: what looks like one and has the hash
// of what it says is one. Tables are found by CPython's collector, which knows all that can hold others.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../door/door.h"
#include "hash_seed.h"

PYTHON(PyType_GetName) PyObject* PyType_GetName(PyObject* type);
PYTHON(PyType_GetQualName) PyObject* PyType_GetQualName(PyObject* type);
PYTHON(PyType_IsSubtype) int PyType_IsSubtype(PyObject* type, PyObject* of);

struct places texts, dictionaries, sets, hashtables;

enum { kLongest = 1 << 20 };

static _Noreturn void fail(const char* why) {
  dprintf(2, "python3: hashes: %s\n", why);
  _exit(1);
}

static void add(struct places* places, void* place) {
  if (places->count == places->room) {
    places->room = places->room == 0 ? 1024 : places->room * 2;
    places->at = realloc(places->at, places->room * sizeof *places->at);
    if (places->at == NULL) fail("there is no memory");
  }
  places->at[places->count++] = place;
}

static int compare(const void* a, const void* b) {
  const char *const first = *(char* const*)a, *const second = *(char* const*)b;
  return (first > second) - (first < second);
}

static void sort(struct places* places) {
  qsort(places->at, places->count, sizeof *places->at, compare);
  size_t count = 0;
  for (size_t i = 0; i < places->count; i++)
    if (i == 0 || places->at[i] != places->at[i - 1]) places->at[count++] = places->at[i];
  places->count = count;
}

static int is_in(const struct places* places, const void* place) {
  return bsearch(&place, places->at, places->count, sizeof *places->at, compare) != NULL;
}

static int has(const void* object, unsigned long flag) {
  return (PyType_GetFlags(((const struct object*)object)->type) & flag) != 0;
}

static void add_keys(struct keys* keys) {
  if (keys == NULL || keys->count == 0) return;
  if (keys->count < 0 || keys->kind > kSharedTextKeys || keys->log2_size > 24 ||
      keys->log2_index_bytes != keys->log2_size + (keys->log2_size < 8    ? 0
                                                   : keys->log2_size < 16 ? 1
                                                                          : 2))
    fail("dictionaries are not what is known of them");
  add(&dictionaries, keys);
}

// The keys that instances of a class share: the third of its words behind that with its name.
static struct keys* shared_keys(PyObject* type) {
  enum { kFirst = 64, kLast = 128 };
  PyObject *const name = PyType_GetName(type), *const qualified = PyType_GetQualName(type);
  PyObject* const* word = (PyObject**)type + kFirst;
  while (word < (PyObject**)type + kLast && (word[0] != name || word[2] != qualified)) word++;
  if (word == (PyObject**)type + kLast) fail("classes are not what is known of them");
  Py_DecRef(name);
  Py_DecRef(qualified);
  return (struct keys*)word[3];
}

// CPython forgets about tuples that hold nothing but numbers and texts.
static int forget_tuples(PyObject* object, void* unused) {
  if (!has(object, kIsTuple)) return 0;
  struct tuple* const tuple = (struct tuple*)object;
  if (tuple->size != PyTuple_Size(object) || (tuple->size > 0 && tuple->items[0] != PyTuple_GetItem(object, 0)))
    fail("tuples are not what is known of them");
  tuple->hash = kNoHash;
  for (int i = 0; i < tuple->size; i++)
    if (tuple->items[i] != NULL) forget_tuples(tuple->items[i], NULL);
  return 0;
}

static int visit(PyObject* object, void* unused) {
  PyObject* const type = ((struct object*)object)->type;
  if (has(object, kIsDictionary)) {
    if (PyType_IsSubtype(type, (PyObject*)PYTHON_ORDERED_TYPE)) fail("there is an OrderedDict, which has more of them");
    add_keys(((struct dictionary*)object)->keys);
  } else if (PyType_IsSubtype(type, (PyObject*)PYTHON_SET_TYPE) ||
             PyType_IsSubtype(type, (PyObject*)PYTHON_FROZENSET_TYPE)) {
    struct set* const set = (struct set*)object;
    set->hash = kNoHash;
    if (set->used > 0) add(&sets, set);
  } else if (has(object, kIsType) && (PyType_GetFlags(object) & kOnHeap) != 0) {
    add_keys(shared_keys(object));
  }
  forget_tuples(object, NULL);
  int (*const traverse)(PyObject*, int (*)(PyObject*, void*), void*) =
      ((int (**)(PyObject*, int (*)(PyObject*, void*), void*))type)[kTraverse];
  traverse(object, forget_tuples, NULL);
  return 1;
}

static void add_text(void* key) {
  if (key != NULL && has(key, kIsText)) add(&texts, key);
}

static void add_texts_of(struct keys* keys) {
  for (int i = 0; i < keys->count; i++)
    add_text(keys->kind == kAnyKeys ? (void*)((struct any_entry*)entries_of(keys))[i].key
                                    : ((struct text_entry*)entries_of(keys))[i].key);
}

static const char* memory_end(void) { return (const char*)(__builtin_wasm_memory_size(0) * 65536); }

static int is_in_memory(const void* at, size_t size) {
  const uintptr_t end = (uintptr_t)memory_end();
  return (uintptr_t)at > 0 && (uintptr_t)at <= end && size <= end - (uintptr_t)at;
}

static void note_hashtable(struct hashtable* table) {
  if (table->count == 0 || table->count > kLongest || table->bucket_count < 16 || table->bucket_count > kLongest)
    return;
  if ((table->bucket_count & (table->bucket_count - 1)) != 0 || ((uintptr_t)table->buckets & 3) != 0) return;
  if (!is_in_memory(table->buckets, table->bucket_count * sizeof *table->buckets)) return;
  size_t count = 0;
  for (size_t i = 0; i < table->bucket_count; i++)
    for (const struct link* link = table->buckets[i]; link != NULL; link = link->next)
      if (((uintptr_t)link & 3) != 0 || !is_in_memory(link, sizeof *link) ||
          (link->hash & (table->bucket_count - 1)) != i || ++count > table->count)
        return;
  if (count == table->count) add(&hashtables, table);
}

static int is_text(const struct text* text) {
  const unsigned width = text->bytes_per_character;
  const size_t size = (size_t)text->length * width;
  if (text->length < 0 || text->length > kLongest || (width != 1 && width != 2 && width != 4)) return 0;
  const void* const data = text->is_compact ? (const void*)&text->data[2] : (const void*)text->data[2];
  return is_in_memory(data, size) && text->hash == hash_of_text(text);
}

static int is_bytes(const struct bytes* bytes) {
  return bytes->size >= 0 && bytes->size <= kLongest && is_in_memory(bytes->data, bytes->size) &&
         bytes->hash == hash_of_bytes(bytes->data, bytes->size);
}

// Types that texts and bytes have.
static struct places types;

static int note_type(PyObject* object, void* unused) {
  if (has(object, kIsType) && (PyType_GetFlags(object) & (kIsText | kIsBytes)) != 0) add(&types, object);
  return 1;
}

// Who is no key gets its hash when it is asked for. One that was let go may be among them: nobody asks it.
static void look_at(void* place) {
  struct text* const text = place;
  if (!is_in(&types, text->head.type) || text->hash == (uint32_t)kNoHash) return;
  if (has(text, kIsText) ? is_text(text) && !is_in(&texts, text) : is_bytes(place)) text->hash = kNoHash;
}

void find_hashes(void) {
  PyUnstable_GC_VisitObjects(visit, NULL);
  sort(&dictionaries);
  for (size_t i = 0; i < dictionaries.count; i++) add_texts_of(dictionaries.at[i]);
  for (size_t i = 0; i < sets.count; i++) {
    const struct set* const set = sets.at[i];
    for (int slot = 0; slot <= set->mask; slot++) add_text(set->table[slot].key);
  }
  add(&types, (void*)PYTHON_TEXT_TYPE);
  add(&types, (void*)PYTHON_BYTES_TYPE);
  PyUnstable_GC_VisitObjects(note_type, NULL);
  sort(&types);
  // The interpreter has some, and modules of C. What was let go has lost the number of its entries.
  for (char* at = (char*)4; is_in_memory(at, sizeof(struct hashtable)); at += 4) note_hashtable((struct hashtable*)at);
  for (size_t i = 0; i < hashtables.count; i++) {
    const struct hashtable* const table = hashtables.at[i];
    for (size_t bucket = 0; bucket < table->bucket_count; bucket++)
      for (const struct link* link = table->buckets[bucket]; link != NULL; link = link->next)
        // Or names of C.
        if (is_in_memory(link->key, sizeof(struct object)) && is_in(&types, ((const struct object*)link->key)->type))
          add_text((void*)link->key);
  }
  sort(&texts);
  for (size_t i = 0; i < texts.count; i++)
    if (!is_text(texts.at[i])) fail("texts are not what is known of them");
  for (char* at = (char*)4; is_in_memory(at, sizeof(struct text) + 8); at += 4) look_at(at);
}
