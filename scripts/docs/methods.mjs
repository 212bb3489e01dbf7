// The methods that users call, with what their TSDoc says: from the sources of lib/, whose form the formatter keeps.
import { posix } from 'node:path';
import { read } from './source.mjs';

/** @import { PublicMethod } from './methods.mjs' */

const entry = 'lib/index.ts';
/**
 * @param {string} from
 * @param {string} path
 */
const fileOf = (from, path) => posix.join(posix.dirname(from), path).replace(/\.js$/, '.ts');

/**
 * In which file each name is declared that `file` exports from others or imports.
 * @param {string} file
 * @param {'export' | 'import'} keyword
 */
function origins(file, keyword) {
  const lists = read(file).matchAll(new RegExp(`^${keyword} (?:type )?\\{([^}]*)\\} from '(\\.[^']+)';`, 'gm'));
  return new Map(
    Array.from(lists, ([, names, path]) =>
      names
        .split(',')
        .map((name) =>
          name
            .trim()
            .replace(/^type /, '')
            .replace(/ as .*/, ''),
        )
        .filter((name) => name !== '')
        .map((name) => /** @type {[name: string, file: string]} */ ([name, fileOf(file, path)])),
    ).flat(),
  );
}

/** @param {string} name */
const declaration = (name) =>
  new RegExp(
    `^(?:export )?(?:abstract )?(?:class|interface) ${name}(?:<[^{]*>)?( [^{\\n]*)? \\{\\n([\\s\\S]*?)^\\}`,
    'm',
  );

/**
 * Of a class or an interface: what it is made from, and what stands in its braces. `undefined`: it is neither.
 * @param {string} name
 * @param {string} file
 */
function declared(name, file) {
  const [, bases = '', body] = declaration(name).exec(read(file)) ?? [];
  if (body === undefined) return undefined;
  return { body, bases: bases.match(/\b(?!extends\b|implements\b)[A-Z]\w*/g) ?? [] };
}

const method =
  /^((?: {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?) {2}((?:(?:static|async|private|protected|override|get|set|abstract) )*)(\*?)(\[Symbol\.\w+\]|#?\w+)\??(?:<[^(\n]*>)?\(([\s\S]*?)(?: \{|;)$/gm;

/**
 * The tags of that name of a comment, each as one line.
 * @param {string} comment
 * @param {string} name
 */
function tagsOf(comment, name) {
  const text = comment.replace(/^ *\/\*\*/, '').replace(/\*\/\s*$/, '');
  const lines = text.split('\n').map((line) => line.replace(/^ *\* ?/, ''));
  const parts = lines
    .join('\n')
    .split(/^\s*@(?=\w)/m)
    .slice(1);
  return parts.filter((part) => part.split(/\s/, 1)[0] === name).map((part) => part.slice(name.length).trim());
}

/** @param {string} body */
function ownMethods(body) {
  return Array.from(body.matchAll(method), ([, comment, modifiers, generator, name, rest]) => ({
    name: modifiers.includes('static ') ? `static ${name}` : name,
    isHidden:
      /\b(private|protected|get|set)\b/.test(modifiers) || name.startsWith('#') || comment.includes('@internal'),
    promises: generator !== '' || /\): (Promise|AsyncIterable)</.test(rest) || modifiers.includes('async '),
    throws: tagsOf(comment, 'throws'),
    examples: tagsOf(comment, 'example'),
    isDescribed: comment !== '',
  })).filter(({ name, isHidden }) => name !== 'constructor' && !isHidden);
}

/**
 * Of a type, and of those that it is made from: those of an interface describe the methods of a class that has it.
 * @param {string} name
 * @param {string} file
 * @param {Map<string, PublicMethod>} [found]
 */
function methodsOf(name, file, found = new Map()) {
  const type = declared(name, file);
  if (type === undefined) return found;
  for (const { name: method, promises, throws, examples, isDescribed } of ownMethods(type.body)) {
    const known = found.get(method) ?? { promises: false, throws: [], examples: [], isDescribed: false };
    found.set(method, {
      promises: known.promises || promises,
      throws: [...known.throws, ...throws.filter((text) => !known.throws.includes(text))],
      examples: [...known.examples, ...examples.filter((text) => !known.examples.includes(text))],
      isDescribed: known.isDescribed || isDescribed,
    });
  }
  const imported = origins(file, 'import');
  for (const base of type.bases) methodsOf(base, imported.get(base) ?? file, found);
  return found;
}

/**
 * The codes that a text begins with, before what it says of them.
 * @param {string} text
 */
export function codesIn(text) {
  const [list] = /^`\w+`(?:, (?:`\w+`|…))*/.exec(text) ?? [''];
  return Array.from(list.matchAll(/`(\w+)`/g), ([, code]) => code);
}

/** All public methods, as `Type.name`, or `Type.static name`. */
export function publicMethods() {
  /** @type {Map<string, PublicMethod>} */
  const methods = new Map();
  for (const [type, file] of origins(entry, 'export')) {
    for (const [name, said] of methodsOf(type, file)) methods.set(`${type}.${name}`, said);
  }
  return methods;
}
