export default {
  name: 'dash',
  version: '0.5.12',
  homepage: 'http://gondor.apana.org.au/~herbert/dash/',
  licence: 'BSD-3-Clause',
  source: {
    package: 'dash',
    version: '0.5.12',
    orig: 'dash_0.5.12.orig.tar.gz',
    sha256: '6a474ac46e8b0b32916c4c60df694c82058d3297d8b385b74508030ca4a8f28a',
  },
  // Debian adds a source file to Makefile.am.
  autoreconf: true,
  // Builtins are called with two arguments; WebAssembly refuses to call a function that declares none.
  edits: [{ file: 'src/bltin/times.c', replace: 'timescmd() {', by: 'timescmd(int argc, char **argv) {' }],
  configure: ['--disable-fnmatch', '--disable-lineno', '--disable-glob'],
  programs: [{ built: 'src/dash', path: '/usr/bin/dash' }],
  smoke: [{ run: ['dash', '-c', '(echo child) & wait; echo parent'], prints: 'child\nparent\n' }],
};
