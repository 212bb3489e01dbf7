// Options and answers of searches in a sandbox's files.

import type { FileType } from './types.js';

/** What {@link Sandbox.find} and {@link Sandbox.grep} look at. */
export interface SearchOptions {
  /**
   * Where the search begins; its answers begin with this path too. It goes 256 directories deep. Default: the session's working directory.
   */
  path?: string;
  /**
   * Only paths that fit: a pattern without a slash has the name, one with a slash the path below `path`. `*`, `?`, `[a-z]`, `{a,b}`, and `**`
   * for any number of directories; dots are as other characters. Several patterns: one of them must fit. Default: all.
   */
  glob?: string | readonly string[];
  /**
   * What is left out, with all below: lines as in a `.gitignore`, or `'git'` for what git leaves out by the `.gitignore` files of the tree
   * and of the repository that it lies in, and `.git` itself. Of such a file the first 500 lines count. Default: nothing.
   */
  ignore?: 'git' | readonly string[];
  /** Ends the search: it resolves with what was found until then. */
  signal?: AbortSignal;
}

/** Options of {@link Sandbox.find}. */
export interface FindOptions extends SearchOptions {
  /** Only entries of this type. Default: all. */
  type?: FileType;
  /** The search ends with so many. Default: 10 000. */
  maxResults?: number;
}

/** An answer of {@link Sandbox.find}. */
export interface FoundFile {
  path: string;
  type: FileType;
  /** In bytes. */
  size: number;
}

/** Options of {@link Sandbox.grep}. */
export interface GrepOptions extends SearchOptions {
  /**
   * A regular expression of JavaScript, that each line is searched for: the first 4096 characters of it, so that a long line does not take
   * long. One that takes long on short lines is yours to avoid.
   */
  pattern: string | RegExp;
  /** `pattern` is a text, not a regular expression: the first MiB of each line is searched for it. Default: false. */
  literal?: boolean;
  /** So many lines before and after each match come with it. Default: 0. */
  context?: number;
  /** The search ends with so many matches. Default: 1000. */
  maxMatches?: number;
  /** The search ends when the lines of its answer have so many bytes. Default: 1 MiB. */
  maxBytes?: number;
}

/** An answer of {@link Sandbox.grep}. */
export interface FoundLine {
  path: string;
  /** The number of the line, from 1. */
  line: number;
  /** The line, without its end: its first 4096 characters. */
  text: string;
  /** With `context`: the lines before, and those after. */
  before?: string[];
  after?: string[];
}
