// Where the sandbox is known to differ from the real machine, with the reason. A case that is listed here must differ: the
// list fails when an entry starts to pass.

/** `program/case` → reason. */
export const knownProgramGaps: ReadonlyMap<string, string> = new Map([
  ['files/unnamed_file', 'O_TMPFILE is not supported; programs fall back to a file with a name'],
  ['identity/proc_cannot_grow', 'EACCES comes before ENOENT'],
  ['memory/shared_file', 'a process has one linear memory: shared mappings of files are refused with ENODEV'],
]);

const getopt = "the C library's getopt words its messages in its own way";
const strerror = "the C library's strerror words some messages in its own way";

/** `file/section` → reason. */
export const knownScriptGaps: ReadonlyMap<string, string> = new Map([
  ['archives/bzip2 of nothing', strerror],
  ['archives/options that are wrong', getopt],
  ['tools/options that are wrong', getopt],
  ['ripgrep/names that are not UTF-8', "Rust's standard library for WASI opens only files whose names are UTF-8"],
  ['shell/kill and signals', 'the shell says nothing of a background job that a signal has ended'],
  ['shell/job control', 'notices of set -m are not written to the error output'],
  ['system/proc', 'the redirections of a program are opened before its process is there'],
  ['files/stat of nothing', 'the C library has no statx(), and stat then says so in its message'],
  ['system/date with named zones', 'the base image has no time zone database'],
  ['system/unknown long option', getopt],
  ['system/unknown options', getopt],
  ['system/printf out of range', strerror],
  ['system/stty without a terminal', strerror],
  ['system/printf hexadecimal floats', "long double has 113 bits of mantissa here, x86's has 64"],
]);
