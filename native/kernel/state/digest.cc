#include "kernel/state/digest.h"

// The newer interface drags in all of the library, providers and their files of configuration.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace wasmsand {

Digest digest_of(std::span<const std::byte> bytes) {
  Digest digest;
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(reinterpret_cast<unsigned char*>(digest.data()), &context);
  return digest;
}

}  // namespace wasmsand
