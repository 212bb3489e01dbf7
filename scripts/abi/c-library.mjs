// wasm/libc: the numbers of all calls, and the layouts that our part of the C library shares with the kernel. All ports are rebuilt
// when a byte of these files changes. wasm/sys: the calls that only the shell makes. wasm/python: the call that only its dlopen makes.
import { setOf } from './model.mjs';
import { camel, cxxBanner } from './text.mjs';

/** @import { Layout, LinuxDoor, Model } from './model.mjs' */
/** @typedef {Omit<LinuxDoor, 'structs'> & { structs: Map<string, Layout> }} Door With the layouts by name. */

/** @param {[name: string, value: string | number]} pair */
const define = ([name, value]) => `#define ${name} ${value}\n`;
/** @param {number} digits */
const hexOf = (digits) => (/** @type {number} */ value) => `0x${value.toString(16).padStart(digits, '0')}`;

/** @param {Door} door */
function callNumbers({ calls, cLibrary }) {
  const known = calls
    .filter(({ name }) => !cLibrary.without.includes(name))
    .map(({ name, number }) => /** @type {[string, number]} */ ([name, number]));
  return [...known, ...Object.entries(cLibrary.unserved)]
    .sort(([, a], [, b]) => a - b)
    .map(([name, number]) => define([`__NR_${name}`, number]))
    .join('');
}

/** @type {Record<string, string>} */
const plain = { i32: 'int', u32: 'unsigned', u16: 'unsigned short', i64: 'long long', u64: 'unsigned long long' };
/** @param {string} type */
const ofStdint = (type) => `${type.replace('i', 'int').replace('u', 'uint')}_t`;

/**
 * `c` names a field, or declares it where it holds an address; fields of one struct type in a row share a line.
 * @param {Pick<Layout, 'name' | 'fields' | 'c'>} layout
 * @param {(type: string) => string | undefined} types
 */
function struct({ name, fields, c }, types) {
  /** @type {{ type?: string, text: string }[]} */
  const lines = [];
  for (const { name: field, type, count } of fields) {
    const own = c?.[field] ?? field;
    const array = count ? `[${count}]` : '';
    const isStruct = types(type) === undefined;
    const last = lines.at(-1);
    if (own.includes(' ')) lines.push({ text: own });
    else if (isStruct && last?.type === type) last.text += `, ${own}${array}`;
    else lines.push({ type, text: `${isStruct ? `struct ${type}` : types(type)} ${own}${array}` });
  }
  return `struct ${name} {\n${lines.map(({ text }) => `\t${text};\n`).join('')}};\n`;
}

/**
 * @param {Map<string, Layout>} structs
 * @param {string} name
 */
function layoutOf(structs, name) {
  const found = structs.get(name);
  if (found === undefined) throw new Error(`no struct ${name}`);
  return found;
}

/** @param {Door} door */
function statxHeader({ structs, sets }) {
  /** @param {string} name */
  const values = (name) => Object.entries(setOf(sets, name).values);
  /** @param {string} name */
  const layout = (name) => struct(layoutOf(structs, name), (type) => plain[type]);
  /** @type {[string, number][]} */
  const sync = [['AT_STATX_SYNC_AS_STAT', 0], ...values('at').filter(([name]) => name.startsWith('AT_STATX_'))];
  /** @param {number} digits */
  const inHex =
    (digits) =>
    (/** @type {[name: string, value: number]} */ [name, value]) =>
      define([name, hexOf(digits)(value)]);
  return `/* Part of sys/stat.h: statx(2), which upstream does not declare yet. */
${layout('statx_timestamp')}
${layout('statx')}
${values('statx').map(inHex(3)).join('')}
${sync.map(inHex(4)).join('')}
int statx(int, const char *__restrict, int, unsigned, struct statx *__restrict);
`;
}

/**
 * @param {Door} door
 * @param {Record<string, number>} signals
 * @param {Record<string, string>} aliases
 */
