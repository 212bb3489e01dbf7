// The suites of findutils in DejaGnu's form: each test file is a Tcl script that calls find_start or xargs_start, whose
// meaning (config/unix.exp) is written here anew. A file is one case.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { Interpreter, joinList, splitList, TclError } from './tcl.mjs';
import { readTree } from './tree.mjs';

const quote = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** A command of exec for the shell: redirections are words, or begin one. */
function shellCommand(words) {
  return words
    .map((word) => {
      const [, operator, file] = /^((?:[12]?>>?&?|<|\|&?))(.*)$/s.exec(word) ?? [];
      if (operator === undefined) return quote(word);
      return file === '' ? operator : operator + quote(file);
    })
    .join(' ');
}

class TestFile {
  failures = [];
  passes = 0;
  #log = [];
  #sandbox;
  #source;
  #where;
  #environment = new Map([['GNU_FINDUTILS_FD_LEAK_CHECK', '1']]);
  #open = new Map();
  #interpreter;

  /** `source`: directory of the testsuite on the host; `where`: in the sandbox. */
  constructor(sandbox, source, where, timeoutMs) {
    this.#sandbox = sandbox;
    this.#source = source;
    this.#where = { cwd: '/home/user/work', suite: where, timeoutMs };
    sandbox.mkdir(this.#where.cwd);
    this.#interpreter = new Interpreter(this.#commands());
  }

  get output() {
    return this.#log.join('\n');
  }

  async run(file) {
    this.#where.file = join(this.#where.suite, file);
    const globals = { FTSFIND: 'find', FINDFLAGS: '', XARGS: 'xargs', XARGSFLAGS: '', verbose: '0' };
    for (const [name, value] of Object.entries(globals)) this.#interpreter.globals.set(name, value);
    for (const [name, value] of this.#environment) this.#interpreter.globals.set(`env(${name})`, value);
    try {
      await this.#interpreter.evaluate(readFileSync(join(this.#source, file), 'utf8'));
    } catch (error) {
      if (!(error instanceof TclError)) throw error;
      this.failures.push(error.message);
    }
  }

  #fail(message) {
    this.failures.push(message);
    this.#log.push(`FAIL: ${message}`);
  }

  /** Runs a shell command in the test's directory and environment. */
  async #shell(command) {
    const names = [...this.#interpreter.globals.keys()].flatMap((name) => /^env\((\w+)\)$/.exec(name)?.[1] ?? []);
    const exports = names.map((name) => `export ${name}=${quote(this.#interpreter.globals.get(`env(${name})`))};`);
    this.#log.push(command);
    const result = await runScript(this.#sandbox, `${exports.join(' ')} ${command}`, this.#where);
    if (result.timedOut) throw new TclError(`over the time limit: ${command}`);
    return result;
  }

  async #exec(words) {
    const { status, stdout, stderr } = await this.#shell(shellCommand(words));
    if (status !== 0 || stderr !== '') throw new TclError(`${words.join(' ')}: status ${status}: ${stderr}`);
    return stdout.replace(/\n$/, '');
  }

  // The options are words of a list that `exec` sees: they are substituted once more.
  async #words(options) {
    const words = [];
    const interpreter = new Interpreter({ words: (args) => void words.push(...args) });
    await interpreter.evaluate(`words ${options.replaceAll('\n', ' ')}`);
    return words;
  }

  async #findStart([passfail, options, , , setup = '']) {
    const expectsFailure = passfail.startsWith('f');
    const levels = this.#interpreter.globals.get('OPTIMISATION_LEVELS') ?? '0 1 2 3';
    const expected = await this.#expected('.xo');
    for (const level of splitList(levels)) {
      await this.#interpreter.evaluate(setup);
      const command = `find ${shellCommand([`-O${level}`, ...(await this.#words(options))])}`;
      const result = await this.#shell(`${command} < /dev/null > find.out.uns`);
      const failed = result.status !== 0 || result.stderr !== '';
      if (failed !== expectsFailure) this.#fail(`${command}: status ${result.status} ${result.stderr}`);
      const { stdout } = await this.#shell('sort find.out.uns; rm -f find.out.uns');
      const sorted = expected === undefined ? '' : (await this.#shell(`sort ${quote(this.#beside('.xo'))}`)).stdout;
      if (stdout !== sorted) this.#fail(`${command}: standard output is ${stdout} and not ${sorted}`);
      else this.passes++;
    }
  }

