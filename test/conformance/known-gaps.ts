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
