// musl: upstream's source package and how our build configures it.
export const musl = {
  name: 'musl',
  version: '1.2.3',
  source: {
    package: 'musl',
    version: '1.2.3',
    orig: 'musl_1.2.3.orig.tar.gz',
    sha256: '7d5b0b6062521e4627e099e4c9dc8248d32a30285e959b7eecaa780cf8cfd4a4',
  },
  homepage: 'https://musl.libc.org/',
  licence: 'MIT',

  // Programs ask for these libraries; their functions are in libc.a.
  emptyLibraries: ['m', 'rt', 'pthread', 'crypt', 'util', 'xnet', 'resolv', 'dl'],

  edits: [
    // As large as elsewhere: a system call costs more here than a copy, and upstream's 1024 bytes make many of them.
    { file: 'include/stdio.h', replace: '#define BUFSIZ 1024', by: '#define BUFSIZ 16384' },
    // The zone of a struct tm that a program filled in itself is the current one, as in GNU's C library.
    { file: 'src/time/__tz.c', replace: 'p = "";', by: 'p = __tzname[tm->tm_isdst > 0];' },
  ],

  compilerRuntime: (clang) => `/usr/lib/llvm-${clang}/lib/clang/${clang}/lib/wasi/libclang_rt.builtins-wasm32.a`,

  /** config.mak. Upstream's own makefile then takes arch/wasm32 and replaces each src/X/Y.c by src/X/wasm32/Y.c. */
  configuration: ({ clangVersion, root, prefix }) => `ARCH = wasm32
srcdir = .
prefix = ${prefix}
CC = clang-${clangVersion} @${root}/wasm/toolchain/flags
AR = llvm-ar-${clangVersion}
RANLIB = llvm-ranlib-${clangVersion}
CFLAGS_AUTO = -O2 -isystem /usr/lib/llvm-${clangVersion}/lib/clang/${clangVersion}/include \\
  -fno-strict-aliasing -ffunction-sections -fdata-sections -w
OPTIMIZE_GLOBS =
`,
};
