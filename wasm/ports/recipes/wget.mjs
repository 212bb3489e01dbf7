// http and https. TLS is the host's, by way of our own libssl (Debian's has GnuTLS): its words about certificates are OpenSSL's.
// Whether a certificate is verified has to be said before the connection is made. What is wrong with one is still looked at
// where upstream does.
const lookLater = `
/* The certificate is looked at when the connection is there: ssl_check_certificate. */
static int
look_later (int accepted, X509_STORE_CTX *context)
{
  (void) accepted, (void) context;
  return 1;
}

/* Create an SSL Context and set default paths etc.`.trimStart();

export default {
  name: 'wget',
  version: '1.21.3',
  homepage: 'https://www.gnu.org/software/wget/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'wget',
    version: '1.21.3',
    orig: 'wget_1.21.3.orig.tar.gz',
    sha256: '5726bb8bc5ca0f6dc7110f6416e4bb7019e2d2ff5bf93d1ca2ffcc6656f220e5',
  },
  libraries: ['tls', 'zlib'],
  edits: [
    // The command lines of its build, which name places on the machine that built it.
    { file: 'src/Makefile.in', replace: `"'$(COMPILE)'"`, by: '0' },
    {
      file: 'src/Makefile.in',
      replace: `"'$(CCLD) $(AM_CFLAGS) $(CFLAGS) \\\n\t$(AM_LDFLAGS) $(LDFLAGS) $(LIBS) $(wget_LDADD)'"`,
      by: '0',
    },
    // Without catalogues upstream does not look at the locale, of which quotation marks and the width of characters are.
    {
      file: 'src/main.c',
      replace: '#if defined(ENABLE_NLS) || defined(WINDOWS)\n# include <locale.h>\n#endif',
      by: '#include <locale.h>',
    },
    {
      file: 'src/main.c',
      replace: '#ifdef ENABLE_NLS\n  /* Set the current locale.  */\n  setlocale (LC_ALL, "");\n',
      by: '  setlocale (LC_ALL, "");\n#ifdef ENABLE_NLS\n',
    },
    {
      file: 'src/openssl.c',
      replace: '/* Create an SSL Context and set default paths etc.',
      by: lookLater,
    },
    {
      file: 'src/openssl.c',
      replace: 'SSL_CTX_set_verify (ssl_ctx, SSL_VERIFY_NONE, NULL);',
      by: 'SSL_CTX_set_verify (ssl_ctx, opt.check_cert == CHECK_CERT_ON ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, look_later);',
    },
  ],
  configure: [
    ...['--sysconfdir=/etc', '--with-ssl=openssl', '--with-zlib', '--without-libpsl', '--without-libuuid'],
    ...['--without-metalink', '--disable-iri', '--disable-nls', '--disable-ntlm', '--disable-opie', '--disable-pcre'],
    ...['--disable-pcre2', '--disable-threads'],
  ],
  environment: { OPENSSL_CFLAGS: ' ', OPENSSL_LIBS: '-lssl -lcrypto' },
  make: [
    ['-C', 'lib'],
    ['-C', 'src'],
  ],
  programs: [{ built: 'src/wget', path: '/usr/bin/wget' }],
  files: [{ from: 'doc/sample.wgetrc', path: '/etc/wgetrc' }],
};
