// SHA-256, by FIPS 180-4: what pinned keys and digest authentication are compared by.
#include <openssl/evp.h>
#include <string.h>

struct evp_md_st {
  unsigned size;
};

struct evp_md_ctx_st {
  uint32_t state[8];
  uint64_t length;
  unsigned char block[64];
};

static const EVP_MD sha256 = {32};

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t value, int by) { return value >> by | value << (32 - by); }

static void take_block(EVP_MD_CTX* context) {
  uint32_t words[64];
  for (int i = 0; i < 16; i++) {
    const unsigned char* at = context->block + 4 * i;
    words[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
  }
  for (int i = 16; i < 64; i++) {
    uint32_t a = words[i - 15], b = words[i - 2];
    words[i] = words[i - 16] + words[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
  }
  uint32_t s[8];
  memcpy(s, context->state, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t one = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                   constants[i] + words[i];
    uint32_t two =
        (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; i++) context->state[i] += s[i];
}

EVP_MD_CTX* EVP_MD_CTX_new(void) { return calloc(1, sizeof(EVP_MD_CTX)); }
void EVP_MD_CTX_free(EVP_MD_CTX* context) { free(context); }

const EVP_MD* EVP_sha256(void) { return &sha256; }

int EVP_DigestInit(EVP_MD_CTX* context, const EVP_MD* digest) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  (void)digest;
  memcpy(context->state, start, sizeof start);
  context->length = 0;
  return 1;
}

int EVP_DigestInit_ex(EVP_MD_CTX* context, const EVP_MD* digest, void* engine) {
  (void)engine;
  return EVP_DigestInit(context, digest);
}

int EVP_DigestUpdate(EVP_MD_CTX* context, const void* bytes, size_t length) {
  const unsigned char* at = bytes;
  while (length > 0) {
    size_t used = context->length % 64;
    size_t part = 64 - used < length ? 64 - used : length;
    memcpy(context->block + used, at, part);
    context->length += part;
    at += part;
    length -= part;
    if (used + part == 64) take_block(context);
  }
  return 1;
}

int EVP_DigestFinal_ex(EVP_MD_CTX* context, unsigned char* digest, unsigned int* length) {
  uint64_t bits = context->length * 8;
  EVP_DigestUpdate(context, "\x80", 1);
  while (context->length % 64 != 56) EVP_DigestUpdate(context, "", 1);
  unsigned char end[8];
  for (int i = 0; i < 8; i++) end[i] = (unsigned char)(bits >> (56 - 8 * i));
  EVP_DigestUpdate(context, end, sizeof end);
  for (int i = 0; i < 32; i++) digest[i] = (unsigned char)(context->state[i / 4] >> (24 - 8 * (i % 4)));
  if (length) *length = sha256.size;
  return 1;
}
