// Why cases of upstream's suites fail here: program → [case or pattern, reason]. A case that is not listed is shown as
// unexplained in the report.

import { suites as packageSuites } from '../python/package-suites.mjs';
import { pythonExceptions } from './python-exceptions.mjs';

const stackOverflow = 'a WebAssembly program cannot handle the overflow of its own stack: it is killed';

export const knownFailures = new Map([
  ...[...packageSuites].map(([name, { known }]) => [name, known]),
  ['python', pythonExceptions().map(({ pattern, reason }) => [pattern, reason])],
  ['grep', [['stack-overflow', stackOverflow]]],
  ['m4', [['stackovf.test', stackOverflow]]],
  [
    'gawk',
    [
      ['commas', 'the C library has no locale with separators of thousands'],
      ['nonfatal3', 'the sandbox has no network'],
      [/^pty[12]$/, 'the sandbox has no pseudo-terminals'],
    ],
  ],
  [
    'original-awk',
    [
      ['T.misc', 'now and then: expects the reader of a pipe to be gone before awk writes, and awk starts faster here'],
      [/^(T\.arnold|system-status)$/, 'the sandbox dumps no core'],
    ],
  ],
  [
    'git',
    [
      ['t5802-connect-helper', 'the sandbox has no sockets: there is no git daemon'],
      ['t9902-completion', 'one assertion asks git send-email, which is not installed, for its options'],
    ],
  ],
  ['gzip', [['list-big', 'compresses 4 GiB, which takes longer than the time limit']]],
  ['patch', [['merge', 'fails with any bash as sh: its posix mode reports a shift that is too far']]],
  ['jq', [['shtest', 'expects NUL in the input to be an error, which this version takes natively too']]],
]);
