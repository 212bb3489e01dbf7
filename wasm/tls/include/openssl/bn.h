#pragma once

#include <openssl/bio.h>

// There are none: nothing makes a BIGNUM.
int BN_num_bits(const BIGNUM* number);
int BN_print(BIO* bio, const BIGNUM* number);
void BN_clear_free(BIGNUM* number);
