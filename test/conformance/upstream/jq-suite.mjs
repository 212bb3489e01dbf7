// jq's suite: files of tests for jq --run-tests, of which each test is a case, and two scripts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptSuite } from './script-suite.mjs';

// mantest's cases are made from the manual by Ruby.
const files = ['jq.test', 'onig.test', 'base64.test', 'optional.test'];
const scripts = ['shtest', 'utf8test'];

/** The tests of a file by the line they begin on: lines with nothing empty and no comment between them. */
function testsOf(text) {
  const tests = new Map();
  let test;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) {
      test = undefined;
    } else if (test === undefined) {
      test = [line];
      tests.set(index + 1, test);
    } else {
      test.push(line);
    }
  }
  return tests;
}

function caseOf(lines) {
  return [
    "cat >case.test <<'END OF TEST'",
    ...lines,
    'END OF TEST',
    './jq -L tests/modules --run-tests case.test',
  ].join('\n');
}

export function jqSuite() {
  return scriptSuite({
    program: 'jq',
    files: (path) => /^tests\//.test(path),
    directory: '.',
    built: { jq: '/usr/bin/jq' },
    scripts: (source) =>
      Object.fromEntries([
        ...files.flatMap((file) =>
          Array.from(testsOf(readFileSync(join(source, 'tests', file), 'utf8')), ([line, lines]) => [
            `${file}:${line}`,
            caseOf(lines),
          ]),
        ),
        ...scripts.map((name) => [name, `exec sh tests/${name}`]),
      ]),
  });
}
