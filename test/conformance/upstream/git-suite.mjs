// git's suite: a case is a script of t/, which reports its assertions as TAP (Test Anything Protocol). They run the
// installed git; what they need of its build tree makes git-build.mjs.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEntries } from './git-build.mjs';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { readTree } from './tree.mjs';

const top = '/home/user/git';

const isScript = (file) => /^t\d{4}-.*\.sh$/.test(file);

// What is not installed, by the scripts that are about nothing else.
const absent = new Map([
  ["git's library of Perl", /^t(0202|9700)-/],
  ['git http-backend', /^t556[0-2]-/],
  ['git send-email', /^t9001-/],
  ['git svn', /^t91/],
  ['git cvsexportcommit', /^t9200-/],
  ['scalar', /^t921/],
  ['git cvsserver', /^t94/],
  ['gitweb', /^t95/],
  ['git cvsimport', /^t96/],
  ['git p4', /^t98[0-3]/],
  ['git-shell', /^t9850-/],
]);

// Beside the scripts: their libraries and data, and what of the rest of the source they read.
const support = [
  't/(?!t\\d{4}-|helper/|perf/|interop/|chainlint/).*',
  't/t5551-.*', // which t5559 reads
  'contrib/(completion|workdir)/.*',
  'mergetools/.*',
  'Documentation/git.*\\.txt',
  'po/is\\.po',
  '(COPYING|Makefile|README\\.md)',
];
const isSupport = new RegExp(`^(${support.join('|')})$`);

/** Reads TAP: the lines of assertions, whether they came to an end, and why none ran. */
function readTap(output) {
  const lines = output.split('\n');
  const assertions = lines.map((line) => /^(not )?ok (\d+)(.*)$/.exec(line)).filter(Boolean);
  return {
    ran: assertions.filter(([, , , text]) => !/# skip\b/.test(text)),
    skipped: assertions.filter(([, , , text]) => /# skip\b/.test(text)),
    failed: assertions.filter(([, not, , text]) => not !== undefined && !text.includes('# TODO')),
    complete: lines.some((line) => /^1\.\.\d+/.test(line)),
    skipAll: lines.map((line) => /^1\.\.0 # SKIP (.*)$/.exec(line)?.[1]).find(Boolean),
  };
}

function outcomeOf({ status, timedOut, output }) {
  const { ran, skipped, failed, complete, skipAll } = readTap(output);
  if (skipAll !== undefined) return { outcome: 'skip', reason: skipAll, output };
  const seen = failed.map(([, , number]) => number).join(' ');
  const counts = `${failed.length} of ${ran.length} assertions failed${seen && `: ${seen}`}`;
  if (timedOut) return { outcome: 'fail', reason: `over the time limit; ${counts}`, output };
  if (!complete) return { outcome: 'fail', reason: `ended with status ${status} in the middle; ${counts}`, output };
  if (failed.length > 0 || status !== 0) return { outcome: 'fail', reason: counts, output };
  if (ran.length > 0) return { outcome: 'pass', output };
  return { outcome: 'skip', reason: skipped[0]?.[3].replace(/^.*# skip\s*/, '') ?? 'no assertions', output };
}

export function gitSuite() {
  return {
    program: 'git',
    requires: ['/usr/bin/git'],
    async cases(source) {
      const entries = readTree(source, top, (path) => isSupport.test(path));
      for (const [path, entry] of await buildEntries()) entries.set(join(top, path), entry);
      entries.set(join(top, 'templates/blt'), { target: '/usr/share/git-core/templates' });
      const run = async (file, { timeoutMs, verbose }) => {
        const [missing] = [...absent].find(([, scripts]) => scripts.test(file)) ?? [];
        if (missing !== undefined) return { outcome: 'skip', reason: `${missing} is not installed` };
        const path = join('t', file);
        const own = new Map([...entries, [join(top, path), { data: readFileSync(join(source, path)) }]]);
        const script = `
          export GIT_TEST_INSTALLED=/usr/bin GIT_TEST_EXT_CHAIN_LINT=0
          exec sh ./${file} ${verbose ? '-v -x' : ''}`;
        const result = await withSandbox(own, (sandbox) =>
          runScript(sandbox, script, { cwd: join(top, 't'), timeoutMs }),
        );
        return outcomeOf(result);
      };
      return readdirSync(join(source, 't'))
        .filter(isScript)
        .map((file) => ({ name: file.replace(/\.sh$/, ''), run: (options) => run(file, options) }));
    },
  };
}
