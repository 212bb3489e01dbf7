// Nothing of the caller's environment reaches a build.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { buildEnvironment } from '../../scripts/setup/environment.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'wasmsand-environment-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('the environment of builds', () => {
  it('is the same whatever the caller has in his', () => {
    const before = buildEnvironment();
    for (const name of [
      'CFLAGS',
      'HOME',
      'LANG',
      'LC_ALL',
      'MAKEFLAGS',
      'NODE_OPTIONS',
      'PERL5LIB',
      'TZ',
      'npm_config_x',
    ]) {
      vi.stubEnv(name, 'callers');
    }
    vi.stubEnv('PATH', join(root, 'node_modules/.bin'));
    expect(buildEnvironment()).toEqual(before);
    vi.unstubAllEnvs();
    expect(Object.values(before).join(' ')).not.toContain('node_modules');
  });

  // clang runs a wasm-opt that it finds after every link: once that was npm's, and perl forked without forking.
  it('has compilers that run no wasm-opt of PATH', () => {
    const optimiser = join(directory, 'wasm-opt');
    const trace = join(directory, 'ran');
    writeFileSync(optimiser, `#!/bin/sh\ntouch ${trace}\n`);
    chmodSync(optimiser, 0o755);
    const [source, sourceCxx] = ['empty.c', 'empty.cc'].map((name) => join(directory, name)) as [string, string];
    for (const path of [source, sourceCxx])
      writeFileSync(path, 'int main(int argc, char **argv, char **envp) { return 0; }\n');
    const env = { PATH: `${directory}:/usr/bin:/bin:${dirname(process.execPath)}` };
    const linked = join(directory, 'linked.wasm');
    const compile = (compiler: string, args: string[], more: Record<string, string>) => {
      execFileSync(compiler, [...args, '-o', linked], { env: { ...env, ...more } });
      expect(existsSync(linked)).toBe(true);
      rmSync(linked);
    };
    const libc = join(root, '.setup/wasm/libc');
    const sysroot = join(root, '.setup/wasm/sysroot');
    compile(join(root, 'wasm/toolchain/wasmsand-cc'), ['-O2', source], { WASMSAND_LIBC: libc });
    compile(join(root, 'wasm/toolchain/wasmsand-c++'), ['-O2', sourceCxx], {
      WASMSAND_LIBC: libc,
      WASMSAND_SYSROOT: sysroot,
    });
    expect(existsSync(trace)).toBe(false);
    // That it would have been found: with clang's own search.
    const plain = ['--target=wasm32', '-O2', '-nostdlib', '-Wl,--no-entry', source];
    compile('clang-19', plain, {});
    expect(existsSync(trace)).toBe(true);
  });
});
