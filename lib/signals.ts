// Linux's signals by name and number.

const names = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGKILL',
  'SIGUSR1',
  'SIGSEGV',
  'SIGUSR2',
  'SIGPIPE',
  'SIGALRM',
  'SIGTERM',
  'SIGSTKFLT',
  'SIGCHLD',
  'SIGCONT',
  'SIGSTOP',
  'SIGTSTP',
  'SIGTTIN',
  'SIGTTOU',
  'SIGURG',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGVTALRM',
  'SIGPROF',
  'SIGWINCH',
  'SIGIO',
  'SIGPWR',
  'SIGSYS',
];

const highestSignal = 64;

/** `SIGKILL` for 9; real-time signals have only their number: `SIGRTMIN+3` is not a name others would understand. */
export function signalName(signo: number): string {
  return names[signo - 1] ?? `SIG${signo}`;
}

/** The number of a signal given by name or number, or `undefined` when there is none. 0 only probes. */
export function signalNumber(signal: string | number): number | undefined {
  if (typeof signal === 'number') {
    return Number.isInteger(signal) && signal >= 0 && signal <= highestSignal ? signal : undefined;
  }
  const index = names.indexOf(signal);
  return index === -1 ? undefined : index + 1;
}
