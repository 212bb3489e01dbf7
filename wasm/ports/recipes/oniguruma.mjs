// The library behind jq's regular expressions. Debian's source has no configure; what it would find out is here.
const config = `
#define HAVE_ALLOCA 1
#define HAVE_ALLOCA_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_STDINT_H 1
#define HAVE_SYS_TIMES_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define PACKAGE "onig"
#define PACKAGE_VERSION VERSION
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOIDP 4
#define VERSION "6.9.8"
`;

const makefile = `
regular = regparse regcomp regexec regenc regerror regext regsyntax regtrav regversion st reggnu
unicode = unicode unicode_unfold_key unicode_fold1_key unicode_fold2_key unicode_fold3_key
encodings = ascii utf8 utf16_be utf16_le utf32_be utf32_le euc_jp euc_jp_prop sjis sjis_prop euc_tw euc_kr big5 \\
  gb18030 koi8_r cp1251 $(addprefix iso8859_,1 2 3 4 5 6 7 8 9 10 11 13 14 15 16)

libonig.a: $(addsuffix .o,$(regular) $(unicode) $(encodings) onig_init)
\t$(AR) rcs $@ $^

%.o: %.c
\t$(CC) $(CFLAGS) -DHAVE_CONFIG_H -I. -c -o $@ $<
`;

export default {
  name: 'oniguruma',
  version: '6.9.8',
  homepage: 'https://github.com/kkos/oniguruma',
  licence: 'BSD-2-Clause',
  source: {
    package: 'libonig',
    version: '6.9.8',
    orig: 'libonig_6.9.8.orig.tar.gz',
    sha256: '26372720bab6733c869a9eb69377f73971138dc5e3eff4a81f5ba8aea5435fb2',
  },
  write: { 'src/config.h': config.trimStart(), 'src/wasmsand.mk': makefile.trimStart() },
  optimise: '-O3',
  make: [['-C', 'src', '-f', 'wasmsand.mk']],
  library: {
    include: ['src/oniguruma.h', 'src/oniggnu.h'],
    lib: ['src/libonig.a'],
  },
};
