// A store on Redis, as a user would write one, and a server for the test.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, RESP_TYPES } from '@redis/client';
import type { StateObjects, StateStore } from 'wasmsand';

// Debian has the server in the package redis-tools under this name, and is one that is called `redis-server`; the package of that name
// starts a service besides.
const program = '/usr/bin/redis-check-rdb';
export const redisIsMissing = existsSync(program) ? undefined : 'there is no Redis here: apt-get install redis-tools';

export interface RedisServer {
  socket: string;
  stop(): Promise<void>;
}

/** A server of its own, on a socket in a directory of its own; it writes nothing to disk. */
export async function startRedis(): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-redis-'));
  const socket = join(directory, 'socket');
  const options = ['--port', '0', '--unixsocket', socket, '--dir', directory, '--save', '', '--appendonly', 'no'];
  const server = spawn(program, options, { argv0: 'redis-server', stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (data) => {
      said += data;
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    void ended.then(() => reject(new Error(`Redis has ended: ${said}`)));
  });
  return {
    socket,
    async stop() {
      server.kill();
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

// Each script is atomic.
const swapScript = `
  local current = redis.call('GET', KEYS[1])
  if (current or '') ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2])
  return 1`;

/** One namespace. Roots are never empty. It has no `commit`, so that the order of a save's calls counts. */
export async function openRedisStore(socket: string, prefix: string): Promise<StateStore> {
  const client = createClient({ socket: { path: socket, tls: false } });
  await client.connect();
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  const root = `${prefix}root`;
  const objects = `${prefix}objects`;
  const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    readRoot: async () => (await binary.get(root)) ?? undefined,
    swapRoot: async (expected, next) =>
      (await client.eval(swapScript, {
        keys: [root],
        arguments: [asBuffer(expected ?? new Uint8Array()), asBuffer(next)],
      })) === 1,
    get: async (name) => (await binary.hGet(objects, name)) ?? undefined,
    async *list() {
      yield* await client.hKeys(objects);
    },
    async put(given: StateObjects) {
      await Promise.all(Array.from(given, ([name, bytes]) => client.hSet(objects, name, asBuffer(bytes))));
    },
    async delete(names) {
      if (names.length > 0) await client.hDel(objects, [...names]);
    },
    close: async () => client.close(),
  };
}
