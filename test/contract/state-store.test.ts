// The stores of saved state: this package's, and one that shows that others can be written.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { MemoryStore } from 'wasmsand';
import { nativeBackend } from '../../lib/node/backend.js';
import { packageRoot } from '../e2e/run-node.js';
import { openRedisStore, type RedisServer, redisIsMissing, startRedis } from './redis-store.js';
import { describeStore } from './state-store.js';

describeStore('in memory', async () => {
  const store = new MemoryStore();
  return { open: async () => store, remove: async () => {} };
});

// Where the bundle finds them.
const parts = {
  nativeBinding: join(packageRoot, 'build/Release/wasmsand.node'),
  workerScript: join(packageRoot, 'dist/cjs/worker.cjs'),
  wasmDir: join(packageRoot, 'dist/wasm'),
};

describeStore('of LMDB', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-store-'));
  return {
    open: async () => nativeBackend.openStore!(parts, directory, 'here'),
    remove: () => rm(directory, { recursive: true }),
  };
});

if (redisIsMissing !== undefined) {
  describe('the store on Redis', () => {
    it(redisIsMissing!, ({ skip }) => skip(redisIsMissing));
  });
} else {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  let places = 0;
  describeStore('on Redis', async () => {
    const prefix = `${++places}:`;
    return { open: () => openRedisStore(server.socket, prefix), remove: async () => {} };
  });
}
