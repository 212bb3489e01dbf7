// make's suite: scripts in Perl, each a case, run by upstream's driver as its target check does. A script says how many
// of its comparisons held, or that it does not apply.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helperEntries } from './helpers.mjs';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { readTree } from './tree.mjs';

// What the scripts find out by themselves, without saying it.
const notApplicable = new Map([
  ['features/load', 'make is built without load: there is no dynamic linker'],
  ['features/loadapi', 'make is built without load: there is no dynamic linker'],
  ['functions/guile', 'make is built without Guile'],
  ['vms/library', 'only on VMS'],
]);

function outcomeOf(name, { status, timedOut, output }) {
  if (timedOut) return { outcome: 'fail', reason: 'over the time limit', output };
  const [, verdict, passed] = /^(?:\S+ \.+ )?(?:(N\/A|ok) *|FAILED )(?:\((.*?)\))?$/m.exec(output) ?? [];
  if (verdict === 'ok' && status === 0) return { outcome: 'pass', output };
  if (verdict === 'N/A') {
    return { outcome: 'skip', reason: notApplicable.get(name) ?? 'by its own condition', output };
  }
  return { outcome: 'fail', reason: passed ?? 'no verdict', output };
}

export function makeSuite() {
  return {
    program: 'make',
    requires: ['/usr/bin/make', '/usr/bin/perl'],
    async cases(source) {
      const top = '/home/user/make';
      const entries = readTree(source, top, (path) => /^tests\/|^src\/gnumake\.h$/.test(path));
      entries.set(`${top}/make`, { target: '/usr/bin/make' });
      for (const [path, entry] of helperEntries({ 'bin/ar': 'ar' })) entries.set(`${top}/${path}`, entry);
      const flags = readFileSync(join(source, 'tests/config-flags.pm.in'), 'utf8');
      entries.set(`${top}/tests/config-flags.pm`, { data: flags.replaceAll(/@\w+@/g, '') });
      const run = async (name, { timeoutMs, verbose }) => {
        const script = [
          `export PATH=${top}/bin:$PATH`,
          `perl ./run_make_tests.pl -srcdir ${top} -make ../make ${verbose ? '-detail' : ''} ${name}`,
          'status=$?',
          `cat work/${name}.diff* 2>/dev/null`,
          'exit "$status"',
        ].join('\n');
        const result = await withSandbox(entries, (sandbox) =>
          runScript(sandbox, script, { cwd: `${top}/tests`, timeoutMs }),
        );
        return outcomeOf(name, result);
      };
      const scripts = join(source, 'tests/scripts');
      const categories = readdirSync(scripts).filter((name) => name !== 'test_template');
      return categories
        .flatMap((category) => readdirSync(join(scripts, category)).map((name) => `${category}/${name}`))
        .sort()
        .map((name) => ({ name, run: (options) => run(name, options) }));
    },
  };
}
