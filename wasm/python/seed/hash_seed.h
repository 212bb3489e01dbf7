// The seed of hashes: where there are hashes that go with it in what an interpreter consists of that has begun.
#pragma once

#include "../objects.h"

struct places {
  void** at;
  size_t count, room;
};

// Made when the interpreter is (hash_places.c): texts that are keys somewhere, and what they are keys of.
extern struct places texts, dictionaries, sets, hashtables;
void find_hashes(void);

// The hash that CPython gives text and bytes.
uint32_t hash_of_bytes(const unsigned char* bytes, size_t size);
uint32_t hash_of_text(const struct text* text);

// Gives this process the seed that CPython has read in its options, or one of its own when none is given.
void use_hash_seed(int is_given, unsigned long seed);
