// git over https on this machine, and in a sandbox through its gate: the same commands on the same repository, served by git itself.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { certificates } from '../network/servers.js';
import { skipWithout } from '../setup/missing-programs.js';

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_AUTHOR_DATE: '2024-02-05T10:20:30Z',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_COMMITTER_DATE: '2024-02-05T10:20:30Z',
  LC_ALL: 'C.UTF-8',
};

/** Each goes on where the one before it has ended. */
const scripts = [
  'git clone $URL/repo.git copy; ls copy | md5sum; git -C copy log --format="%h %s"; git -C copy fsck',
  'cd copy; git ls-remote; git remote show origin; git fetch; git pull; git status -sb',
  'cd copy; echo more > more; git add more; git commit -qm more; git push; git log --oneline origin/main -1',
  'cd copy; git checkout -qb topic; seq 200000 > numbers; git add numbers; git commit -qm numbers; git push -u origin topic; git ls-remote --heads',
  'git clone -q --depth 1 $URL/repo.git shallow; cd shallow; git log --oneline; git fetch -q --unshallow; git rev-list --count HEAD',
  'git clone -q --branch topic --single-branch $URL/repo.git one; ls one | wc -l; git clone -q --mirror $URL/repo.git mirror; git -C mirror for-each-ref',
  'git clone -q --filter=blob:none --no-checkout $URL/repo.git part; cd part; git show HEAD:more; git show HEAD:file-7',
  'cd copy; git tag v1; git push --tags; git push origin :topic; git push --force-with-lease; git ls-remote',
  'cd copy; git commit -q --amend -m other; git push; echo $?; git push -f; git archive --remote=$URL/repo.git HEAD | wc -c',
  'git clone $URL/none.git; echo $?; git clone $URL/denied.git; echo $?; git ls-remote $URL/../x; echo $?',
  'git -c http.extraHeader="X-A: 1" ls-remote $URL/repo.git HEAD; git -c http.postBuffer=1000 -C copy push -f origin HEAD:posted; git -c http.version=HTTP/1.1 ls-remote $URL/repo.git HEAD',
  'git clone --recurse-submodules --depth 1 $URL/super.git; cd super; git submodule status; cat sub/file-3 | md5sum; git submodule foreach "git log --oneline"',
  'git clone -q $URL/super.git later; cd later; git submodule update --init --depth 1; git submodule status; git submodule deinit --all; git status -s',
  'git init -q own; cd own; git submodule add $URL/repo.git deps/repo; git commit -qm sub; cat .gitmodules | sed "s/:[0-9]*/:PORT/"; git pull $URL/repo.git main --allow-unrelated-histories --no-edit -q; ls | wc -l',
  'git clone -q --sparse --filter=blob:none $URL/repo.git sparse; cd sparse; git sparse-checkout set --no-cone "/file-1*"; ls; git bundle create ../b.bundle --all; git clone -q ../b.bundle ../from; ls ../from | wc -l',
  'git clone -q $URL/moved/repo.git; echo $?; git -c http.followRedirects=false clone -q $URL/moved/repo.git no; echo $?; git -c http.proxy=http://127.0.0.1:1 ls-remote $URL/repo.git; echo $?',
  'printf "machine a.test login me password secret\\n" >~/.netrc; git ls-remote $URL/secret.git HEAD; rm ~/.netrc; git -c credential.helper="!f() { echo username=me; echo password=secret; }; f" ls-remote $URL/secret.git HEAD',
  'git clone https://me:secret@a.test:$PORT/secret.git; git -C secret remote -v; git ls-remote https://me:wrong@a.test:$PORT/secret.git; echo $?',
];

/** What a web server does for git http-backend. */
function backend(root: string) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url!, 'https://a.test');
    if (pathname.startsWith('/moved/')) {
      response.writeHead(301, { Location: pathname.slice(6) + search }).end();
      return;
    }
    const isSecret = pathname.startsWith('/secret') && request.headers.authorization !== `Basic ${btoa('me:secret')}`;
    if (isSecret || pathname.startsWith('/denied')) {
      response.writeHead(isSecret ? 401 : 403, isSecret ? { 'WWW-Authenticate': 'Basic realm="git"' } : {});
      response.end('no');
      return;
    }
    const {
      'content-type': type,
      'content-encoding': encoding,
      'content-length': length,
      'git-protocol': protocol,
    } = request.headers;
    const child = spawn('git', ['http-backend'], {
      env: {
        ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: 'me' },
        ...{ PATH_INFO: pathname, QUERY_STRING: search.slice(1), REQUEST_METHOD: request.method },
        ...(type === undefined ? {} : { CONTENT_TYPE: type }),
        ...(encoding === undefined ? {} : { HTTP_CONTENT_ENCODING: encoding }),
        ...(length === undefined ? {} : { CONTENT_LENGTH: length }),
        ...(protocol === undefined ? {} : { GIT_PROTOCOL: String(protocol) }),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => {});
    request.pipe(child.stdin);
    let head: Buffer | undefined = Buffer.alloc(0);
    child.stdout.on('data', (bytes: Buffer) => {
      if (head === undefined) return response.write(bytes);
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      for (const line of head.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(': ');
        if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.write(head.subarray(end + 4));
      head = undefined;
    });
    child.on('close', () => response.end());
  };
}

