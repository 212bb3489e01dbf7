// A notebook: cells of Python keep their variables, output arrives while they run, and a snapshot leads back.
//
// Shows: a session of Python, its outputs and values by MIME type, variables, a snapshot between cells.
//
//   node examples/notebook.mjs

import { Sandbox } from 'wasmsand';

const sandbox = await Sandbox.create({ files: { 'points.csv': 'x,y\n1,2\n2,4\n3,6\n' } });
const session = await sandbox.python.session();

async function cell(code) {
  console.log(code.replaceAll(/^/gm, '> '));
  const { value, error } = await session.run(code, {
    onOutput(output) {
      if (output.type === 'stream') process.stdout.write(output.text);
    },
  });
  if (error) console.log(`${error.name}: ${error.value}`);
  else if (value) console.log(value['text/html'] ?? value['text/plain']);
}

await cell('import csv\nrows = list(csv.DictReader(open("points.csv")))\nprint(len(rows), "rows")');
await cell('sum(int(row["y"]) for row in rows)');

// Before a cell that may do harm.
const before = await sandbox.snapshot();
await cell('rows.clear()\nrows[0]');
await sandbox.restore(before);

const [restored] = sandbox.python.sessions();
console.log((await restored.run('len(rows)')).value['text/plain'], 'rows again');
console.log(
  (await restored.variables())
    .map(({ name }) => name)
    .sort()
    .join(' '),
);
sandbox.destroy();

// Prints:
//   > import csv
//   > rows = list(csv.DictReader(open("points.csv")))
//   > print(len(rows), "rows")
//   3 rows
//   > sum(int(row["y"]) for row in rows)
//   12
//   > rows.clear()
//   > rows[0]
//   IndexError: list index out of range
//   3 rows again
//   csv rows
