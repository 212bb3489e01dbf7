// As much of Tcl as DejaGnu's test files are written in. Everything is a string; lists are strings of quoted words.
// Commands that run programs or touch files are given by the caller (see dejagnu-suite.mjs).

export class TclError extends Error {}

const escapes = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v', '\n': ' ' };

/** The words of a list. */
export function splitList(text) {
  const words = [];
  let i = 0;
  while (i < text.length) {
    if (/\s/.test(text[i])) {
      i++;
    } else if (text[i] === '{') {
      const end = matching(text, i);
      words.push(text.slice(i + 1, end));
      i = end + 1;
    } else {
      const quoted = text[i] === '"';
      if (quoted) i++;
      let word = '';
      for (; i < text.length && !(quoted ? text[i] === '"' : /\s/.test(text[i])); i++) {
        if (text[i] === '\\' && i + 1 < text.length) word += escapes[text[++i]] ?? text[i];
        else word += text[i];
      }
      if (quoted) i++;
      words.push(word);
    }
  }
  return words;
}

export function joinList(words) {
  const quote = (word) => (/^[^\s{}[\]$"\\;#]+$/.test(word) ? word : word.replace(/[\s{}[\]$"\\;#]/g, '\\$&') || '{}');
  return words.map(quote).join(' ');
}

/** Index of the brace that closes the one at `start`. */
function matching(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  throw new TclError('missing close-brace');
}

export class Interpreter {
  #globals = new Map();
  #procedures = new Map();
  #commands;

  /** `commands`: name → async function of the arguments, over those of the language. */
  constructor(commands) {
    this.#commands = { ...language, ...commands };
  }

  evaluate(script, scope = this.#globals) {
    return new Run(this, script, scope).script('');
  }

  get globals() {
    return this.#globals;
  }

  define(name, parameters, body) {
    this.#procedures.set(name, { parameters: splitList(parameters).map((one) => splitList(one)), body });
  }

  async call([name, ...args], scope) {
    const procedure = this.#procedures.get(name);
    if (procedure === undefined) {
      if (!Object.hasOwn(this.#commands, name)) throw new TclError(`invalid command name "${name}"`);
      return (await this.#commands[name].call(this, args, scope)) ?? '';
    }
    const inner = new Map();
    for (const [i, [parameter, preset]] of procedure.parameters.entries()) {
      const rest = parameter === 'args' && i === procedure.parameters.length - 1;
      inner.set(parameter, rest ? joinList(args.slice(i)) : (args[i] ?? preset ?? ''));
    }
    return this.evaluate(procedure.body, inner);
  }

  /** A condition: words compared with == and !=, `!`, and numbers with < and >. */
  async condition(text, scope) {
    const value = (await new Run(this, text, scope).substituteAll()).trim();
    const [, left, operator, right] = /^(.*?)\s*(==|!=|<=|>=|<|>)\s*(.*)$/s.exec(value) ?? [];
    if (operator === undefined) {
      const negations = /^[!\s]*/.exec(value)[0].replaceAll(/\s/g, '').length;
      const truth = !['', '0'].includes(value.replace(/^[!\s]*/, ''));
      return negations % 2 === 0 ? truth : !truth;
    }
    const bare = (word) => word.replace(/^"(.*)"$/s, '$1');
    const [a, b] = [bare(left), bare(right)];
    const order =
      a !== '' && b !== '' && !Number.isNaN(Number(a - b)) ? Number(a) - Number(b) : Number(a > b) - Number(a < b);
    return { '==': order === 0, '!=': order !== 0, '<': order < 0, '>': order > 0, '<=': order <= 0, '>=': order >= 0 }[
      operator
    ];
  }
}

/** One pass over a piece of text: parses and runs as it goes. */
class Run {
  #interpreter;
  #text;
  #scope;
  #at = 0;

  constructor(interpreter, text, scope) {
    this.#interpreter = interpreter;
    this.#text = text;
    this.#scope = scope;
  }

  /** Commands up to the terminator, `]` or the end of the text. */
  async script(terminator) {
    let result = '';
    for (;;) {
      this.#skip(/[\s;]/);
      if (this.#at >= this.#text.length || this.#text[this.#at] === terminator) return result;
      if (this.#text[this.#at] === '#') this.#skip(/[^\n]/);
      else result = await this.#interpreter.call(await this.#command(terminator), this.#scope);
    }
  }

  async #command(terminator) {
    const words = [];
    for (;;) {
      for (;;) {
        this.#skip(/[ \t]/);
        if (this.#text[this.#at] !== '\\' || this.#text[this.#at + 1] !== '\n') break;
        this.#at += 2;
      }
      const next = this.#text[this.#at];
      if (next === undefined || next === '\n' || next === ';' || next === terminator) return words;
      words.push(await this.#word(terminator));
    }
  }

  async #word(terminator) {
    if (this.#text[this.#at] === '{') {
      const end = matching(this.#text, this.#at);
      const word = this.#text.slice(this.#at + 1, end).replaceAll(/\\\n\s*/g, ' ');
      this.#at = end + 1;
      return word;
    }
    if (this.#text[this.#at] === '"') {
      this.#at++;
      const word = await this.#substitute((c) => c === '"');
      this.#at++;
      return word;
    }
    return this.#substitute((c) => /[\s;]/.test(c) || c === terminator);
  }

  substituteAll() {
    return this.#substitute(() => false);
  }

  async #substitute(ends) {
    let word = '';
    while (this.#at < this.#text.length && !ends(this.#text[this.#at])) {
      const c = this.#text[this.#at++];
      if (c === '\\') {
        const escaped = this.#text[this.#at++];
        word += escapes[escaped] ?? escaped;
      } else if (c === '[') {
        word += await this.script(']');
        this.#at++;
      } else if (c === '$') {
        const [name = ''] = /^(?:::)?\w+(?:\([^)]*\))?/.exec(this.#text.slice(this.#at)) ?? [];
        this.#at += name.length;
        word += name === '' ? '$' : this.#variable(name);
      } else {
        word += c;
      }
    }
    return word;
  }

  #variable(name) {
    const value = this.#scope.get(name) ?? (/\(|^::/.test(name) ? this.#interpreter.globals.get(name) : undefined);
    if (value === undefined) throw new TclError(`can't read "${name}": no such variable`);
    return value;
  }

  #skip(pattern) {
    while (this.#at < this.#text.length && pattern.test(this.#text[this.#at])) this.#at++;
  }
}

const last = (index, words) => (index === 'end' ? words.length - 1 : Number(index));

// Array elements and what `global` names live in the globals.
const holder = (interpreter, name, scope) => (name.includes('(') ? interpreter.globals : scope);

const language = {
  set([name, value], scope) {
    const variables = holder(this, name, scope);
    if (value !== undefined) variables.set(name, value);
    return variables.get(name);
  },
  unset(names, scope) {
    for (const name of names) holder(this, name, scope).delete(name);
  },
  global(names, scope) {
    for (const name of names) if (this.globals.has(name)) scope.set(name, this.globals.get(name));
  },
  proc([name, parameters, body]) {
    this.define(name, parameters, body);
  },
  eval(args, scope) {
    return this.evaluate(args.join(' '), scope);
  },
  async if(args, scope) {
    const words = args.filter((word) => word !== 'then');
    while (words.length > 0) {
      if (words[0] === 'else') return this.evaluate(words[1], scope);
      const [condition, body] = words.splice(0, 2);
      if (await this.condition(condition, scope)) return this.evaluate(body, scope);
      if (words[0] === 'elseif') words.shift();
    }
  },
  async foreach([name, list, body], scope) {
    for (const word of splitList(list)) {
      scope.set(name, word);
      await this.evaluate(body, scope);
    }
  },
  async while([condition, body], scope) {
    while (await this.condition(condition, scope)) await this.evaluate(body, scope);
  },
  async catch([script, name], scope) {
    let result;
    let failed = '0';
    try {
      result = await this.evaluate(script, scope);
    } catch (error) {
      if (!(error instanceof TclError)) throw error;
      result = error.message;
      failed = '1';
    }
    if (name !== undefined) scope.set(name, result);
    return failed;
  },
  error([message]) {
    throw new TclError(message);
  },
  lappend([name, ...words], scope) {
    scope.set(name, `${scope.get(name) ?? ''} ${joinList(words)}`.trim());
  },
  lindex([list, index]) {
    const words = splitList(list);
    return words[last(index, words)];
  },
  lrange([list, from, to]) {
    const words = splitList(list);
    return joinList(words.slice(last(from, words), last(to, words) + 1));
  },
  llength([list]) {
    return String(splitList(list).length);
  },
  split([text]) {
    return joinList(text.split(/\s/));
  },
  string([operation, a, b]) {
    if (operation !== 'compare') throw new TclError(`no string ${operation}`);
    return a < b ? '-1' : String(Number(a > b));
  },
};
