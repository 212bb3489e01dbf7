// That fork works. It copies the stack: every function on it must be instrumented by asyncify, or the copy goes on in the wrong
// place without a word. Binaryen finds these functions by itself, and then there is nothing to prove but that none got lost on
// the way; where a recipe knows better (to keep a main loop fast), its claims are compared with the module's calls.
import { readModule } from './module.mjs';

const isFork = ({ module, name }) => module === 'linux' && name === 'fork';

class Calls {
  constructor(bytes) {
    this.module = readModule(bytes);
    this.fork = this.module.imports.findIndex(isFork);
    this.callers = new Map();
    this.module.functions.forEach(({ calls }, position) => {
      for (const callee of calls) {
        if (!this.callers.has(callee)) this.callers.set(callee, []);
        this.callers.get(callee).push(position + this.module.imports.length);
      }
    });
  }

  name(index) {
    return this.module.names.get(index) ?? `function ${index}`;
  }

  function(index) {
    return this.module.functions[index - this.module.imports.length];
  }

  /** The functions of that name. Static functions of several files may share one. */
  named(name) {
    return [...this.module.names].filter(([, given]) => given === name).map(([index]) => index);
  }

  /** All functions that reach fork by calls, without those that only `guarded` ones call. */
  onTheWay(guarded) {
    const found = new Set();
    const waiting = [this.fork];
    while (waiting.length > 0) {
      for (const caller of this.callers.get(waiting.pop()) ?? []) {
        if (found.has(caller) || guarded.has(this.name(caller))) continue;
        found.add(caller);
        waiting.push(caller);
      }
    }
    return found;
  }
}

export const forks = (bytes) => readModule(bytes).imports.some(isFork);

function claim(holds, message) {
  if (!holds) throw new Error(`the way to fork: ${message}`);
}

// The start code looks whether there is a main: a reference, and no call.
const start = new Set(['main', '__main_argc_argv']);

/** For a module whose fork is said never to be reached through a pointer. */
export function proveDirect(bytes) {
  const calls = new Calls(bytes);
  const wrong = [...calls.onTheWay(new Set())].filter(
    (index) => calls.module.pointers.has(index) && !start.has(calls.name(index)),
  );
  claim(wrong.length === 0, `${wrong.map((index) => calls.name(index)).join(', ')} may be called through a pointer`);
}

/**
 * For a module whose recipe lists the functions that are on the stack when it forks. `functions`: the list; `throughPointers`: who
 * calls whom of them through a pointer; `guarded`: functions that call one of the list, but at run time never get to fork. Returns the names of all functions that
 * only reach it through those.
 */
export function proveList(bytes, { functions, throughPointers, guarded }) {
  const calls = new Calls(bytes);
  for (const name of [...functions, ...guarded]) {
    const found = calls.named(name).length;
    claim(found === 1, `the module has ${found} functions ${name}: inlined, merged or renamed?`);
  }
  const way = calls.onTheWay(new Set(guarded));
  const called = new Set(Object.values(throughPointers).flat());
  for (const index of way) {
    const name = calls.name(index);
    claim(functions.includes(name), `${name} is on it, and not in the list`);
    const byPointer = calls.module.pointers.has(index);
    claim(!byPointer || called.has(name), `${name} is on it, and who calls it through a pointer is not said`);
  }
  const reached = new Set([...way].map((index) => calls.name(index)));
  // What calls through a pointer is on the way, and so are its callers, within the list.
  const indirect = Object.keys(throughPointers);
  for (const name of indirect) {
    claim(calls.function(calls.named(name)[0]).indirect, `${name} calls nothing through a pointer`);
  }
  const waiting = indirect.filter((name) => throughPointers[name].some((callee) => functions.includes(callee)));
  while (waiting.length > 0) {
    const name = waiting.pop();
    if (reached.has(name)) continue;
    reached.add(name);
    for (const index of calls.callers.get(calls.named(name)[0]) ?? []) {
      const caller = calls.name(index);
      if (guarded.includes(caller)) continue;
      claim(functions.includes(caller), `${caller} calls ${name}, and is not in the list`);
      waiting.push(caller);
    }
  }
  const idle = functions.filter((name) => !reached.has(name));
  claim(idle.length === 0, `${idle.join(', ')} of the list lead nowhere near it`);
  const all = [...calls.onTheWay(new Set())].map((index) => calls.name(index));
  return new Set(all.filter((name) => !functions.includes(name)));
}

/**
 * After everything: all functions that reach fork by calls know what to do when the stack is copied, but for the `exempt` and those
 * that only pass a call on (the optimiser merges functions that way): they have no state of their own.
 */
export function proveInstrumented(bytes, exempt) {
  const calls = new Calls(bytes);
  const { exports } = calls.module;
  const [state] = calls.function(exports.get('asyncify_get_state')).globals;
  const way = [...calls.onTheWay(exempt)];
  claim(way.length > 0, 'nothing calls it');
  const wrong = way.filter((index) => !calls.function(index).globals.has(state) && !calls.function(index).forwards);
  claim(wrong.length === 0, `${wrong.map((index) => calls.name(index)).join(', ')} not instrumented`);
}
