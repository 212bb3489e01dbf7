// The seed of hashes of this process. All begin with the memory of one interpreter, whose seed is 0: what hashes have
// become in it, in texts and in the tables that they are keys of, is made anew.
#include "hash_seed.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../door/door.h"

PYTHON(PyObject_Hash) uint32_t PyObject_Hash(PyObject* object);
PYTHON(PyErr_Clear) void PyErr_Clear(void);

// _Py_HashSecret
struct secret {
  uint32_t prefix, suffix;
  unsigned char rest[16];
};

static struct secret* python_secret(void) { return (struct secret*)PYTHON_HASH_SECRET; }

// CPython's variant of FNV: words, then what is left of the last one or all of it, byte for byte.
uint32_t hash_of_bytes(const unsigned char* bytes, size_t size) {
  if (size == 0) return 0;
  enum { kPrime = 1000003 };
  const struct secret* const secret = python_secret();
  uint32_t hash = secret->prefix ^ (uint32_t)*bytes << 7;
  size_t left = size;
  for (; left > 4; left -= 4, bytes += 4) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    hash = hash * kPrime ^ word;
  }
  for (; left > 0; left--) hash = hash * kPrime ^ *bytes++;
  hash ^= (uint32_t)size ^ secret->suffix;
  return hash == (uint32_t)kNoHash ? (uint32_t)-2 : hash;
}

uint32_t hash_of_text(const struct text* text) {
  const unsigned char* const data = !text->is_compact ? text->data[2]
                                    : text->is_ascii  ? (const unsigned char*)text->data
                                                      : (const unsigned char*)&text->data[2];
  return hash_of_bytes(data, (size_t)text->length * text->bytes_per_character);
}

static uint32_t hash_of_object(PyObject* object, uint32_t before) {
  const uint32_t hash = PyObject_Hash(object);
  if (hash != (uint32_t)kNoHash) return hash;
  // A weak reference to what is gone.
  PyErr_Clear();
  return before;
}

static inline int at(const struct keys* keys, size_t slot) {
  return keys->log2_size < 8    ? keys->index[slot]
         : keys->log2_size < 16 ? ((const int16_t*)keys->index)[slot]
                                : ((const int32_t*)keys->index)[slot];
}

static inline void put(struct keys* keys, uint32_t hash, int entry) {
  const size_t mask = ((size_t)1 << keys->log2_size) - 1;
  size_t slot = hash & mask;
  for (size_t perturbed = hash; at(keys, slot) >= 0;) {
    perturbed >>= 5;
    slot = mask & (slot * 5 + perturbed + 1);
  }
  if (keys->log2_size < 8)
    keys->index[slot] = (int8_t)entry;
  else if (keys->log2_size < 16)
    ((int16_t*)keys->index)[slot] = (int16_t)entry;
  else
    ((int32_t*)keys->index)[slot] = entry;
}

static void index_keys(struct keys* keys) {
  memset(keys->index, 0xff, (size_t)1 << keys->log2_index_bytes);
  if (keys->kind == kAnyKeys) {
    struct any_entry* const entries = entries_of(keys);
    for (int i = 0; i < keys->count; i++) {
      if (entries[i].key == NULL) continue;
      entries[i].hash = hash_of_object(entries[i].key, entries[i].hash);
      put(keys, entries[i].hash, i);
    }
    return;
  }
  const struct text_entry* const entries = entries_of(keys);
  for (int i = 0; i < keys->count; i++)
    if (entries[i].key != NULL) put(keys, entries[i].key->hash, i);
}

static void put_into_set(struct set* set, const struct set_entry* entry) {
  enum { kProbes = 9 };
  const size_t mask = set->mask;
  size_t slot = entry->hash & mask;
  for (size_t perturbed = entry->hash;;) {
    const size_t last = slot + kProbes <= mask ? slot + kProbes : slot;
    for (size_t i = slot; i <= last; i++) {
      if (set->table[i].key != NULL) continue;
      set->table[i] = *entry;
      return;
    }
    perturbed >>= 5;
    slot = (slot * 5 + 1 + perturbed) & mask;
  }
}

static void index_set(struct set* set) {
  const size_t size = (size_t)set->mask + 1;
  struct set_entry* const before = malloc(size * sizeof *before);
  if (before == NULL) abort();
  memcpy(before, set->table, size * sizeof *before);
  memset(set->table, 0, size * sizeof *before);
  for (size_t i = 0; i < size; i++) {
    // What was taken out leaves one that has no hash.
    if (before[i].key == NULL || before[i].hash == (uint32_t)kNoHash) continue;
    before[i].hash = hash_of_object(before[i].key, before[i].hash);
    put_into_set(set, &before[i]);
  }
  set->filled = set->used;
  free(before);
}

static void index_hashtable(struct hashtable* table) {
  struct link* all = NULL;
  for (size_t i = 0; i < table->bucket_count; i++) {
    while (table->buckets[i] != NULL) {
      struct link* const link = table->buckets[i];
      table->buckets[i] = link->next;
      link->next = all;
      all = link;
    }
  }
  while (all != NULL) {
    struct link* const link = all;
    all = link->next;
    link->hash = table->hash(link->key);
    struct link** const bucket = &table->buckets[link->hash & (table->bucket_count - 1)];
    link->next = *bucket;
    *bucket = link;
  }
}

static void hash_anew(void) {
  for (size_t i = 0; i < texts.count; i++) {
    struct text* const text = texts.at[i];
    text->hash = hash_of_text(text);
  }
  for (size_t i = 0; i < dictionaries.count; i++) index_keys(dictionaries.at[i]);
  for (size_t i = 0; i < sets.count; i++) index_set(sets.at[i]);
  for (size_t i = 0; i < hashtables.count; i++) index_hashtable(hashtables.at[i]);
}

void use_hash_seed(int is_given, unsigned long seed) {
  if (is_given && seed == 0) return;
  unsigned char* const secret = (unsigned char*)python_secret();
  if (!is_given) {
    if (getentropy(secret, sizeof(struct secret)) != 0) abort();
  } else {
    // As CPython makes one of a number.
    uint32_t x = (uint32_t)seed;
    for (size_t i = 0; i < sizeof(struct secret); i++) {
      x = x * 214013 + 2531011;
      secret[i] = (unsigned char)(x >> 16);
    }
  }
  hash_anew();
}