function signalHeader({ structs, sets }, signals, aliases) {
  /** @param {[name: string, value: number]} pair */
  const actionFlag = ([name, value]) => define([name.padEnd(13), value < 10 ? value : hexOf(8)(value)]);
  // Numbers stand below each other, and what is another name of a signal where its number would.
  /**
   * @param {string} name
   * @param {number} value
   */
  const column = (name, value) => `${name.padEnd(10)}${' '.repeat(2 - String(value).length)}`;
  const lines = Object.entries(signals).flatMap(([name, value]) => [
    `#define ${column(name, value)}${value}\n`,
    ...Object.entries(aliases)
      .filter(([, of]) => of === name)
      .map(([alias]) => `#define ${column(alias, value)}${name}\n`),
  ]);
  return `#if defined(_POSIX_SOURCE) || defined(_POSIX_C_SOURCE) \\
 || defined(_XOPEN_SOURCE) || defined(_GNU_SOURCE) || defined(_BSD_SOURCE)

#if defined(_XOPEN_SOURCE) || defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192
#endif

/* A wasm instance has no machine registers a program could see. */
typedef struct {
	unsigned long __regs[1];
} mcontext_t;

${struct({ ...layoutOf(structs, 'stack'), name: 'sigaltstack' }, (type) => plain[type])}
typedef struct __ucontext {
	unsigned long uc_flags;
	struct __ucontext *uc_link;
	stack_t uc_stack;
	mcontext_t uc_mcontext;
	sigset_t uc_sigmask;
} ucontext_t;

${Object.entries(setOf(sets, 'sigaction_flags').values).map(actionFlag).join('')}
#endif

${lines.join('')}
#define _NSIG 65
`;
}

/** @param {Door} door */
function processHeader({ structs, sets }) {
  const kinds = Object.entries(setOf(sets, 'spawn_action_kind').values);
  /** @type {Record<string, string>} */
  const names = {
    open: 'OPEN',
    close: 'CLOSE',
    duplicate: 'DUP2',
    change_directory: 'CHDIR',
    change_to_descriptor: 'FCHDIR',
  };
  const enumerators = kinds.map(([name, value], i) => {
    if (i > 0 && value !== kinds[i - 1][1] + 1) throw new Error(`spawn_action_kind: ${name} does not follow`);
    return `\tSPAWN_${names[name]}${i === 0 ? ` = ${value}` : ''},\n`;
  });
  /** @param {string} name */
  const layout = (name) => struct(layoutOf(structs, name), ofStdint);
  return `/* The imports that make processes; ARCHITECTURE.md, "Guest ABI". */

#include <stdint.h>
#include <features.h>

__attribute__((__import_module__("linux"), __import_name__("fork")))
int __linux_fork(void);

__attribute__((__import_module__("linux"), __import_name__("clone")))
int __linux_clone(int (*)(void *), void *);

enum {
${enumerators.join('')}};

${layout('spawn_action')}
${layout('spawn_request')}
__attribute__((__import_module__("linux"), __import_name__("spawn")))
int __linux_spawn(const struct spawn_request *);
`;
}

// The C library has no functions for them: sessions call them by number.
/** @param {Pick<Door, 'calls'>} door */
const sessionCalls = ({ calls }) => `${cxxBanner}
#pragma once

enum {
${calls
  .filter(({ name }) => name.startsWith('session_'))
  .map(({ name, number }) => `  k${camel(name)} = ${number},`)
  .join('\n')}
};
`;

/** @param {Door} door */
function linkHeader({ structs }) {
  const declared = ['link_import', 'link_request'].map((name) => {
    const layout = structs.get(name);
    if (layout === undefined) throw new Error(`abi.json has no struct ${name}`);
    return `// ${layout.note}\n${struct(layout, ofStdint)}`;
  });
  return `${cxxBanner}
#pragma once

#include <stdint.h>

${declared.join('\n')}
__attribute__((import_module("linux"), import_name("link"))) int linux_link(struct link_request *request);
`;
}

/** @param {Model} model */
export function cLibraryFiles({ linux, signals, signalAliases }) {
  const door = { ...linux, structs: new Map(linux.structs.map((layout) => [layout.name, layout])) };
  const bits = 'wasm/libc/arch/wasm32/bits';
  return {
    [`${bits}/syscall.h.in`]: callNumbers(door),
    [`${bits}/statx.h`]: statxHeader(door),
    [`${bits}/signal.h`]: signalHeader(door, signals, signalAliases),
    'wasm/libc/src/process/wasm32/linux_process.h': processHeader(door),
    'wasm/sys/session_calls.h': sessionCalls(door),
    'wasm/python/linking/link_request.h': linkHeader(door),
  };
}
