// Where the sandbox is known to differ from the real machine, with the reason. A case that is listed here must differ: the
// list fails when an entry starts to pass.

/** `program/case` → reason. */
export const knownProgramGaps: ReadonlyMap<string, string> = new Map([
  ['files/unnamed_file', 'O_TMPFILE is not supported; programs fall back to a file with a name'],
  ['identity/proc_cannot_grow', 'EACCES comes before ENOENT'],
  ['memory/shared_file', 'a process has one linear memory: shared mappings of files are refused with ENODEV'],
]);

/** `file/section` → reason. */
export const knownScriptGaps: ReadonlyMap<string, string> = new Map([
  ['ripgrep/names that are not UTF-8', "Rust's standard library for WASI opens only files whose names are UTF-8"],
  ['system/proc', 'the redirections of a program are opened before its process is there'],
  ['system-tools/hexdump of nothing', 'a stream of the C library keeps its number after freopen has failed'],
  ['system/printf hexadecimal floats', "long double has 113 bits of mantissa here, x86's has 64"],
  ['data/jq last digits', "the C library's cbrt, tgamma and exp10 round the last digit in their own way"],
  ['data/loadable modules', 'there is no dynamic linker, and its message says so'],
]);

const begun = 'the interpreter has begun before it reads its options';

/** Program, command line or expression of Python's → why it differs. */
export const knownPythonGaps = new Map<string, string>([
  ['os/sysconf', 'the limits are those of the C library'],
  ['signals/numbers', 'the C library keeps a signal to itself'],
  ['files/memory files', 'the kernel has no files without names'],
  ['files/what os has', 'the kernel has no namespaces, no timers and no processes as descriptors'],
  ['data/locales by name', 'the C library has one name for all categories, and another for ASCII'],
  ['language/seeds that are fractions', 'hashes of numbers are those of 32 bits'],
  [
    'interpreter/modules that are there',
    'the build has no terminal, no OpenSSL and no interpreters within interpreters',
  ],
  ['threads/pty', 'the build of Python has no openpty'],
  ['python3 -X importtime=x -c 1', begun],
  [
    "python3 -c 'import os; os.abort()' 2>/dev/null; echo $?",
    'the native one is run by a shell, which says another status',
  ],
  ['python3 --help-xoptions | head -2', 'the build has no such options'],
  ['python3 --help-env | head -2', 'the build has no such options'],
  ['os.strerror(134)', 'Debian has EFTYPE'],
  ['sorted(errno.errorcode.items())', 'Debian has EFTYPE'],
  ["time.strftime('%f', time.gmtime(1234567890))", "of the other C library's own formats"],
  ["time.strftime('%k', time.gmtime(1234567890))", "of the other C library's own formats"],
  ["time.strftime('%l', time.gmtime(1234567890))", "of the other C library's own formats"],
  ["locale.setlocale(locale.LC_ALL,'')", 'the C library takes any name for a locale'],
  ["locale.setlocale(locale.LC_ALL,'xx_YY')", 'the C library takes any name for a locale'],
  ['math.tan(1e22)', "the C library's last digit"],
  ['hash(1.5)', 'hashes of numbers are those of 32 bits'],
  ['hash(2**61)', 'hashes of numbers are those of 32 bits'],
]);
