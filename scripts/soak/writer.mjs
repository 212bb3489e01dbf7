// Saves states of a sandbox, one after the other, until it is killed: says of each when it begins to be saved, and when it was.
import { writeSync } from 'node:fs';
import { Sandbox } from '../../dist/esm/index.js';
import { fill, persistenceOf } from './crashes.mjs';

const { first, ...place } = JSON.parse(process.argv[2]);
const sandbox = await Sandbox.create({ persistence: persistenceOf(place) });
for (let number = first; ; number++) {
  await fill(sandbox, number);
  writeSync(1, `begin ${number}\n`);
  await sandbox.save();
  writeSync(1, `saved ${number}\n`);
}
