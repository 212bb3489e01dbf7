// OpenSSL's interface over the host's TLS: our own library, for the programs that talk to the network.
const headers = [
  ...['asn1', 'bio', 'bn', 'buffer', 'conf', 'core_names', 'crypto', 'dh', 'dsa', 'err', 'evp', 'md5', 'opensslconf'],
  ...[
    'opensslv',
    'pem',
    'pkcs12',
    'rand',
    'rsa',
    'safestack',
    'ssl',
    'stack',
    'tls1',
    'types',
    'x509',
    'x509_vfy',
    'x509v3',
  ],
];

export default {
  name: 'tls',
  version: '3.0',
  ours: 'wasm/tls',
  library: {
    'include/openssl': headers.map((name) => `include/openssl/${name}.h`),
    lib: ['libssl.a', 'libcrypto.a'],
  },
};
