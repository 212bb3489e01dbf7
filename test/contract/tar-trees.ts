// Trees on this machine and in a sandbox, and whether they are the same. GNU tar of this machine is the judge.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Sandbox } from 'wasmsand';

const most = 256 * 1024 * 1024;

/** A directory of this machine that is gone after the test. */
export function nativeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'wasmsand-tar-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Runs a script of bash in a directory of this machine; what it prints. */
export function native(directory: string, script: string, input?: Uint8Array): Buffer {
  return execFileSync('bash', ['--norc', '-c', `set -e; umask 022; ${script}`], {
    cwd: directory,
    input,
    maxBuffer: most,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

// All of a tree but owners, the sizes of directories, and the times where `times` is empty.
const listing = (times: string): string =>
  `find . \\( -type d -printf '%P %y %m ${times}\\n' \\) -o -printf '%P %y %m %s %n %l ${times}\\n' | LC_ALL=C sort; ` +
  "find . -type f -print0 | LC_ALL=C sort -z | xargs -0r sha256sum | sed 's/^\\\\\\\\//'";

/** What a tree of this machine is, in lines. Names are bytes. */
export function nativeTree(directory: string, times = '%T@'): string {
  return native(directory, listing(times)).toString('latin1');
}

/** The same of one in the sandbox. */
export async function guestTree(sandbox: Sandbox, directory: string, times = '%T@'): Promise<string> {
  const { stdoutBytes, stderr } = await sandbox.run(`cd ${directory} && { ${listing(times)}; }; cd ~`);
  return Buffer.from(stdoutBytes).toString('latin1') + stderr;
}

/** All that a stream gives. */
export async function collect(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** In chunks of that size. */
export async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Files of every kind, with names and times that are not easy. */
export const everything = `
  mkdir -p d/e "with space" $(printf 'dir\\351') ${'l'.repeat(120)}/${'m'.repeat(140)}/${'n'.repeat(40)}
  echo one >d/f; printf %s "two" >d/e/g; : >empty; head -c 300001 /dev/zero | tr '\\0' x >big
  ln d/f d/hard; ln d/f "with space/again"; ln -s ../d/f d/link; ln -s /etc/passwd absolute; ln -s nowhere dangling
  ln -s ${'t'.repeat(150)} longlink
  mkfifo fifo; mkdir emptydir; chmod 711 d; chmod 640 big; chmod 1777 emptydir; chmod 400 d/e/g
  echo x >${'l'.repeat(120)}/${'m'.repeat(140)}/${'n'.repeat(40)}/file; echo y >$(printf 'dir\\351/\\200\\377'); echo z >'ümläut ☃'
  echo q >$'new\\nline'; echo w >'back\\slash'; echo v >"-dash"
  touch -d @1234567890 d/f; touch -h -d @100 dangling; touch -d @86399 d/e; touch -d @1500000000 "with space"
`;
