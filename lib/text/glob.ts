// Patterns of names and paths, as shells and .gitignore have them. The time to match grows with the lengths of pattern and name multiplied,
// whatever both are: names are a guest's.

type Token =
  | { kind: 'character'; character: string }
  | { kind: 'any' }
  | { kind: 'star' }
  | { kind: 'class'; has: (character: string) => boolean }
  | { kind: 'group'; how: string; choices: Token[][] };

/** Any number of directories. */
export const globstar = Symbol('**');
export type Segment = typeof globstar | { tokens: Token[]; literal: string | undefined; hasGroups: boolean };

export interface GlobForm {
  /** Whether `*` and `?` match the dot that a name begins with. */
  dot: boolean;
  /** Whether there are groups: `@(a|b)`, `?(a)`, `*(a)`, `+(a)`, `!(a)`. */
  groups: boolean;
}

const classes: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[\p{L}\p{Nd}]/u],
  ['alpha', /\p{L}/u],
  ['blank', /[ \t]/],
  ['digit', /\d/],
  ['lower', /\p{Ll}/u],
  ['punct', /\p{P}/u],
  ['space', /\s/],
  ['upper', /\p{Lu}/u],
  ['xdigit', /[\da-fA-F]/],
]);

class SegmentParser {
  readonly #characters: string[];
  readonly #groups: boolean;
  #at = 0;

  constructor(pattern: string, groups: boolean) {
    this.#characters = Array.from(pattern);
    this.#groups = groups;
  }

  /** `ends`: up to one of those characters, which is not taken. */
  tokens(ends: string): Token[] {
    const tokens: Token[] = [];
    for (;;) {
      const character = this.#characters[this.#at];
      if (character === undefined || ends.includes(character)) return tokens;
      const token = this.#group(character) ?? this.#token(character);
      // Stars beside each other are one.
      if (token.kind !== 'star' || tokens.at(-1)?.kind !== 'star') tokens.push(token);
    }
  }

  #token(character: string): Token {
    this.#at++;
    if (character === '*') return { kind: 'star' };
    if (character === '?') return { kind: 'any' };
    if (character === '[') return this.#class() ?? { kind: 'character', character };
    const escaped = character === '\\' ? this.#characters[this.#at] : undefined;
    if (escaped !== undefined) this.#at++;
    return { kind: 'character', character: escaped ?? character };
  }

  #group(how: string): Token | undefined {
    if (!this.#groups || !'@?*+!'.includes(how) || this.#characters[this.#at + 1] !== '(') return undefined;
    const before = this.#at;
    const choices: Token[][] = [];
    this.#at++;
    do {
      this.#at++;
      choices.push(this.tokens('|)'));
    } while (this.#characters[this.#at] === '|');
    if (this.#characters[this.#at] === ')') {
      this.#at++;
      return { kind: 'group', how, choices };
    }
    this.#at = before;
    return undefined;
  }

  // After its bracket. `undefined`: it does not end, so the bracket is a character.
  #class(): Token | undefined {
    const text = this.#characters;
    let at = this.#at;
    const isNegated = text[at] === '!' || text[at] === '^';
    if (isNegated) at++;
    const tests: ((character: string) => boolean)[] = [];
    for (let first = true; text[at] !== ']' || first; first = false) {
      const named = text[at] === '[' && text[at + 1] === ':' ? text.indexOf(':', at + 2) : -1;
      const known = classes.get(text.slice(at + 2, Math.max(named, 0)).join(''));
      if (known !== undefined && text[named + 1] === ']') {
        tests.push((character) => known.test(character));
        at = named + 2;
        continue;
      }
      if (text[at] === '\\') at++;
      const from = text[at];
      if (from === undefined) return undefined;
      let to = from;
      if (text[at + 1] === '-' && text[at + 2] !== undefined && text[at + 2] !== ']') {
        at += text[at + 2] === '\\' ? 3 : 2;
        to = text[at] ?? from;
      }
      at++;
      tests.push((character) => character >= from && character <= to);
    }
    this.#at = at + 1;
    return { kind: 'class', has: (character) => tests.some((test) => test(character)) !== isNegated };
  }
}

/** The places in `name` that `tokens` can end at when they begin at one of `from`: 1 at each such place. */
function ends(tokens: readonly Token[], name: readonly string[], from: Uint8Array): Uint8Array {
  let places = from;
  for (const token of tokens) {
    const next = new Uint8Array(name.length + 1);
    let any = false;
    if (token.kind === 'group') {
      next.set(groupEnds(token, name, places));
      any = next.includes(1);
    } else {
      let reached = false;
      for (let at = 0; at <= name.length; at++) {
        if (token.kind === 'star') {
          reached ||= places[at] === 1;
          if (reached) next[at] = 1;
        } else if (places[at] === 1 && at < name.length && takes(token, name[at] as string)) next[at + 1] = 1;
        any ||= next[at] === 1;
      }
      any ||= next[name.length] === 1;
    }
    if (!any) return next;
    places = next;
  }
  return places;
}

function takes(token: Token, character: string): boolean {
  if (token.kind === 'character') return token.character === character;
  return token.kind === 'class' ? token.has(character) : true;
}

function groupEnds(group: Token & { kind: 'group' }, name: readonly string[], from: Uint8Array): Uint8Array {
  const once = (places: Uint8Array): Uint8Array => {
    const next = new Uint8Array(name.length + 1);
    for (const choice of group.choices)
      for (const [at, is] of ends(choice, name, places).entries()) if (is) next[at] = 1;
    return next;
  };
  if (group.how === '!') return withoutEnds(once, name, from);
  const result = group.how === '?' || group.how === '*' ? from.slice() : new Uint8Array(name.length + 1);
  let places = from;
  for (let grows = true; grows; ) {
    places = once(places);
    grows = false;
    for (const [at, is] of places.entries()) {
      if (is === 0 || result[at] === 1) continue;
      result[at] = 1;
      grows = group.how === '*' || group.how === '+';
    }
  }
  return result;
}

