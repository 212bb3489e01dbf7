// What an installation has of a wheel: without what no program imports or reads, so that the package stays small.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './python.mjs';

/** What only a compiler or a checker of types reads. */
const isSourceCode = /\.(pyi|pxd|pxi|pyx|c|cc|cpp|h|hpp|in|a|build|rst)$/;
/** Tests and measurements are half of some packages; what another Python has compiled does not hold here. */
const isLeftOut = /(^|\/)(tests|benchmarks|__pycache__)$/;

function leb128(bytes, at) {
  let value = 0;
  let end = at;
  do value += (bytes[end] & 127) * 2 ** (7 * (end - at));
  while (bytes[end++] & 128);
  return [value, end];
}

/** A module without its section of names, which only a debugger reads. */
export function withoutNames(module) {
  const kept = [module.subarray(0, 8)];
  for (let at = 8; at < module.length; ) {
    const [size, content] = leb128(module, at + 1);
    const end = content + size;
    const [length, name] = leb128(module, content);
    const isNames = module[at] === 0 && module.toString('latin1', name, name + length) === 'name';
    if (!isNames) kept.push(module.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

const change = (path, to) => writeFileSync(path, to(readFileSync(path)));

/** What is said of a package, without its description, which is the page that an index shows of it. */
const withoutDescription = (metadata) => {
  const end = metadata.indexOf('\n\n');
  return end < 0 ? metadata : metadata.subarray(0, end + 1);
};

/** Takes away what is left out of an unpacked wheel, `without` too, and writes a RECORD of what is there. */
export function settle(unpacked, without = []) {
  for (const name of without) rmSync(join(unpacked, name), { recursive: true });
  for (const name of readdirSync(unpacked, { recursive: true }).sort()) {
    const path = join(unpacked, name);
    if (!existsSync(path)) continue;
    const isDirectory = statSync(path).isDirectory();
    if ((isLeftOut.test(name) && isDirectory) || isSourceCode.test(name)) rmSync(path, { recursive: true });
    else if (name.endsWith('.so')) change(path, withoutNames);
  }
  const information = readdirSync(unpacked).find((name) => name.endsWith('.dist-info'));
  change(join(unpacked, information, 'METADATA'), withoutDescription);
  writeFileSync(join(unpacked, information, 'INSTALLER'), 'wasmsand\n');
  // Without digests, which cannot be compressed: nobody can change what they are of.
  const record = join(information, 'RECORD');
  const files = filesUnder(unpacked).filter((name) => name !== record);
  const lines = files.map((name) => `${name},,${statSync(join(unpacked, name)).size}`);
  writeFileSync(join(unpacked, record), [...lines, `${record},,`, ''].join('\n'));
}
