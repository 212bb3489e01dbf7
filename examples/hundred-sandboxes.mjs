// 100 sandboxes at once: each has its own files and session, and all begin from one template.
//
// Shows: a template, many commands at once, one that meets a limit while the others succeed, the metrics of the host.
//
//   node examples/hundred-sandboxes.mjs

import { Sandbox } from 'wasmsand';

const template = await Sandbox.template(
  async (made) => {
    await made.run('mkdir -p project && cd project && seq 1000 > numbers && total() { paste -sd+ "$1" | bc; }');
  },
  { limits: 'strict' },
);

const sandboxes = await Promise.all(Array.from({ length: 100 }, () => template.create()));
const results = await Promise.all(
  sandboxes.map((sandbox, index) =>
    // One of them fills its disk. The others do not notice.
    sandbox.run(index === 50 ? 'yes > full' : 'echo "$1" >> numbers; total numbers', { args: [`${index}`] }),
  ),
);

const right = results.filter(({ stdout }, index) => stdout.trim() === `${500_500 + index}`).length;
const { errorClass, limit } = results[50];
console.log(`${right} sums are right; the other one: ${errorClass} ${limit}`);
const { running, waiting } = sandboxes[0].metrics();
console.log(`now ${waiting} wait and ${running > 100 ? 'many' : 'few'} run`);
for (const each of [...sandboxes, template]) each[Symbol.dispose]();

// Prints:
//   99 sums are right; the other one: LIMIT_EXCEEDED maxFileBytes
//   now 0 wait and few run
