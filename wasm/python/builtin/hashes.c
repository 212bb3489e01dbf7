// What hashlib has of OpenSSL, and CPython not itself: the slow parts of scrypt and of SHA-512/256. The rest is in
// lib/_wasmsand_hashes.py.
#include <stdlib.h>
#include <string.h>

#include "../door/door.h"
#include "../python.h"

static uint32_t turned(uint32_t value, int by) { return value << by | value >> (32 - by); }

static void salsa(uint32_t block[16]) {
  static const unsigned char kQuarters[8][4] = {{0, 4, 8, 12}, {5, 9, 13, 1}, {10, 14, 2, 6}, {15, 3, 7, 11},
                                                {0, 1, 2, 3},  {5, 6, 7, 4},  {10, 11, 8, 9}, {15, 12, 13, 14}};
  uint32_t x[16];
  memcpy(x, block, sizeof x);
  for (int round = 0; round < 4; round++)
    for (int i = 0; i < 8; i++) {
      const unsigned char* const q = kQuarters[i];
      x[q[1]] ^= turned(x[q[0]] + x[q[3]], 7);
      x[q[2]] ^= turned(x[q[1]] + x[q[0]], 9);
      x[q[3]] ^= turned(x[q[2]] + x[q[1]], 13);
      x[q[0]] ^= turned(x[q[3]] + x[q[2]], 18);
    }
  for (int i = 0; i < 16; i++) block[i] += x[i];
}

// RFC 7914: of 2 * r blocks, those at even places come first.
static void mix_blocks(const uint32_t* from, uint32_t* to, size_t r) {
  uint32_t x[16];
  memcpy(x, &from[(2 * r - 1) * 16], sizeof x);
  for (size_t i = 0; i < 2 * r; i++) {
    for (int j = 0; j < 16; j++) x[j] ^= from[i * 16 + j];
    salsa(x);
    memcpy(&to[(i / 2 + (i % 2) * r) * 16], x, sizeof x);
  }
}

// scrypt_mix(block, n, r): scryptROMix of a bytearray of 128 * r bytes, in place. False: there is no memory for it.
static PyObject* scrypt_mix(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 3) return PyLong_FromLong(0);
  uint32_t* block = (uint32_t*)address_or_number(arguments[0]);
  const size_t n = address_or_number(arguments[1]), r = address_or_number(arguments[2]), words = 32 * r;
  uint32_t* const all = n > SIZE_MAX / 4 / words - 1 ? NULL : malloc((n + 1) * words * 4);
  if (all == NULL) return PyLong_FromLong(0);
  uint32_t* other = &all[n * words];
  uint32_t* const given = block;
  for (size_t i = 0; i < n; i++) {
    memcpy(&all[i * words], block, words * 4);
    mix_blocks(&all[i * words], block, r);
  }
  for (size_t i = 0; i < n; i++) {
    const uint32_t* const chosen = &all[(block[(2 * r - 1) * 16] & (n - 1)) * words];
    for (size_t j = 0; j < words; j++) block[j] ^= chosen[j];
    mix_blocks(block, other, r);
    uint32_t* const mixed = other;
    other = block;
    block = mixed;
  }
  if (block != given) memcpy(given, block, words * 4);
  free(all);
  return PyLong_FromLong(1);
}

static uint64_t right(uint64_t value, int by) { return value >> by | value << (64 - by); }

static const uint64_t kSha512[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

// sha512_blocks(state, data, count): the state, 64 bytes of a bytearray, after as many blocks of 128 bytes.
static PyObject* sha512_blocks(PyObject* self, PyObject* const* arguments, ptrdiff_t count) {
  if (count != 3) return PyLong_FromLong(0);
  uint64_t* const state = (uint64_t*)address_or_number(arguments[0]);
  const unsigned char* data = (const unsigned char*)address_or_number(arguments[1]);
  for (size_t left = address_or_number(arguments[2]); left > 0; left--, data += 128) {
    uint64_t w[80], s[8];
    for (int i = 0; i < 16; i++) {
      uint64_t word;
      memcpy(&word, data + 8 * i, 8);
      w[i] = __builtin_bswap64(word);
    }
    for (int i = 16; i < 80; i++) {
      const uint64_t a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (right(a, 1) ^ right(a, 8) ^ a >> 7) + w[i - 7] + (right(b, 19) ^ right(b, 61) ^ b >> 6);
    }
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 80; i++) {
      const uint64_t a = s[0], e = s[4];
      const uint64_t first =
          s[7] + (right(e, 14) ^ right(e, 18) ^ right(e, 41)) + ((e & s[5]) ^ (~e & s[6])) + kSha512[i] + w[i];
      const uint64_t second = (right(a, 28) ^ right(a, 34) ^ right(a, 39)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
      memmove(&s[1], &s[0], 7 * sizeof *s);
      s[4] += first;
      s[0] = first + second;
    }
    for (int i = 0; i < 8; i++) state[i] += s[i];
  }
  return PyLong_FromLong(1);
}

static PyMethodDef functions[] = {
    {"scrypt_mix", scrypt_mix, METH_FASTCALL, NULL},
    {"sha512_blocks", sha512_blocks, METH_FASTCALL, NULL},
    {0},
};

void add_hash_functions(PyObject* module) {
  if (PyModule_AddFunctions(module, functions) != 0) abort();
}