/** A repository whose commits are the same wherever it is made. */
function makeRepository(root: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, env: { ...process.env, ...identity }, stdio: 'pipe' });
  git('init', '-q', '--bare', '-b', 'main', 'repo.git');
  git('-C', 'repo.git', 'config', 'http.receivepack', 'true');
  git('-C', 'repo.git', 'config', 'uploadpack.allowFilter', 'true');
  git('clone', '-q', 'repo.git', 'work');
  for (let i = 0; i < 60; i++) writeFileSync(join(root, 'work', `file-${i}`), `line ${i}\n`.repeat(i * 40));
  git('-C', 'work', 'add', '.');
  git('-C', 'work', 'commit', '-qm', 'files');
  git('-C', 'work', 'commit', '-q', '--allow-empty', '-m', 'nothing');
  git('-C', 'work', 'push', '-q', 'origin', 'HEAD:main');
  git('clone', '-q', '--bare', 'repo.git', 'secret.git');
  git('-C', 'repo.git', 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  git('init', '-q', '-b', 'main', 'above');
  writeFileSync(join(root, 'above', '.gitmodules'), '[submodule "sub"]\n\tpath = sub\n\turl = ../repo.git\n');
  const head = git('-C', 'repo.git', 'rev-parse', 'main').toString().trim();
  git('-C', 'above', 'update-index', '--add', '--cacheinfo', `160000,${head},sub`);
  git('-C', 'above', 'add', '.gitmodules');
  git('-C', 'above', 'commit', '-qm', 'with a submodule');
  git('clone', '-q', '--bare', 'above', 'super.git');
}

describe('git over https', () => {
  const directory = mkdtempSync(join(tmpdir(), 'wasmsand-git-'));
  const roots = ['there', 'here'].map((name) => join(directory, name));
  const { ca, cert, key } = certificates();
  const servers = roots.map((root) => https.createServer({ cert, key }, backend(root)));
  let ports: number[];
  let sandbox: Sandbox;

  beforeAll(async () => {
    for (const root of roots) {
      mkdirSync(join(root, 'home'), { recursive: true });
      makeRepository(root);
    }
    writeFileSync(join(directory, 'ca'), ca);
    for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports = servers.map((server) => (server.address() as AddressInfo).port);
    sandbox = await Sandbox.create({
      network: {
        ...{ allow: [`a.test:${ports[1]}`], hosts: { 'a.test': '127.0.0.1' }, ca },
        subnets: { allow: ['127.0.0.0/8'] },
      },
    });
  }, 60_000);

  afterAll(() => {
    sandbox?.destroy();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(directory, { recursive: true, force: true });
  });

  /** What has to be elsewhere on the two, and how long curl has tried. */
  const placeless = (text: string, port: number, home: string) =>
    text
      .replaceAll(`:${port}`, ':PORT')
      .replaceAll(home, '~')
      .replaceAll(/after \d+ ms/g, 'after N ms');

  async function onThisMachine(script: string) {
    const port = ports[0]!;
    const settings = { 'http.curloptResolve': `a.test:${port}:127.0.0.1`, 'http.sslCAInfo': join(directory, 'ca') };
    const env = Object.entries(settings).flatMap(([key, value], i) => [
      [`GIT_CONFIG_KEY_${i}`, key],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ]);
    const home = join(roots[0]!, 'home');
    const child = spawn('/bin/bash', ['-c', script], {
      cwd: home,
      env: {
        ...{ ...identity, ...Object.fromEntries(env), GIT_CONFIG_COUNT: '2', PATH: '/usr/bin:/bin', HOME: home },
        ...{ URL: `https://a.test:${port}`, PORT: `${port}`, GIT_TERMINAL_PROMPT: '0' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { status: 0, stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (bytes: Buffer) => {
        said[name] += bytes.toString();
      });
    }
    said.status = await new Promise((resolve) => child.on('close', resolve));
    return { ...said, stdout: placeless(said.stdout, port, home), stderr: placeless(said.stderr, port, home) };
  }

  async function inSandbox(script: string) {
    const port = ports[1]!;
    const result = await sandbox.run('bash -c "$1" bash', {
      args: [script],
      cwd: '/home/user',
      env: { ...identity, URL: `https://a.test:${port}`, PORT: `${port}`, GIT_TERMINAL_PROMPT: '0' },
      timeoutMs: 60_000,
    });
    const { exitCode: status, stdout, stderr } = result;
    return { status, stdout: placeless(stdout, port, '/home/user'), stderr: placeless(stderr, port, '/home/user') };
  }

  for (const script of scripts) {
    it(script, { timeout: 120_000 }, async (context) => {
      skipWithout(context, script);
      const [there, here] = await Promise.all([onThisMachine(script), inSandbox(script)]);
      expect(here).toEqual(there);
    });
  }
});
