// Files that a search leaves out: lines as in a .gitignore.

import { compileSegment, type GlobForm, globstar, matchesName, matchesPath, type Segment } from '../text/glob.js';

type Name = Exclude<Segment, typeof globstar>;

const form: GlobForm = { dot: true, groups: false };
/** A guest writes these files: more, or longer ones, would take long at every name. */
const mostRules = 500;
const mostInChain = 1000;
const longestRule = 250;

interface Rule {
  segments: Segment[];
  /** What a name must fit, wherever it is: `segments` is that after `**`. */
  name: Name | undefined;
  isNegated: boolean;
  onlyDirectories: boolean;
  /** Whether it has more than one `**`, and so may take long at a path of many names. */
  isHeavy: boolean;
}

function compileRule(line: string): Rule | undefined {
  if (line.length > longestRule) return undefined;
  let text = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#')) return undefined;
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const onlyDirectories = text.endsWith('/');
  const isAnchored = text.slice(0, -1).includes('/');
  const segments = text
    .split('/')
    .filter((name) => name !== '')
    .map((name) => compileSegment(name, form));
  if (segments.length === 0) return undefined;
  // `a/**` is all in it, and not the directory itself.
  if (segments.at(-1) === globstar) segments.push(compileSegment('*', form));
  const [first] = segments;
  const name = isAnchored || first === globstar ? undefined : first;
  if (!isAnchored) segments.unshift(globstar);
  const isHeavy = segments.filter((segment) => segment === globstar).length > 1;
  return { segments, name, isNegated, onlyDirectories, isHeavy };
}

/** The lines for a directory and what is below it, and those for the directories above. */
export class IgnoreRules {
  readonly #rules: Rule[];
  /** How many names the directory's path has. */
  readonly #depth: number;
  readonly #above: IgnoreRules | undefined;
  readonly #length: number;

  constructor(lines: readonly string[], depth: number, above?: IgnoreRules) {
    const inChain = above === undefined ? 0 : above.#length;
    const room = Math.min(mostRules, mostInChain - inChain);
    this.#rules = lines
      .slice(0, Math.max(room, 0))
      .map(compileRule)
      .filter((rule) => rule !== undefined)
      .reverse();
    this.#depth = depth;
    this.#above = above;
    this.#length = this.#rules.length + inChain;
  }

  /** Whether a path is left out. Its directories are not. The last line that has it counts, of the directory that is nearest. */
  async ignores(names: readonly string[], isDirectory: boolean, pace: () => Promise<void>): Promise<boolean> {
    const below = names.slice(this.#depth);
    const last = below.at(-1) ?? '';
    for (const { segments, name, isNegated, onlyDirectories, isHeavy } of this.#rules) {
      if (onlyDirectories && !isDirectory) continue;
      if (isHeavy) await pace();
      if (name === undefined ? matchesPath(segments, below, form) : matchesName(name, last, form)) return !isNegated;
    }
    return this.#above === undefined ? false : this.#above.ignores(names, isDirectory, pace);
  }
}
