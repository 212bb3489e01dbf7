// Edits of files as agents make them.

/** A change of a text: {@link Sandbox.edit}. */
export interface TextEdit {
  /** What is to go: it must be in the file once, every blank and line end as there. */
  old: string;
  /** What comes in its place. */
  new: string;
  /** Wherever it is, and at least once. Default: false. */
  all?: boolean;
}

/** What {@link Sandbox.edit} has done. */
export interface EditResult {
  /** How often the text was replaced. */
  replaced: number;
  /** The number of the first line that has changed, from 1. */
  firstLine: number;
}

/** Options of {@link Sandbox.view}. */
export interface ViewOptions {
  /** The first line, from 1. Default: 1. */
  start?: number;
  /** The last line. Default: the last of the file. */
  end?: number;
  /** Whether each line has its number before it, as `cat -n` shows it. Default: false. */
  numbers?: boolean;
}

/** Options of {@link Sandbox.applyPatch}. */
export interface PatchOptions {
  /** Where relative names of files lie. Default: the session's working directory. */
  cwd?: string;
  /** Only says what would be done. Default: false. */
  check?: boolean;
}

/** A file that a patch has changed. */
export interface PatchedFile {
  /** Its name in the patch; of one that was renamed, the new one. */
  path: string;
  kind: 'created' | 'modified' | 'deleted' | 'renamed';
  /** Of a file that was renamed: its name before. */
  from?: string;
  /** Lines that are new. */
  added: number;
  /** Lines that are gone. */
  removed: number;
}

/** What {@link Sandbox.applyPatch} has done. */
export interface PatchResult {
  /** In the order of the patch. */
  files: PatchedFile[];
}
