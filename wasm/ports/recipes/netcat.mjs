// The traditional one: the mirrors have the sources of Debian's other netcat, OpenBSD's, no longer. No IPv6 and no AF_UNIX.
const defines = ['LINUX', 'TELNET', 'GAPING_SECURITY_HOLE', 'IP_TOS', 'DEBIAN_VERSION=\\"1.10-47\\"'];

// It is older than prototypes, and WebAssembly knows the types of functions: one is called as it is defined, or not at all.
const parameters = `(str, p1, p2, p3, p4, p5, p6)
  char * str;
  char * p1, * p2, * p3, * p4, * p5, * p6;
`;
const complaints = [
  {
    replace: `void holler ${parameters}{`,
    by: '#include <stdarg.h>\nvoid holler (char * str, ...)\n{\n  va_list args;',
  },
  {
    replace: 'fprintf (stderr, str, p1, p2, p3, p4, p5, p6);',
    by: 'va_start (args, str);\n    vfprintf (stderr, str, args);\n    va_end (args);',
  },
  {
    replace: `void bail ${parameters}{
  o_verbose = 1;
  holler (str, p1, p2, p3, p4, p5, p6);
  close (netfd);
  exit (1);
}`,
    by: '#define bail(...) (o_verbose = 1, holler (__VA_ARGS__), close (netfd), exit (1))',
  },
];
const handlers = [
  { replace: 'void catch ()', by: 'void catch (int number)' },
  { replace: 'void quit()', by: 'void quit (int number)' },
  { replace: '  quit();', by: '  quit (0);' },
  { replace: 'void tmtravel ()', by: 'void tmtravel (int number)' },
];

export default {
  name: 'netcat',
  version: '1.10',
  homepage: 'https://packages.debian.org/source/stable/netcat',
  licence: 'LicenseRef-netcat',
  source: {
    package: 'netcat',
    version: '1.10',
    orig: 'netcat_1.10.orig.tar.bz2',
    sha256: '64913dc3f0b4a96c3ab04d062d84f28ba6854152c94344e3985458b2aebca3d5',
  },
  edits: [...complaints, ...handlers].map((edit) => ({ file: 'netcat.c', ...edit })),
  cflags: ['-std=gnu89', '-include time.h', '-w', '-Wno-error=int-conversion'],
  make: [
    ['-e', 'nc', 'STATIC=', 'LD=$(CC) $(CFLAGS) $(LDFLAGS)', `DFLAGS=${defines.map((name) => `-D${name}`).join(' ')}`],
  ],
  programs: [{ built: 'nc', path: '/usr/bin/nc.traditional' }],
  links: { '/usr/bin/nc.traditional': ['/usr/bin/nc', '/usr/bin/netcat'] },
};
