// npm run check: no room includes or imports one that stands above it, and no file of lib/ imports itself by way of others.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Functions of a Kernel, which ties the rooms together, and what tells of all of it. */
const wholeKernel = ['native/kernel/kernel.h', 'native/kernel/proc', 'native/kernel/state'];

/** What builders of ports have of set-up: how to get sources and to run commands. What has ports built is above them. */
const portsFloor = ['crates', 'places', 'product-lock', 'progress', 'sources'];

/**
 * The rooms of lib/, lowest first, each with the rooms that it may know beside itself. A room knows none that stands below it here, so
 * that there is no circle between them.
 * @type {Record<string, string[]>}
 */
const libRooms = {
  text: [],
  abi: ['text'],
  api: ['abi'],
  kernel: ['api'],
  network: ['api'],
  options: ['abi', 'api', 'kernel', 'network', 'text'],
  machine: ['abi', 'api', 'kernel', 'network', 'text'],
  mounts: ['abi', 'api', 'kernel', 'text'],
  files: ['abi', 'api', 'kernel', 'machine', 'mounts', 'options', 'text'],
  processes: ['abi', 'api', 'kernel', 'machine', 'text'],
  shell: ['abi', 'api', 'kernel', 'machine', 'processes', 'text'],
  python: ['abi', 'api', 'machine', 'options', 'processes', 'shell', 'text'],
  tar: ['abi', 'api', 'kernel', 'machine', 'options', 'processes', 'text'],
  state: ['abi', 'api', 'files', 'kernel', 'machine', 'options', 'python', 'shell', 'text'],
  persistence: ['api', 'kernel', 'machine', 'options', 'state', 'text'],
  sandbox: [
    ...['api', 'files', 'kernel', 'machine', 'options', 'persistence', 'processes', 'python', 'shell', 'state'],
    ...['tar', 'text'],
  ],
  // What runs a guest, in any engine.
  guest: ['abi'],
  node: ['abi', 'api', 'guest', 'kernel', 'machine', 'network', 'options', 'sandbox', 'tar', 'text'],
};

/** The rules of lib/: a room may know no other than those, and none of what is above it whatever the list says. */
function libRules() {
  const names = Object.keys(libRooms);
  return Object.fromEntries(
    names.map((room, place) => {
      const wrong = libRooms[room].filter((known) => names.indexOf(known) >= place);
      if (wrong.length > 0) throw new Error(`lib/${room} cannot know ${wrong}: they are not below it`);
      return [`lib/${room}`, ['lib', ...[room, ...libRooms[room]].map((known) => `!lib/${known}`)]];
    }),
  );
}

/**
 * Circles of files of lib/, by their paths there, that may be: none but these, and all of these.
 * @type {string[][]}
 */
const knownCircles = [];

/**
 * The rooms of wasm/shell, lowest first, each with the rooms that it may know beside itself and with files of none.
 * @type {Record<string, string[]>}
 */
const shellRooms = {
  text: ['interrupt.h'],
  syntax: ['text', 'scoped.h'],
  variables: ['text', 'directories.h', 'failure.h', 'shell.h'],
  history: ['text', 'variables', 'files.h', 'shell.h'],
  expand: [
    ...['text', 'syntax', 'variables', 'history'],
    ...['directories.h', 'failure.h', 'files.h', 'interrupt.h', 'shell.h'],
  ],
  execute: [
    ...['text', 'syntax', 'variables', 'history', 'expand'],
    ...['directories.h', 'failure.h', 'files.h', 'input.h', 'interrupt.h', 'shell.h'],
  ],
  builtins: [
    ...['text', 'syntax', 'variables', 'history', 'expand', 'execute'],
    ...['directories.h', 'failure.h', 'files.h', 'input.h', 'interrupt.h', 'shell.h'],
  ],
  session: [
    ...['text', 'syntax', 'history', 'execute', 'builtins'],
    ...['directories.h', 'files.h', 'interrupt.h', 'shell.h'],
  ],
  start: [
    ...['text', 'syntax', 'history', 'expand', 'execute', 'session'],
    ...['directories.h', 'files.h', 'options.h', 'shell.h'],
  ],
};

/**
 * The rules of wasm/shell. The files of no room (Shell, its options, its output) know the three rooms that Shell consists of. assembly.cc
 * and main.cc put everything together: they know all, and nothing knows them.
 */
function shellRules() {
  const names = Object.keys(shellRooms);
  const place = 'wasm/shell';
  const rules = names.map((room, at) => {
    const wrong = shellRooms[room].filter((known) => names.indexOf(known) >= at);
    if (wrong.length > 0) throw new Error(`${place}/${room} cannot know ${wrong}: they are not below it`);
    return [`${place}/${room}`, [place, ...[room, ...shellRooms[room]].map((known) => `!${place}/${known}`)]];
  });
  const above = names.filter((room) => !['text', 'syntax', 'variables'].includes(room));
  const apart = [...above, 'test', 'fuzz', 'assembly.cc', 'main.cc'];
  return Object.fromEntries([...rules, [place, apart.map((name) => `${place}/${name}`)]]);
}

