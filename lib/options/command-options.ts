// Checks the options and arguments of commands, processes and Python sessions.

import { ECANCELED } from '../abi/generated/errno.js';
import type { ExecOptions, RunOptions, SpawnOptions, TerminalOptions, TerminalSettings } from '../api/commands.js';
import { optionError, SandboxError, systemError } from '../api/errors.js';
import type { PythonRunOptions, PythonSessionOptions } from '../api/python.js';
import type { OptionCheck as Check } from '../kernel/backend.js';
import { encode } from '../text/text.js';
import {
  abortSignal,
  boolean,
  callback,
  check,
  checkString,
  checkText,
  environment,
  input,
  integer,
  isRecord,
  limit,
  milliseconds,
  notObject,
  stringList,
} from './checks.js';

/** The last number stands for none in system calls. */
const mostUid = 2 ** 32 - 2;

const user: Check = (value, option) => {
  if (typeof value === 'number') integer(0, 'a user', mostUid)(value, option);
  else checkText(value, option);
};

const runChecks: Record<keyof RunOptions, Check> = {
  stdin: input,
  env: environment,
  cwd: checkText,
  args: stringList,
  timeoutMs: milliseconds,
  cpuTimeoutMs: milliseconds,
  maxOutputBytes: limit('maxOutputBytes'),
  signal: abortSignal,
  onStdout: callback,
  onStderr: callback,
  user,
  merge: boolean,
  yieldMs: milliseconds,
};

const pythonSessionChecks: Record<keyof PythonSessionOptions, Check> = {
  cwd: checkText,
  env: environment,
  idleMs: (value, option) => {
    if (typeof value !== 'number' || !(value >= 0)) {
      throw optionError(option, 'must be a number of milliseconds, at least 0');
    }
  },
};

const pythonRunChecks: Record<keyof PythonRunOptions, Check> = {
  onOutput: callback,
  timeoutMs: milliseconds,
  cpuTimeoutMs: milliseconds,
  maxOutputBytes: limit('maxOutputBytes'),
  signal: abortSignal,
};

/** Rows and columns of a terminal are 16 bits. */
const terminalSize = integer(0, 'columns or rows', 65_535);

const terminalChecks: Record<keyof TerminalSettings, Check> = {
  cols: terminalSize,
  rows: terminalSize,
  term: checkText,
};

const terminal: Check = (value, option) => {
  if (!isRecord(value)) throw optionError(option, 'must be an object with cols and rows');
  check(value, terminalChecks, `${option}.`);
  for (const name of ['cols', 'rows']) {
    if (value[name] === undefined) throw optionError(`${option}.${name}`, 'must be given');
  }
};

/** They are memory of the sandbox. */
const mostKept = 2 ** 30;

const spawnChecks: Record<keyof SpawnOptions, Check> = {
  stdin: input,
  env: environment,
  cwd: checkText,
  timeoutMs: milliseconds,
  cpuTimeoutMs: milliseconds,
  signal: abortSignal,
  user,
  merge: boolean,
  keepBytes: integer(1, 'bytes', mostKept),
  tty: terminal,
};

/** Checks and copies the options of {@link Sandbox.run}, since the caller may change the object while the command waits for its turn. */
export function readRunOptions(options: RunOptions): RunOptions {
  if (!isRecord(options)) throw notObject();
  const read: RunOptions = { ...options };
  if (Array.isArray(read.args)) read.args = [...read.args];
  if (isRecord(read.env)) read.env = { ...read.env };
  check(read, runChecks);
  return read;
}

/** Checks the command of {@link Sandbox.exec}: a command line, or a program with its arguments. Returns a copy of these. */
export function readExecCommand(command: string | string[], options: ExecOptions): string | string[] {
  checkCommand(command, 'command');
  if (typeof command === 'string') return command;
  if (options.args !== undefined) throw optionError('args', 'is for command lines: here the list has the arguments');
  return [...command];
}

/** Checks the options of {@link Python.session}. */
export function checkPythonSessionOptions(options: PythonSessionOptions): void {
  check(options, pythonSessionChecks);
}

/** Checks and copies the options of {@link PythonSession.run}, since the caller may change the object while the code waits for its turn. */
export function readPythonRunOptions(options: PythonRunOptions): PythonRunOptions {
  check(options, pythonRunChecks);
  return { ...options };
}

/** Checks the arguments of {@link Sandbox.spawn}. */
export function checkSpawn(command: string, args: string[], options: SpawnOptions): void {
  checkString(command, 'command');
  stringList(args, 'args');
  check(options, spawnChecks);
  if (options.signal?.aborted) throw systemError(ECANCELED, 'spawn', command);
}

/** Checks the options of {@link Sandbox.terminal}, and fills in what is not given. */
export function readTerminalOptions(options: TerminalOptions): TerminalSettings {
  check(options, { ...terminalChecks, command: checkCommand });
  const { cols = 80, rows = 24, term } = options;
  return { cols, rows, ...(term === undefined ? {} : { term }) };
}

function checkCommand(value: unknown, option: string): void {
  if (typeof value === 'string') {
    checkString(value, option);
    return;
  }
  if (!Array.isArray(value) || value.length === 0 || value[0] === '') {
    throw optionError(option, 'must be a command line, or a list of a program and its arguments');
  }
  stringList(value, option);
}

/** Refuses a command line with its arguments, or code, that is longer than `most` bytes. */
export function checkCommandBytes(words: string[], most: number, what = 'the command line'): void {
  // A unit of UTF-16 is three bytes at most.
  const units = words.reduce((sum, word) => sum + word.length, 0);
  if (3 * units <= most || words.reduce((sum, word) => sum + encode(word).length, 0) <= most) return;
  throw new SandboxError(`${what} is longer than 'maxCommandBytes' allows: ${most} bytes`, {
    code: 'E_LIMIT_COMMAND',
    limit: 'maxCommandBytes',
  });
}
