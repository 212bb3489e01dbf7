// Maps Node's names of certificate errors to OpenSSL's numbers (X509_V_ERR_…).

const codes: Readonly<Record<string, number>> = {
  UNSPECIFIED: 1,
  UNABLE_TO_GET_ISSUER_CERT: 2,
  UNABLE_TO_GET_CRL: 3,
  UNABLE_TO_DECRYPT_CERT_SIGNATURE: 4,
  UNABLE_TO_DECRYPT_CRL_SIGNATURE: 5,
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: 6,
  CERT_SIGNATURE_FAILURE: 7,
  CRL_SIGNATURE_FAILURE: 8,
  CERT_NOT_YET_VALID: 9,
  CERT_HAS_EXPIRED: 10,
  CRL_NOT_YET_VALID: 11,
  CRL_HAS_EXPIRED: 12,
  ERROR_IN_CERT_NOT_BEFORE_FIELD: 13,
  ERROR_IN_CERT_NOT_AFTER_FIELD: 14,
  ERROR_IN_CRL_LAST_UPDATE_FIELD: 15,
  ERROR_IN_CRL_NEXT_UPDATE_FIELD: 16,
  OUT_OF_MEM: 17,
  DEPTH_ZERO_SELF_SIGNED_CERT: 18,
  SELF_SIGNED_CERT_IN_CHAIN: 19,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 20,
  // Node's last error after a missing issuer, since it goes on. Programs with OpenSSL stop at the missing issuer and report 20.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 20,
  CERT_CHAIN_TOO_LONG: 22,
  CERT_REVOKED: 23,
  INVALID_CA: 79,
  PATH_LENGTH_EXCEEDED: 25,
  INVALID_PURPOSE: 26,
  CERT_UNTRUSTED: 27,
  CERT_REJECTED: 28,
  HOSTNAME_MISMATCH: 62,
  ERR_TLS_CERT_ALTNAME_INVALID: 62,
  ERR_TLS_CERT_ALTNAME_FORMAT: 62,
};

/** `undefined`: the error is not about the certificate. */
export function verifyCode(code: string | undefined): number | undefined {
  return code === undefined || !Object.hasOwn(codes, code) ? undefined : codes[code];
}