/**
 * What the sources of a room may not know: paths from the root, in which ! allows some again. What lies in them is not of the room.
 * @type {Record<string, string[]>}
 */
const forbidden = {
  ...shellRules(),
  'native/kernel': ['native/syscall', 'native/binding', 'native/module'],
  'native/kernel/net': wholeKernel,
  'native/kernel/vfs': [...wholeKernel, 'native/kernel/net'],
  'native/kernel/io': [...wholeKernel, 'native/kernel/net'],
  'native/kernel/terminal': [...wholeKernel, 'native/kernel/net'],
  'native/kernel/resources': [...wholeKernel, 'native/kernel/process', 'native/kernel/io', 'native/kernel/vfs'],
  'native/kernel/platform': [...wholeKernel, 'native/kernel/process', 'native/kernel/io', 'native/kernel/vfs'],
  'native/syscall': ['native/binding'],
  'native/binding/engine': ['native/binding', '!native/binding/engine'],
  ...libRules(),
  // The files of no room are an interpreter's life, which knows the rooms, and CPython's interface (python.h, objects.h).
  'wasm/python/door': ['wasm/python', ...['door', 'python.h'].map((name) => `!wasm/python/${name}`)],
  'wasm/python/linking': ['wasm/python', ...['linking', 'door'].map((name) => `!wasm/python/${name}`)],
  'wasm/python/seed': ['wasm/python', ...['seed', 'door', 'objects.h'].map((name) => `!wasm/python/${name}`)],
  'wasm/python/builtin': ['wasm/python', ...['builtin', 'door', 'python.h'].map((name) => `!wasm/python/${name}`)],
  'wasm/ports': ['scripts', ...portsFloor.map((name) => `!scripts/setup/${name}.mjs`)],
};

/** It puts the floors together. */
const entry = 'lib/index.ts';

/**
 * @param {string} path
 * @param {string} room
 */
const isBelow = (path, room) => path === room || path.startsWith(`${room}/`);

/** @param {string} room */
function sources(room) {
  return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(h|cc?|ts|mjs)$/.test(name))
    .map((name) => `${room}/${name.replaceAll(sep, '/')}`)
    .filter((file) => file !== entry);
}

const reference = { include: /^#include "(.+)"/gm, import: /\b(?:from|import\(?) ?'(\..+?)'/g };

/**
 * Where the includes or imports of a file lead: beside it, or from native/, as there.
 * @param {string} file
 */
function targets(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const from = file.startsWith('native/') ? 'native' : posix.dirname(file);
  const found = text.matchAll(/\.(h|cc?)$/.test(file) ? reference.include : reference.import);
  return Array.from(found, ([, path]) => posix.join(from, path));
}

let wrong = 0;
for (const [room, rules] of Object.entries(forbidden)) {
  const [refused, allowed] = [rules.filter((rule) => rule[0] !== '!'), rules.filter((rule) => rule[0] === '!')];
  /** @param {string} path */
  const isForbidden = (path) =>
    refused.some((rule) => isBelow(path, rule)) && !allowed.some((rule) => isBelow(path, rule.slice(1)));
  for (const file of sources(room).filter((file) => !isForbidden(file))) {
    for (const path of targets(file).filter(isForbidden)) {
      console.log(`${file} knows ${path}: ${room} must not`);
      wrong++;
    }
  }
}

/**
 * Groups of files of which each leads to each other: the strongly connected components of more than one, by Tarjan's algorithm.
 * @param {Map<string, string[]>} graph
 */
function circles(graph) {
  /** @type {string[][]} */
  const found = [];
  /** @type {Map<string, { order: number, lowest: number }>} */
  const visited = new Map();
  /** @type {string[]} */
  const open = [];
  /**
   * @param {string} file
   * @returns {{ lowest: number }}
   */
  const visit = (file) => {
    const place = { order: visited.size, lowest: visited.size };
    visited.set(file, place);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      const { lowest } = visited.get(next) ?? visit(next);
      if (open.includes(next)) place.lowest = Math.min(place.lowest, lowest);
    }
    if (place.lowest === place.order) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return place;
  };
  for (const file of graph.keys()) if (!visited.has(file)) visit(file);
  return found;
}

/** What each file of lib/ imports of it, types included. */
function libImports() {
  const files = new Set([...sources('lib'), entry]);
  /** @param {string} file */
  const known = (file) => targets(file).map((path) => path.replace(/\.js$/, '.ts'));
  return new Map(Array.from(files, (file) => [file, known(file).filter((path) => path !== file && files.has(path))]));
}

/** @param {string[]} circle */
const key = (circle) => circle.join(' ');
const found = new Set(circles(libImports()).map(key));
const allowed = new Set(knownCircles.map((circle) => key(circle.map((file) => `lib/${file}`))));
for (const circle of found) {
  if (allowed.has(circle)) continue;
  console.log(`each of these imports itself by way of the others: ${circle}`);
  wrong++;
}
for (const circle of allowed) {
  if (found.has(circle)) continue;
  console.log(`take this circle out of knownCircles, there is no such any more: ${circle}`);
  wrong++;
}
process.exitCode = wrong > 0 ? 1 : 0;
