// docs/reference/options.md, from the types of lib/api and their TSDoc.
import { generated, typedOptions } from './source.mjs';

/** One table for each interface: its heading, and the sentence above the table. */
const tables = [
  [
    'SandboxOptions',
    'Sandbox.create',
    'Rare limits stand in `limits: { … }`: see [limits](limits.md). [Bundlers](../guide/bundlers.md) has `nativeBinding` and `workerScript`.',
  ],
  ['RunOptions', 'sandbox.run', 'See [commands and sessions](../guide/commands.md).'],
  ['SpawnOptions', 'sandbox.spawn', 'See [processes](../guide/processes.md).'],
  ['MountOptions', 'sandbox.mount', 'See [mounts](../guide/mounts.md). Trees and providers have `timeoutMs` instead.'],
  ['NetworkOptions', 'network', 'See [network](../guide/network.md).'],
  ['NetworkRule', 'network.rules', 'Each rule is an object with these fields.'],
  ['NetworkBudget', 'network.budget', 'Without a field there is no bound.'],
  ['PersistenceOptions', 'persistence', 'See [saved state](../guide/saved-state.md).'],
  ['PythonOptions', 'python', 'See [Python](../guide/python.md#packages).'],
  ['PythonSessionOptions', 'sandbox.python.session', 'See [sessions](../guide/python.md#sessions).'],
  ['PythonRunOptions', 'session.run', '`run` of a session of Python. See [sessions](../guide/python.md#sessions).'],
];

const cell = (text) => text.replaceAll(/\{@link (?:\w+\.)?(\w+)\}/g, '`$1`').replaceAll('|', '\\|');

export function optionsPage() {
  return [
    '# Options',
    '',
    generated('options.mjs'),
    'All options of the calls that take many. Each is optional unless its text says otherwise. A name that is not listed is refused with',
    '`E_INVALID_OPTION`.',
    '',
    ...tables.flatMap(([type, call, words]) => {
      const options = typedOptions(type);
      if (options.length === 0) throw new Error(`scripts/docs/options.mjs: ${type} has no options`);
      return [
        `## \`${call}\``,
        '',
        words,
        '',
        '| option | type | |',
        '|---|---|---|',
        ...options.map(({ name, form, text }) => `| \`${name}\` | \`${cell(form)}\` | ${cell(text)} |`),
        '',
      ];
    }),
  ].join('\n');
}
