// Where the sandbox is known to differ from the real machine, with the reason. A case that is listed here must differ: the
// list fails when an entry starts to pass.

/** `program/case` → reason. */
export const knownProgramGaps: ReadonlyMap<string, string> = new Map([
  ['files/unnamed_file', 'O_TMPFILE is not supported; programs fall back to a file with a name'],
  ['identity/proc_cannot_grow', 'EACCES comes before ENOENT'],
  ['memory/shared_file', 'a process has one linear memory: shared mappings of files are refused with ENODEV'],
]);

/** `file/section` → reason. */
export const knownScriptGaps: ReadonlyMap<string, string> = new Map([]);
