// A command line on this machine, and in a sandbox through its gate, where this machine is called a.test and, as localhost, b.test.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sandbox } from 'wasmsand';

export interface Said {
  status: number | null;
  stdout: string;
  stderr: string;
}

const prepare = "printf 'file content\\n' >f; head -c 300000 /dev/zero | tr '\\0' y >big";
const timeoutMs = 50_000;

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The sandbox reaches the servers of this machine, and `nobody.invalid`, which nobody knows. */
export class CommandLines {
  readonly #directory = mkdtempSync(join(tmpdir(), 'wasmsand-network-'));
  readonly #variables: (host: string, other: string) => Record<string, string>;
  readonly #sandbox: Sandbox;
  readonly #trust: Record<string, string>;
  #runs = 0;

  /** `variables` are what the lines find in their environment, for a name of this machine and another one. */
  static async create(ca: string, variables: (host: string, other: string) => Record<string, string>) {
    const sandbox = await Sandbox.create({
      network: {
        allow: ['a.test:*', 'b.test:*', 'nobody.invalid'],
        hosts: { 'a.test': '127.0.0.1', 'b.test': '127.0.0.1' },
        subnets: { allow: ['127.0.0.0/8'] },
        ca,
      },
    });
    return new CommandLines(sandbox, ca, variables);
  }

  private constructor(
    sandbox: Sandbox,
    ca: string,
    variables: (host: string, other: string) => Record<string, string>,
  ) {
    this.#sandbox = sandbox;
    this.#variables = variables;
    const [bundle, wgetrc] = [join(this.#directory, 'ca'), join(this.#directory, 'wgetrc')];
    writeFileSync(bundle, ca);
    writeFileSync(wgetrc, `ca_certificate = ${bundle}\n`);
    this.#trust = { CURL_CA_BUNDLE: bundle, WGETRC: wgetrc };
  }

  async onThisMachine(line: string): Promise<Said> {
    const home = join(this.#directory, `${this.#runs++}`);
    mkdirSync(home);
    const env = { PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C.UTF-8', ...this.#trust };
    const child = spawn('/bin/bash', ['-c', `${prepare}; ${line}`], {
      argv0: 'bash',
      cwd: home,
      env: { ...this.#variables('127.0.0.1', 'localhost'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (data: Buffer) => {
        said[name] += data.toString('latin1');
      });
    }
    return await new Promise((resolve) => child.on('close', (status) => resolve({ status, ...said })));
  }

  async inSandbox(line: string): Promise<Said> {
    const cwd = `/home/user/${this.#runs++}`;
    this.#sandbox.mkdir(cwd);
    const result = await this.#sandbox.run(`exec bash -c "$1"`, {
      args: [`${prepare}; ${line}`],
      cwd,
      env: { ...this.#variables('a.test', 'b.test'), HOME: cwd, LC_ALL: 'C.UTF-8' },
      timeoutMs,
    });
    const text = (bytes: Uint8Array) =>
      Buffer.from(bytes).toString('latin1').replaceAll('a.test', '127.0.0.1').replaceAll('b.test', 'localhost');
    return { status: result.exitCode, stdout: text(result.stdoutBytes), stderr: text(result.stderrBytes) };
  }

  remove(): void {
    this.#sandbox.destroy();
    rmSync(this.#directory, { recursive: true });
  }
}
