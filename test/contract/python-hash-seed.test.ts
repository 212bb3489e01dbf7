// Each python3 hashes with a seed of its own, and what it has begun with is as if it had been hashed so.

import { describe, expect, it } from 'vitest';
import { skipWithout } from '../setup/missing-programs.js';
import { useSandboxes } from './use-sandbox.js';

/** Asks all that the interpreter begins with for what equals its keys, and is not them. */
const consistent = `
import gc, sys

gc.unfreeze()
wrong, seen, asked = [], set(), []

def copied(value):
    if type(value) is str:
        return (value + ".")[:-1]
    if type(value) is bytes:
        return bytes(bytearray(value))
    return type(value)(list(value)) if type(value) in (tuple, frozenset) else value

def look(value):
    if type(value) not in (str, bytes, tuple, frozenset) or id(value) in seen:
        return
    seen.add(id(value))
    try:
        if hash(value) != hash(copied(value)):
            wrong.append(value)
    except TypeError:
        pass
    if type(value) is str and sys._is_interned(value) and sys.intern(copied(value)) is not value:
        wrong.append(value)
    if type(value) is tuple:
        for item in value:
            look(item)

for holder in gc.get_objects():
    if holder is seen or holder is wrong or holder is asked:
        continue
    look(holder)
    for value in gc.get_referents(holder):
        look(value)
    if isinstance(holder, dict):
        for key, value in list(dict.items(holder)):
            asked.append(1)
            if dict.get(holder, copied(key)) is not value:
                wrong.append(key)
    elif isinstance(holder, (set, frozenset)):
        for key in list(holder):
            asked.append(1)
            if copied(key) not in holder:
                wrong.append(key)
# Tables of C.
import _hmac

for name in ("md5", "sha1", "sha256", "sha512", "sha3_256", "blake2s"):
    _hmac.new(b"key", b"text", name)
print(wrong, len(asked) > 50_000, len(seen) > 30_000)
`;

describe('the hash seed of python3', () => {
  const create = useSandboxes();
  const ask = `python3 -c 'print(hash("a"), hash(b"bc"), hash(("d", 1)), "".join({"aa", "bb", "cc", "dd", "ee", "ff"}))'`;

  it('differs in each process, unless PYTHONHASHSEED sets it', async (context) => {
    skipWithout(context, 'python3');
    const sandbox = await create();
    const answer = async (command: string) => (await sandbox.run(command)).stdout;
    const orders = new Set<string>();
    for (let i = 0; i < 8; i++) orders.add(await answer(ask));
    expect(orders.size).toBe(8);
    for (const seed of ['0', '1', '4294967295']) {
      const fixed = await answer(`PYTHONHASHSEED=${seed} ${ask}`);
      expect(await answer(`PYTHONHASHSEED=${seed} ${ask}`)).toBe(fixed);
      expect(orders).not.toContain(fixed);
      // Not asked.
      expect(await answer(`PYTHONHASHSEED=${seed} ${ask.replace('-c', '-E -c')}`)).not.toBe(fixed);
      expect(await answer(`PYTHONHASHSEED=${seed} ${ask.replace('-c', '-R -c')}`)).not.toBe(fixed);
    }
    expect(await answer(`PYTHONHASHSEED=random ${ask}`)).not.toBe(await answer(`PYTHONHASHSEED=random ${ask}`));
    expect(await sandbox.run('PYTHONHASHSEED=x python3 -c 1')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('PYTHONHASHSEED must be "random" or an integer in range [0; 4294967295]'),
    });
  });

  it.each(['0', '1', '2', '77', 'random'])('%s goes with all that a program begins with', async (seed) => {
    const sandbox = await create();
    await sandbox.writeFile('/tmp/consistent.py', consistent);
    const result = await sandbox.run(`PYTHONHASHSEED=${seed} python3 /tmp/consistent.py`);
    expect(result).toMatchObject({ stdout: '[] True True\n', stderr: '' });
  });

  it('is fixed in a session, unless its environment sets one', async (context) => {
    skipWithout(context, 'python3');
    const hashIn = async (env: Record<string, string>) => {
      const sandbox = await create({ env });
      const session = await sandbox.python.session();
      return (await session.run('hash("a")')).value?.['text/plain'];
    };
    expect(await hashIn({})).toBe(await hashIn({ PYTHONHASHSEED: '0' }));
    expect(await hashIn({ PYTHONHASHSEED: '3' })).not.toBe(await hashIn({}));
  });

  it("is the children's that are copies, and another in one that begins", async (context) => {
    skipWithout(context, 'python3');
    const sandbox = await create();
    await sandbox.writeFile(
      '/tmp/children.py',
      `
import multiprocessing, subprocess, sys

def seed(_):
    return hash("a")

if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(set(pool.map(seed, range(4))) == {hash("a")})
    own = subprocess.run([sys.executable, "-c", "print(hash('a'))"], capture_output=True, text=True).stdout
    print(int(own) == hash("a"))
`,
    );
    expect(await sandbox.run('python3 /tmp/children.py')).toMatchObject({ stdout: 'True\nFalse\n', stderr: '' });
  });
});
