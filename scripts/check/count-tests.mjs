// What vitest's reports (--reporter=json) say: on standard output "PASSED FAILED", on standard error what failed, and the beginning of why.
//   node scripts/check/count-tests.mjs REPORT…
// A report that is empty counts as nothing: the tests were not run.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} Result
 * @typedef {{ name: string, status: string, message: string, assertionResults: Result[] }} FileResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: FileResult[] }} Report
 */

const reasonLines = 12;

let [passed, failed] = [0, 0];
/**
 * @param {string} file
 * @param {string} what
 */
const tell = (file, what, why = '') => {
  console.error(`failed: ${relative('.', file)}: ${what}`);
  for (const line of why.split('\n', reasonLines)) console.error(`  ${line}`);
};
for (const report of process.argv.slice(2)) {
  const text = readFileSync(report, 'utf8');
  if (!text) continue;
  /** @type {Report} */
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(text);
  passed += numPassedTests;
  failed += numFailedTests;
  for (const { name, status, message, assertionResults } of testResults) {
    const failures = assertionResults.filter((result) => result.status === 'failed');
    for (const { fullName, failureMessages } of failures) tell(name, fullName, failureMessages?.[0]);
    if (status !== 'failed' || failures.length) continue;
    // One that could not be loaded, or whose hooks failed.
    failed++;
    tell(name, 'the file itself', message);
  }
}
console.log(passed, failed);
