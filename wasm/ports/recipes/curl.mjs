// http, https and files. TLS is the host's, by way of our own libssl; what else curl can speak needs protocols that the gate does
// not know (ftp, mail, ldap, ...) or libraries that are not here (ssh).
const absent = [
  ...['dict', 'ftp', 'gopher', 'imap', 'ldap', 'ldaps', 'mqtt', 'pop3', 'rtsp', 'smb', 'smtp', 'telnet', 'tftp'],
  ...['doh', 'manual', 'ntlm', 'ntlm-wb', 'pthreads', 'shared', 'threaded-resolver', 'tls-srp'],
].map((name) => `--disable-${name}`);
const withoutLibraries = [
  ...[
    'brotli',
    'ca-bundle',
    'ca-path',
    'gssapi',
    'libgsasl',
    'libidn2',
    'libpsl',
    'librtmp',
    'libssh2',
    'nghttp2',
    'zstd',
  ],
].map((name) => `--without-${name}`);

// TLS is made of a socket, which has to be known.
const socketOfFilter = `SSL_set_fd(backend->handle, (int)Curl_conn_cf_get_socket(cf, data));
  connssl->connecting_state = ssl_connect_2;`;
const bioOfFilter = `backend->bio_method = bio_cf_method_create();
  if(!backend->bio_method)
    return CURLE_OUT_OF_MEMORY;
  bio = BIO_new(backend->bio_method);
  if(!bio)
    return CURLE_OUT_OF_MEMORY;

  BIO_set_data(bio, cf);
#ifdef HAVE_SSL_SET0_WBIO
  /* with OpenSSL v1.1.1 we get an alternative to SSL_set_bio() that works
   * without backward compat quirks. Every call takes one reference, so we
   * up it and pass. SSL* then owns it and will free.
   * We check on the function in configure, since libressl and friends
   * each have their own versions to add support for this. */
  BIO_up_ref(bio);
  SSL_set0_rbio(backend->handle, bio);
  SSL_set0_wbio(backend->handle, bio);
#else
  SSL_set_bio(backend->handle, bio, bio);
#endif
  connssl->connecting_state = ssl_connect_2;`;

// Looking a name up is interrupted by a signal, since there are no threads. Upstream has alarm() send it, which counts seconds, and so
// refuses every transfer that is to take less than one.
const alarmOfSeconds = 'prev_alarm = alarm(curlx_sltoui(timeout/1000L));';
const timerOfMilliseconds = `{
      struct itimerval within = { { 0, 0 }, { timeout / 1000, timeout % 1000 * 1000 } }, before;
      setitimer(ITIMER_REAL, &within, &before);
      prev_alarm = (unsigned int)before.it_value.tv_sec + (before.it_value.tv_usec > 0);
    }`;

export default {
  name: 'curl',
  version: '7.88.1',
  homepage: 'https://curl.se/',
  licence: 'curl',
  source: {
    package: 'curl',
    version: '7.88.1',
    orig: 'curl_7.88.1.orig.tar.gz',
    sha256: 'cdb38b72e36bc5d33d5b8810f8018ece1baa29a8f215b4495e495ded82bbf3c7',
  },
  libraries: ['tls', 'zlib'],
  edits: [
    { file: 'lib/vtls/openssl.c', replace: bioOfFilter, by: socketOfFilter },
    { file: 'lib/hostip.c', replace: 'if(timeout < 1000) {', by: 'if(timeout < 1) {' },
    { file: 'lib/hostip.c', replace: alarmOfSeconds, by: timerOfMilliseconds },
  ],
  configure: [...absent, ...withoutLibraries, '--enable-ipv6', '--with-openssl', '--with-zlib'],
  // By a function that curl does not call, configure looks for the library.
  environment: { ac_cv_lib_crypto_HMAC_Update: 'yes' },
  make: [
    ['-C', 'lib'],
    ['-C', 'src'],
  ],
  programs: [{ built: 'src/curl', path: '/usr/bin/curl' }],
  library: {
    'include/curl': [
      ...['curl', 'curlver', 'easy', 'header', 'mprintf', 'multi', 'options', 'stdcheaders', 'system', 'typecheck-gcc'],
      ...['urlapi', 'websockets'],
    ].map((name) => `include/curl/${name}.h`),
    lib: ['lib/.libs/libcurl.a'],
  },
  smoke: [
    { run: ['curl', '-s', 'file:///etc/hostname'], prints: 'sandbox\n' },
    { run: ['curl', '-s', '-m', '0.9', 'file:///etc/hostname'], prints: 'sandbox\n' },
  ],
};
