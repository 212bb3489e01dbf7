// All recipes, by name.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * README.md says what each field means.
 * @typedef {{ package: string, version: string, orig: string, sha256: string }} Source Of Debian's source package.
 * @typedef {{ file: string, replace: string, by: string }} Edit
 * @typedef {{ level?: string, passes?: string[], directFork?: boolean, wayToFork?: WayToFork }} PostlinkOptions
 * @typedef {{ built: string, path: string, postlink?: PostlinkOptions }} Program
 * @typedef {{ from: string, path: string, mode?: number }} DataFile
 * @typedef {{ text: string, path: string, mode?: number }} Script
 * @typedef {{ run: string[], prints: string }} SmokeTest Words of a command, and the whole output.
 * @typedef {{ from: string, path: string, only?: RegExp }} Tree
 * @typedef {{
 *   name: string,
 *   version: string,
 *   homepage: string,
 *   licence: string,
 *   ours?: string,
 *   source?: Source,
 *   libraries?: string[],
 *   auxiliary?: string[],
 *   autoreconf?: boolean,
 *   edits?: Edit[],
 *   write?: Record<string, string>,
 *   optimise?: string,
 *   cflags?: string[],
 *   ldflags?: string[],
 *   environment?: Record<string, string>,
 *   configure?: string[],
 *   make?: string[][],
 *   programs?: Program[],
 *   files?: DataFile[],
 *   trees?: Tree[],
 *   scripts?: Script[],
 *   links?: Record<string, string[]>,
 *   symlinks?: Record<string, string>,
 *   library?: Record<string, string[]>,
 *   smoke?: SmokeTest[] | false,
 *   builder?: 'builder' | 'cargo',
 *   features?: string[],
 * }} Recipe
 */

/** @import { WayToFork } from '../toolchain/fork-proof.mjs' */

const directory = join(dirname(fileURLToPath(import.meta.url)), 'recipes');
const files = readdirSync(directory).filter((name) => name.endsWith('.mjs'));
const modules = await Promise.all(files.sort().map((name) => import(`./recipes/${name}`)));

/** @type {Map<string, Recipe>} */
export const recipes = new Map(modules.map(({ default: recipe }) => [recipe.name, recipe]));