  async #xargsStart([passfail, options, input = '', errors = '', command = '']) {
    const expectedStatus = /^\d/.test(passfail) ? Number(passfail) : Number(passfail.startsWith('f'));
    const words = await this.#words(command === '' ? `xargs ${options}` : command);
    const from = input === '' ? '/dev/null' : join(this.#where.suite, 'inputs', input);
    const line = `${shellCommand(words)} < ${quote(from)}`;
    const { status, stdout, stderr } = await this.#shell(line);
    if (status !== expectedStatus)
      return this.#fail(`${line}: status ${status}, expected ${expectedStatus}: ${stderr}`);
    const wanted = (await this.#expected('.xo')) ?? '';
    if (stdout !== wanted) return this.#fail(`${line}: standard output is ${stdout} and not ${wanted}`);
    if (errors.startsWith('s')) return this.passes++;
    const wantedErrors = (await this.#expected('.xe')) ?? '';
    const seen = stderr.replaceAll(/^.*xargs:/gm, 'xargs:');
    if (seen !== wantedErrors) return this.#fail(`${line}: standard error is ${seen} and not ${wantedErrors}`);
    return this.passes++;
  }

  #beside(extension) {
    return this.#where.file.replace(/\.exp$/, extension);
  }

  async #expected(extension) {
    const path = this.#beside(extension);
    return this.#sandbox.exists(path) ? this.#sandbox.readFile(path, 'utf8') : undefined;
  }

  #absolute(path) {
    return path.startsWith('/') ? path : join(this.#where.cwd, path);
  }

  #commands() {
    const sandbox = this.#sandbox;
    const open = this.#open;
    const self = this;
    const nothing = () => {};
    return {
      exec: (words) => self.#exec(words.filter((word) => word !== '--')),
      find_start: (args) => self.#findStart(args),
      xargs_start: (args) => self.#xargsStart(args),
      fail: ([message]) => self.#fail(message),
      unresolved: ([message]) => self.#fail(message),
      pass: () => void self.passes++,
      exit: () => {
        throw new TclError('exit');
      },
      send_log: nothing,
      touch: (names) => self.#exec(['touch', ...names]),
      mkdir: (names) => self.#exec(['mkdir', ...names]),
      safe_path: () => '1',
      fs_superuser: () => '0',
      which: () => '1',
      // `spawn`, `expect` and `wait` as the one test that has no find_start uses them.
      async spawn(words, scope) {
        const { status } = await self.#shell(shellCommand(words.filter((word) => word !== '-noecho')));
        scope.set('spawn status', String(status));
      },
      async expect([body], scope) {
        const [event, action] = splitList(body);
        if (event === 'eof') await this.evaluate(action, scope);
      },
      wait: (_args, scope) => joinList(['1', '1', '0', scope.get('spawn status')]),
      info([what, name], scope) {
        if (what === 'script') return self.#where.file;
        if (what === 'exists') return String(Number(scope.has(name) || this.globals.has(name)));
        throw new TclError(`no info ${what}`);
      },
      async file([operation, ...args]) {
        const names = args.filter((word) => word !== '--');
        if (operation === 'rootname') return names[0].replace(/\.[^./]*$/, '');
        if (operation === 'tail') return basename(names[0]);
        if (operation === 'mkdir') return self.#exec(['mkdir', '-p', ...names]);
        if (operation === 'delete') return self.#exec(['rm', '-f', '--', ...names]);
        throw new TclError(`no file ${operation}`);
      },
      open([path, mode = 'r', permissions]) {
        const name = `file${open.size}`;
        const absolute = self.#absolute(path);
        open.set(name, mode.startsWith('r') ? sandbox.readFile(absolute, 'utf8') : '');
        if (mode.startsWith('w')) {
          sandbox.writeFile(absolute, '');
          if (permissions !== undefined) sandbox.chmod(absolute, Number.parseInt(permissions, 8));
          open.set(`${name} path`, absolute);
        }
        return name;
      },
      puts(args) {
        const name = args.at(-2);
        open.set(name, `${open.get(name)}${args.at(-1)}\n`);
      },
      read: ([name]) => open.get(name),
      gets([name, variable], scope) {
        const text = open.get(name);
        if (text === '') return '-1';
        const [line] = text.split('\n', 1);
        open.set(name, text.slice(line.length + 1));
        scope.set(variable, line);
        return String(line.length);
      },
      close([name]) {
        const path = open.get(`${name} path`);
        if (path !== undefined) sandbox.writeFile(path, open.get(name));
      },
    };
  }
}

/** `tool` is find or xargs, `path` its testsuite in the source. */
export function dejagnuSuite({ tool, path }) {
  return {
    program: 'findutils',
    requires: [`/usr/bin/${tool}`],
    async cases(source) {
      const directory = join(source, path);
      const where = `/home/user/${path}`;
      const entries = readTree(directory, where);
      const groups = readdirSync(directory).filter((name) => name.startsWith(`${tool}.`));
      const names = groups.sort().flatMap((group) =>
        readdirSync(join(directory, group))
          .filter((name) => name.endsWith('.exp'))
          .map((name) => `${group}/${name}`),
      );
      const run = (name, { timeoutMs }) =>
        withSandbox(entries, async (sandbox) => {
          const test = new TestFile(sandbox, directory, where, timeoutMs);
          await test.run(name);
          if (test.failures.length > 0) return { outcome: 'fail', reason: test.failures[0], output: test.output };
          if (test.passes === 0) return { outcome: 'fail', reason: 'nothing was tested', output: test.output };
          return { outcome: 'pass', output: test.output };
        });
      return names.map((name) => ({ name: name.replace(/\.exp$/, ''), run: (options) => run(name, options) }));
    },
  };
}
