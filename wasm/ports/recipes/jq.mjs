// Debian's source has no configure; what it would find out is here. pow10 is missing as it is with glibc.
const found = [
  ...['ALLOCA_H', 'GETTIMEOFDAY', 'GMTIME', 'GMTIME_R', 'ISATTY', 'LIBONIG', 'LOCALTIME', 'LOCALTIME_R', 'MEMMEM'],
  ...['MKSTEMP', 'SETLOCALE', 'STRFTIME', 'STRPTIME', 'TIMEGM', 'TM_TM_GMT_OFF', '__THREAD'],
];
const mathematics = [
  ...['acos', 'acosh', 'asin', 'asinh', 'atan', 'atan2', 'atanh', 'cbrt', 'ceil', 'copysign', 'cos', 'cosh', 'drem'],
  ...['erf', 'erfc', 'exp', 'exp10', 'exp2', 'expm1', 'fabs', 'fdim', 'floor', 'fma', 'fmax', 'fmin', 'fmod', 'frexp'],
  ...['gamma', 'hypot', 'j0', 'j1', 'jn', 'ldexp', 'lgamma', 'lgamma_r', 'log', 'log10', 'log1p', 'log2', 'logb'],
  ...['modf', 'nearbyint', 'nextafter', 'nexttoward', 'pow', 'remainder', 'rint', 'round', 'scalb', 'scalbln'],
  ...['significand', 'sin', 'sinh', 'sqrt', 'tan', 'tanh', 'tgamma', 'trunc', 'y0', 'y1', 'yn'],
];

const makefile = `
objects = $(addprefix src/,$(addsuffix .o,builtin bytecode compile execute jq_test jv jv_alloc jv_aux jv_dtoa jv_file \\
  jv_parse jv_print jv_unicode lexer linker locfile main parser util))

jq: $(objects)
\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lonig -lm

%.o: %.c src/builtin.inc src/version.h
\t$(CC) $(CPPFLAGS) $(CFLAGS) -I. -Isrc -c -o $@ $<

src/builtin.inc: src/builtin.jq
\tsed -e 's/\\\\/\\\\\\\\/g' -e 's/"/\\\\"/g' -e 's/^/"/' -e 's/$$/\\\\n"/' $< > $@

src/version.h: scripts/version
\techo "#define JQ_VERSION \\"$$(sh scripts/version)\\"" > $@
`;

export default {
  name: 'jq',
  version: '1.6',
  homepage: 'https://jqlang.github.io/jq/',
  licence: 'MIT',
  source: {
    package: 'jq',
    version: '1.6',
    orig: 'jq_1.6.orig.tar.gz',
    sha256: '3ba940b97571c866923f0409678033d33b5a98758dfc174fad8397ed908bc4d9',
  },
  libraries: ['oniguruma'],
  write: { 'wasmsand.mk': makefile.trimStart() },
  optimise: '-O3',
  // Values may nest 10 000 levels deep, and comparing them takes more than a kilobyte of stack for each.
  ldflags: ['-Wl,-z,stack-size=16777216'],
  cflags: [
    '-DIEEE_8087',
    // The C library has it by its newer name only.
    '-Dgamma=lgamma',
    ...[...found, ...mathematics].map((name) => `-DHAVE_${name.toUpperCase()}`),
  ],
  make: [['-f', 'wasmsand.mk']],
  programs: [{ built: 'jq', path: '/usr/bin/jq' }],
};
