// As much of a makefile as upstream's test suites are described with: variables, automake's conditionals, and rules with
// their command lines. Nothing is run here.

/** Lines with their continuations joined as make joins them; command lines keep theirs for the shell. */
function logicalLines(text) {
  const lines = [];
  const physical = text.split('\n');
  for (let i = 0; i < physical.length; i++) {
    let line = physical[i];
    const isCommand = line.startsWith('\t');
    while (line.endsWith('\\') && i + 1 < physical.length) {
      const next = physical[++i];
      line = isCommand ? `${line}\n${next.replace(/^\t/, '')}` : `${line.slice(0, -1).trimEnd()} ${next.trimStart()}`;
    }
    lines.push(line);
  }
  return lines;
}

export class Makefile {
  #variables = new Map();
  #rules = new Map();

  /** `conditions`: automake's conditionals that hold. */
  constructor(text, conditions = []) {
    const active = [true];
    let targets = [];
    for (const line of logicalLines(text)) {
      const [, word, condition] = /^(if|else|endif)\b\s*(\S*)/.exec(line) ?? [];
      if (word === 'if') active.push(active.at(-1) && conditions.includes(condition));
      else if (word === 'else') active.push(!active.pop() && active.at(-1));
      else if (word === 'endif') active.pop();
      else if (active.at(-1)) targets = this.#readLine(line, targets);
    }
  }

  #readLine(line, targets) {
    if (line.startsWith('\t')) {
      for (const target of targets) this.#rules.get(target).push(line.slice(1));
      return targets;
    }
    const [, name, append, value] = /^(\w+)\s*(\+?)=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined) {
      this.#variables.set(name, append === '+' ? `${this.#variables.get(name) ?? ''} ${value}` : value);
      return [];
    }
    const [, names] = /^([^#:=\s][^#:=]*?)\s*::?(?!=)/.exec(line) ?? [];
    if (names === undefined) return /^\s*(#|$)/.test(line) ? targets : [];
    const found = this.expand(names).split(/\s+/);
    for (const target of found) this.#rules.set(target, []);
    return found;
  }

  /** Sets a variable over what the makefile says, as on make's command line. */
  set(name, value) {
    this.#variables.set(name, value);
  }

  /** Text with `$(variable)`, `$@` and `$$` expanded. */
  expand(text, target = '') {
    return text.replace(/\$(?:\((\w+)\)|\{(\w+)\}|(.))/g, (_, name, braced, one) => {
      if (one === '$') return '$';
      if (one === '@') return target;
      const variable = name ?? braced ?? one;
      return this.expand(this.#variables.get(variable) ?? '', target);
    });
  }

  words(name) {
    return this.expand(`$(${name})`).split(/\s+/).filter(Boolean);
  }

  /** The command lines of a target, expanded; `ignoreErrors` for those that begin with `-`. */
  commands(target) {
    return this.#rules.get(target)?.map((line) => {
      const [, marks, command] = /^([@\s+-]*)(.*)$/s.exec(line);
      return { command: this.expand(command, target), ignoreErrors: marks.includes('-') };
    });
  }
}

const quote = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** The lines of a script that runs a target's commands as make does: a shell for each, and no more after an error. */
export function commandLines(commands) {
  return commands.map(({ command, ignoreErrors }) => `sh -c ${quote(command)}${ignoreErrors ? '' : ' || exit 99'}`);
}
