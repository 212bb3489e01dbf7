// A part of upstream's own test suites: a fixed list of quick cases. All of them: npm run conformance (REPORT.md).

import { describe, expect, it } from 'vitest';
import { missingPorts } from '../../scripts/setup/image.mjs';
import { casesOf, hasSource, installedPaths, runCases } from './upstream/run-suites.mjs';

const quick: Record<string, string> = {
  coreutils: `
    rm/cycle.sh rm/dir-no-w.sh rm/i-never.sh rm/one-file-system2.sh rm/rm2.sh rm/v-slash.sh
    misc/seq-extra-number.sh misc/arch.sh misc/cat-E.sh misc/cksum-a.sh misc/false-status.sh misc/md5sum-bsd.sh
    misc/nohup.sh misc/pathchk1.sh misc/readlink-root.sh misc/shuf.sh misc/sort-version.sh split/lines.sh
    misc/stat-hyphen.sh misc/tr-case-class.sh misc/truncate-parameters.sh chmod/equals.sh chmod/umask-x.sh
    cp/backup-dir.sh cp/dir-rm-dest.sh cp/link.sh cp/no-deref-link3.sh cp/r-vs-symlink.sh cp/symlink-slash.sh
    dd/ascii.sh dd/skip-seek-past-file.sh du/deref-args.sh du/inodes.sh du/slash.sh install/install-C.sh
    ln/relative.sh ls/color-clear-to-eol.sh ls/follow-slink.sh ls/m-option.sh ls/recursive.sh
    ls/symlink-slash.sh mkdir/p-3.sh mkdir/t-slash.sh mv/force.sh mv/i-5.sh mv/mv-n.sh mv/perm-1.sh
    readlink/can-f.sh rmdir/t-slash.sh touch/no-rights.sh`,
  sed: `
    cmd-l.sh colon-with-no-label.sh compile-tests.sh execute-tests.sh in-place-suffix-backup.sh
    mb-y-translate.sh nulldata.sh posix-mode-bad-ref.sh posix-mode-s.sh recursive-escape-c.sh stdin-prog.sh
    temp-file-cleanup.sh follow-symlinks.sh 8to7.sh binary.sh help.sh madding.sh utf8-ru.sh xemacs.sh`,
  grep: `
    backref-word binary-file-matches case-fold-backslash-w char-class-multibyte count-newline dfa-invalid-utf8
    encoding-error ere file grep-dir in-eq-out-infloop invalid-multibyte-infloop max-count-overread
    multiple-begin-or-end-line pcre-context pcre-invalid-utf8-input pcre-wx-backref proc skip-device
    surrogate-pair turkish-I unibyte-binary word-delim-multibyte yesno`,
  gawk: `
    anchgsub arrayprm3 aryprm2 asgext clobber concat5 dfastress fcall_exit fnasgnm fstabplus getlnfa gsubtst7
    leaddig minusstr nfset noparms ofmta paramasfunc2 posix_compare range1 regexpbrack2 rsnulbig scalar splitarr
    subamp tailrecurse uparrfs zeroe0 strftlng asortbool dbugeval2 dumpvars fpat6 funlen gensub igncdym incdupe6
    isarrayunset match1 mdim6 nondec2 nsbad3 patsplit profile2 profile12 regnul1 rstest6 strftfld symtab2
    symtab12 typeof4 backbigs1 mbprintf3`,
  findutils: `
    find/name-lbracket-literal.sh find.gnu/comma find.gnu/exec-many-rtn-success find.gnu/execdir-pwd1
    find.gnu/gnu-or find.gnu/iwholename find.gnu/path find.gnu/print0 find.gnu/printfHdfl
    find.gnu/samefile-p-brokenlink find.gnu/sv-bug-24169 find.gnu/xtype find.posix/files-not-expressions2
    find.posix/nameslash find.posix/size-invalid find.posix/sv-bug-19613 find.posix/user-missing
    xargs.gnu/empty_def-r xargs.gnu/n2-s21-x-0 xargs.gnu/s14_2-0 xargs.posix/EEOFe xargs.posix/L3
    xargs.posix/n2-s21-x xargs.posix/rc-124 xargs.posix/s25 xargs.posix/sv-bug-18714 xargs.sysv/eEOF
    xargs.sysv/l1`,
  diffutils: `
    binary colliding-file-names excess-slash invalid-re ignore-matching-lines help-version no-dereference
    no-newline-at-eof filename-quoting`,
  cpio: 'inout interdir setstat01 setstat05 symlink symlink-to-stdout',
  m4: '001.preprocess 020.macro_argu 206.m4exit 208.using_froz 216.improved_f 236.improved_f',
  ed: 'check',
  mawk: 'mawktest fpe_test',
  'original-awk': 'T.func T.getline T.split T.sub T.system p.20 p.43 t.redir1 t.split2 space',
  make: `
    features/conditionals features/default_names features/double_colon features/echoing features/grouped_targets
    features/jobserver features/order_only features/patternrules features/statipattrules features/vpath
    functions/call functions/eval functions/foreach functions/shell functions/sort misc/fopen-fail options/dash-n
    options/eval targets/DELETE_ON_ERROR targets/ONESHELL variables/automatic variables/define variables/SHELL`,
  bc: 'array.b arrayp.b aryprm.b atan.b BUG.bc signum sine.b sqrt.b sqrt1.b sqrt2.b testfn.b',
  sqlite3: 'shell3 shell4 shell6 shell7',
  git: `
    t0001-init t0028-working-tree-encoding t1004-read-tree-m-u-wf t1400-update-ref t2018-checkout-branch
    t4100-apply-stat t7102-reset t7810-grep t9903-bash-prompt`,
};

/** Modules of CPython's own tests of which all cases pass that can apply. */
const pythonModules = ['test_bisect', 'test_fileio', 'test_glob'];

const words = (text: string): string[] => text.trim().split(/\s+/);

describe("upstream's test suites", () => {
  for (const [program, names] of Object.entries(quick)) {
    const wanted = words(names);
    const available = hasSource(program);
    const title = `${program}: ${wanted.length} cases${available ? '' : ' (not run: its source is not in the cache)'}`;
    it.skipIf(!available)(title, { timeout: 480_000 }, async (context) => {
      const { cases, note } = await casesOf(program, installedPaths());
      context.skip(note !== undefined && missingPorts().length > 0, note);
      expect(note).toBeUndefined();
      const chosen = cases.filter(({ name }) => wanted.includes(name));
      const outcomes = await runCases(chosen, { jobs: 2 });
      const seen = outcomes.map(({ name, outcome, output }) =>
        outcome === 'pass' ? name : `${name}: ${outcome}\n${output}`,
      );
      expect(seen.sort()).toEqual(wanted.sort());
    });
  }

  const has = hasSource('python');
  const title = `python: ${pythonModules.length} modules${has ? '' : ' (not run: its tests are not in the cache)'}`;
  it.skipIf(!has)(title, { timeout: 120_000 }, async () => {
    const { cases } = await casesOf('python', installedPaths());
    const outcomes = await runCases(
      cases.filter(({ name }) => pythonModules.includes(name)),
      { jobs: 2 },
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(outcomes.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(100);
  });
});