// All that begins at a place, but for what the choices take from there.
function withoutEnds(once: (places: Uint8Array) => Uint8Array, name: readonly string[], from: Uint8Array): Uint8Array {
  const result = new Uint8Array(name.length + 1);
  for (const [start, is] of from.entries()) {
    if (is === 0) continue;
    const places = new Uint8Array(name.length + 1);
    places[start] = 1;
    const taken = once(places);
    for (let at = start; at <= name.length; at++) if (taken[at] === 0) result[at] = 1;
  }
  return result;
}

/** The pattern of one name. */
export function compileSegment(pattern: string, { groups }: GlobForm): Segment {
  if (pattern === '**') return globstar;
  const tokens = new SegmentParser(pattern, groups).tokens('');
  const literal = tokens.every((token) => token.kind === 'character')
    ? tokens.map((token) => token.kind === 'character' && token.character).join('')
    : undefined;
  return { tokens, literal, hasGroups: tokens.some(({ kind }) => kind === 'group') };
}

// Of tokens without groups. What fits before a star needs no second look: only the last one is tried again further on.
function matchesSimply(tokens: readonly Token[], name: readonly string[]): boolean {
  let next = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const token = tokens[next];
    if (token?.kind === 'star') {
      star = next++;
      starAt = at;
    } else if (token !== undefined && takes(token, name[at] as string)) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (tokens[next]?.kind === 'star') next++;
  return next === tokens.length;
}

/** Whether a pattern has the whole name. */
export function matchesName(segment: Exclude<Segment, typeof globstar>, name: string, { dot }: GlobForm): boolean {
  const { tokens, literal, hasGroups } = segment;
  if (literal !== undefined) return literal === name;
  const [first] = tokens;
  if (!dot && name.startsWith('.') && !(first?.kind === 'character' && first.character === '.')) return false;
  const characters = Array.from(name);
  if (!hasGroups) return matchesSimply(tokens, characters);
  const from = new Uint8Array(characters.length + 1);
  from[0] = 1;
  return ends(tokens, characters, from)[characters.length] === 1;
}

/** The places in `segments` at which a path can be: those of `at`, and those after a `**` there. */
export function opened(segments: readonly Segment[], at: Iterable<number>): Set<number> {
  const places = new Set(at);
  // A set visits what is added meanwhile.
  for (const place of places) if (segments[place] === globstar) places.add(place + 1);
  return places;
}

/** The places after one more name. `byName`: not by `**`. */
export function advanced(
  segments: readonly Segment[],
  places: Iterable<number>,
  name: string,
  form: GlobForm,
  byName = false,
): Set<number> {
  const next: number[] = [];
  for (const place of places) {
    const segment = segments[place];
    if (segment === undefined) continue;
    if (segment === globstar) {
      if (!byName && (form.dot || !name.startsWith('.'))) next.push(place);
    } else if (matchesName(segment, name, form)) next.push(place + 1);
  }
  return opened(segments, next);
}

/** Whether the segments have the whole path. */
export function matchesPath(segments: readonly Segment[], names: readonly string[], form: GlobForm): boolean {
  let places = opened(segments, [0]);
  for (const name of names) {
    places = advanced(segments, places, name, form);
    if (places.size === 0) return false;
  }
  return places.has(segments.length);
}

const mostExpanded = 10_000;

/** The patterns that `{a,b}` and `{1..3}` stand for. `undefined`: there are more than 10 000. */
export function expandBraces(pattern: string): string[] | undefined {
  let left = mostExpanded;
  const expand = (text: string): string[] => {
    const group = firstGroup(text);
    if (group === undefined) return [text];
    const heads = group.choices.flatMap(expand);
    const tails = expand(text.slice(group.end + 1));
    left -= heads.length * tails.length;
    if (left < 0) throw new RangeError('braces');
    return heads.flatMap((head) => tails.map((tail) => text.slice(0, group.begin) + head + tail));
  };
  try {
    return expand(pattern);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function firstGroup(text: string): { begin: number; end: number; choices: string[] } | undefined {
  for (let begin = text.indexOf('{'); begin >= 0; begin = text.indexOf('{', begin + 1)) {
    if (text[begin - 1] === '\\') continue;
    const commas: number[] = [];
    let depth = 0;
    for (let at = begin; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === '{') depth++;
      else if (text[at] === ',' && depth === 1) commas.push(at);
      else if (text[at] === '}' && --depth === 0) {
        const choices = choicesOf(text.slice(begin + 1, at), text, [begin, ...commas, at]);
        if (choices !== undefined) return { begin, end: at, choices };
        break;
      }
    }
  }
  return undefined;
}

function choicesOf(inside: string, text: string, marks: number[]): string[] | undefined {
  if (marks.length > 2) return marks.slice(1).map((mark, i) => text.slice((marks[i] ?? 0) + 1, mark));
  const [, from = '', to = ''] = /^(-?\d+)\.\.(-?\d+)$/.exec(inside) ?? [];
  if (from === '') return undefined;
  const [first, last] = [Number(from), Number(to)];
  if (Math.abs(last - first) >= mostExpanded) throw new RangeError('braces');
  const step = first <= last ? 1 : -1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, i) => String(first + i * step));
}
