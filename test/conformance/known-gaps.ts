// Where the sandbox is known to differ from the real machine, with the reason. A case that is listed here must differ: the
// list fails when an entry starts to pass.

/** `program/case` → reason. */
export const knownProgramGaps: ReadonlyMap<string, string> = new Map([]);

/** `file/section` → reason. */
export const knownScriptGaps: ReadonlyMap<string, string> = new Map([]);
