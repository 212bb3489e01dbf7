// Why cases of upstream's suites fail here: program → [case or pattern, reason]. A case that is not listed is shown as
// unexplained in the report.

export const knownFailures = new Map([
  ['grep', [['stack-overflow', 'a WebAssembly program cannot handle the overflow of its own stack: it is killed']]],
  [
    'gawk',
    [
      ['commas', 'the C library has no locale with separators of thousands'],
      ['nonfatal3', 'the sandbox has no network'],
      ['pty1', 'the sandbox has no pseudo-terminals'],
    ],
  ],
  [
    'tar',
    [
      [
        /^(filerem01|dirrem0[12]|sptr.*|truncate|grow)$/,
        "needs tar's own test program genfile to run commands at checkpoints; ours does not",
      ],
      ['exclude05', 'a million patterns in each of five formats take longer than the time limit'],
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
  ['jq', [['tests/shtest', 'expects NUL in the input to be an error, which this version takes natively too']]],
]);
