// The defaults of options. Those of limits stand in limit-table.ts. The TSDoc of each option says the same, which a
// test compares; docs/reference/limits.md has a list of them.

/** By `Interface.option`. Sizes are bytes, times milliseconds. */
export const optionDefaults = {
  'SandboxOptions.cwd': '/home/user',
  'SandboxOptions.sudo': true,
  'SandboxOptions.limits': 'default',
  'SandboxOptions.network': 'deny-all',
  'LimitOptions.preset': 'default',
  'NetworkOptions.insecure': false,
  'PersistenceOptions.autosaveMs': 1000,
  'PythonSessionOptions.idleMs': 30 * 60_000,
  'FindOptions.maxResults': 10_000,
  'GrepOptions.literal': false,
  'GrepOptions.context': 0,
  'GrepOptions.maxMatches': 1000,
  'GrepOptions.maxBytes': 1024 ** 2,
  'RunOptions.merge': false,
  'RunOptions.user': 'user',
  'SpawnOptions.merge': false,
  'SpawnOptions.user': 'user',
  'TerminalOptions.cols': 80,
  'TerminalOptions.rows': 24,
  'TerminalOptions.term': 'xterm-256color',
  'TerminalSettings.term': 'xterm-256color',
  'MountOptions.readOnly': true,
  'MountOptions.maxBytes': 16 * 1024 ** 3,
  'ProvideOptions.timeoutMs': 30_000,
  'ImportTarOptions.stripComponents': 0,
  'ForwardOptions.host': '127.0.0.1',
  'ForwardOptions.port': 0,
} as const;
