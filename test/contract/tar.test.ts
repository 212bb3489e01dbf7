// importTar and exportTar, with GNU tar of this machine on the other side.

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { chunked, collect, everything, guestTree, native, nativeDirectory, nativeTree } from './tar-trees.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

/** A pseudo-random sequence that is the same each time. */
function randomFrom(seed: string): (below: number) => number {
  let count = 0;
  return (below) => createHash('md5').update(`${seed} ${count++}`).digest().readUInt32LE() % below;
}

function makeRandomTree(directory: string, seed: string): void {
  const random = randomFrom(seed);
  const directories = ['.'];
  const files: string[] = [];
  const lines: string[] = [];
  for (let i = 0; i < 40; i++) {
    const name = `${'abcdefgh'[random(8)]}${'x'.repeat(random(5) === 0 ? 90 + random(100) : random(4))}${i}`;
    const path = `${directories[random(directories.length)]}/${name}`;
    const kind = random(10);
    if (kind < 3) {
      mkdirSync(join(directory, path));
      directories.push(path);
    } else if (kind < 7) {
      writeFileSync(join(directory, path), Buffer.alloc(random(3) * 60_000 + random(600), name));
      files.push(path);
      lines.push(`chmod ${['644', '755', '600', '444'][random(4)]} ${path}`);
      lines.push(`touch -d @${random(2 ** 31)}.${String(random(10 ** 9)).padStart(9, '0')} ${path}`);
    } else if (kind === 7 && files.length > 0) {
      lines.push(`ln ${files[random(files.length)]} ${path}`);
    } else if (kind === 8) {
      lines.push(
        `truncate -s ${random(300_000)} ${path}; printf ${name} | dd of=${path} bs=1 seek=${random(400_000)} conv=notrunc status=none`,
      );
    } else {
      lines.push(`ln -s ../${name} ${path}`);
    }
  }
  for (const path of directories) lines.push(`touch -d @${random(2 ** 31)} ${path}`);
  native(directory, lines.join('\n'));
}

const exported = (sandbox: Sandbox, path: string): Promise<Buffer> => collect(sandbox.exportTar(path));

describe('importTar', () => {
  it.each([
    ['gnu', '%T@'],
    ['posix', '%T@'],
    ['oldgnu', '%T@'],
  ])('unpacks what tar --format=%s makes', async (format) => {
    const directory = nativeDirectory();
    native(directory, `mkdir tree; cd tree; ${everything} find . -depth -print0 | xargs -0 touch -h -d @1700000000.5`);
    // The two older ones have whole seconds.
    if (format !== 'posix') native(directory, 'find tree -depth -print0 | xargs -0 touch -h -d @1700000000');
    const sandbox = await create();
    const archive = native(directory, `tar -C tree --format=${format} -cf - .`);
    expect(await sandbox.importTar('/w', archive)).toEqual({ members: 26, skipped: 0, skippedNames: [] });
    expect(await guestTree(sandbox, '/w')).toBe(nativeTree(join(directory, 'tree')));
    expect((await sandbox.run('find /w ! -user 1000 -o ! -group 1000')).stdout).toBe('');
  });

  it.each(['v7', 'ustar'])('unpacks the file types that tar --format=%s can hold', async (format) => {
    const directory = nativeDirectory();
    native(
      directory,
      'mkdir -p tree/d/e; cd tree; echo one >d/f; ln d/f d/hard; ln -s f d/link; chmod 711 d; touch -d @5 d/f',
    );
    if (format === 'ustar')
      native(
        directory,
        `mkdir tree/${'l'.repeat(90)}; echo x >tree/${'l'.repeat(90)}/${'n'.repeat(90)}; mkfifo tree/p`,
      );
    native(directory, 'find tree -depth -print0 | xargs -0 touch -h -d @1700000000');
    const sandbox = await create();
    await sandbox.importTar('/w', native(directory, `tar -C tree --format=${format} -cf - .`));
    expect(await guestTree(sandbox, '/w')).toBe(nativeTree(join(directory, 'tree')));
  });

  it.each(['gnu', 'oldgnu', 'posix --sparse-version=0.0', 'posix --sparse-version=0.1', 'posix --sparse-version=1.0'])(
    'unpacks sparse files of --format=%s',
    async (format) => {
      const directory = nativeDirectory();
      native(
        directory,
        `mkdir tree; cd tree; truncate -s 30M all; truncate -s 20M end; printf x | dd of=end conv=notrunc status=none
         for i in $(seq 0 40); do printf $i | dd of=many bs=1 seek=$((i * 200000)) conv=notrunc status=none; done
         truncate -s 9G huge; printf end >>huge; find . -exec touch -d @7 {} +`,
      );
      const sandbox = await create();
      await sandbox.importTar('/w', native(directory, `tar -C tree --format=${format} -Scf - .`));
      native(directory, 'rm tree/huge; touch -d @7 tree');
      expect(
        (await sandbox.run('stat -c %s /w/huge; tail -c 4 /w/huge | od -c; rm /w/huge; touch -d @7 /w')).stdout,
      ).toBe('9663676419\n0000000  \\0   e   n   d\n0000004\n');
      expect(await guestTree(sandbox, '/w')).toBe(nativeTree(join(directory, 'tree')));
      expect(sandbox.metrics().fileBytes).toBeLessThan(42 * 65_536 + 65_536);
    },
  );

  it("unpacks archives of the sandbox's tar, which unpacks exported archives", async () => {
    const directory = nativeDirectory();
    native(directory, `mkdir tree; cd tree; ${everything}`);
    const sandbox = await create();
    await sandbox.importTar('/w', native(directory, 'tar -C tree --format=posix -cf - .'));
    const made = await sandbox.run('tar -C /w --format=posix -cf /tmp/a.tar .');
    expect(made.stderr).toBe('');
    await sandbox.importTar('/again', sandbox.readFile('/tmp/a.tar'));
    expect(await guestTree(sandbox, '/again')).toBe(await guestTree(sandbox, '/w'));
    sandbox.writeFile('/tmp/b.tar', await exported(sandbox, '/w'));
    expect((await sandbox.run('mkdir /tmp/third; tar -C /tmp/third -xpf /tmp/b.tar')).stderr).toBe('');
    expect(await guestTree(sandbox, '/tmp/third')).toBe(await guestTree(sandbox, '/w'));
  });

  it.each([1, 7, 511, 512, 513, 10_240, 100_003])('reads chunks of %i bytes', async (size) => {
    const directory = nativeDirectory();
    native(
      directory,
      'mkdir tree; cd tree; echo one >f; head -c 70001 /dev/urandom >g; ln -s f l; find . -exec touch -h -d @9.25 {} +',
    );
    const archive = native(directory, 'tar -C tree --format=posix -cf - .');
    const sandbox = await create();
    await sandbox.importTar('/w', chunked(archive, size));
    await sandbox.importTar('/z', chunked(zlib.gzipSync(archive), size));
    expect(await guestTree(sandbox, '/w')).toBe(nativeTree(join(directory, 'tree')));
    expect(await guestTree(sandbox, '/z')).toBe(await guestTree(sandbox, '/w'));
  });

  it('merges directories and replaces other files, as tar does', async () => {
    const before =
      'mkdir -p d/kept link-target empty; echo old >d/f; echo old >was-file; ln -s link-target was-link; echo k >d/kept/k; ln d/f linked; ln -s nowhere d/to-file';
    const archived =
      'mkdir -p d was-file was-link; echo new >d/f; echo in >was-file/in; echo in >was-link/in; echo f >empty; echo f >d/to-file; chmod 700 d';
    const directory = nativeDirectory();
    native(directory, `mkdir archived there; (cd archived; ${archived}); (cd there; ${before})`);
    const archive = native(directory, 'tar -C archived -cf - .');
    native(join(directory, 'there'), 'tar -xf -', archive);
    const sandbox = await create();
    await sandbox.run(`mkdir /tmp/w; cd /tmp/w; ${before}; cd`);
    await sandbox.importTar('/tmp/w', archive);
    expect(await guestTree(sandbox, '/tmp/w', '')).toBe(nativeTree(join(directory, 'there'), ''));
  });

  it('leaves directories that the archive does not name as they are', async () => {
    const directory = nativeDirectory();
    native(directory, 'mkdir -p a/b; echo x >a/b/c');
    const sandbox = await create();
    await sandbox.run('mkdir -p /tmp/w/a; chmod 700 /tmp/w/a');
    await sandbox.importTar('/tmp/w', native(directory, 'tar -cf - a/b/c'));
    expect((await sandbox.run('cd /tmp/w; stat -c "%a %U %n" a a/b a/b/c; cd')).stdout).toBe(
      '700 user a\n755 user a/b\n644 user a/b/c\n',
    );
  });

  it('keeps the last of two members with the same name, as tar does', async () => {
    const directory = nativeDirectory();
    native(
      directory,
      `mkdir 1 2 3 there; echo 1 >1/f; mkdir 1/d; echo file >1/x; echo 2 >2/f; echo file >2/d; mkdir 2/x; ln 2/f 2/h
       ln -s f 3/f; echo 3 >3/h
       tar -C 1 -cf a.tar f d x; tar -C 2 -rf a.tar f d x h; tar -C 3 -rf a.tar f h; tar -C there -xf a.tar`,
    );
    const sandbox = await create();
    await sandbox.importTar('/w', native(directory, 'cat a.tar'));
    expect(await guestTree(sandbox, '/w', '')).toBe(nativeTree(join(directory, 'there'), ''));
  });

  it("gives files to the user, or to the archive's owners on request", async () => {
    const directory = nativeDirectory();
    native(directory, 'mkdir tree; cd tree; echo x >f; chmod 6755 f; mkdir d; chmod 3777 d');
    const archive = native(directory, 'tar -C tree --owner=12:12345678 --group=34:34 --format=posix -cf - .');
    const sandbox = await create();
    await sandbox.importTar('/a', archive);
    await sandbox.importTar('/b', archive, { preserveOwner: true });
    expect((await sandbox.run('stat -c "%u %g %a %n" /a/f /a/d /b/f /b/d')).stdout).toBe(
      '1000 1000 755 /a/f\n1000 1000 1777 /a/d\n12345678 34 6755 /b/f\n12345678 34 3777 /b/d\n',
    );
  });

  it('drops leading directories of names with stripComponents', async () => {
    const directory = nativeDirectory();
    native(
      directory,
      'mkdir -p top/d there; echo x >top/d/f; echo y >top/g; ln top/d/f top/d/h; tar -cf a.tar top; tar -C there --strip-components=1 -xf a.tar',
    );
    const sandbox = await create();
    await sandbox.importTar('/w', native(directory, 'cat a.tar'), { stripComponents: 1 });
    expect(await guestTree(sandbox, '/w', '')).toBe(nativeTree(join(directory, 'there'), ''));
  });

  it('leaves devices out and says so', async () => {
    const sandbox = await create();
    const archive = native(nativeDirectory(), 'tar -C /dev -cf - null zero; true');
    expect(await sandbox.importTar('/w', archive)).toEqual({ members: 0, skipped: 2, skippedNames: ['null', 'zero'] });
    expect(sandbox.readDir('/w')).toEqual([]);
  });

  it('ends at the first block of zeros, whatever comes after', async () => {
    const directory = nativeDirectory();
    native(directory, 'echo x >f; echo y >g');
    const [one, two] = [native(directory, 'tar -cf - f'), native(directory, 'tar -cf - g')];
    const sandbox = await create();
    await sandbox.importTar('/w', Buffer.concat([one, two, Buffer.from('garbage')]));
    await sandbox.importTar('/w/v', Buffer.concat([two.subarray(0, 1024), Buffer.alloc(512)]));
    expect(await guestTree(sandbox, '/w', '')).toContain('f f 644 2 1');
    expect(sandbox.readDir('/w').map(({ name }) => name)).toEqual(['f', 'v']);
  });

  it('reads a source only as fast as it unpacks, and cancels it on an error', async () => {
    const directory = nativeDirectory();
    native(directory, 'head -c 3000000 /dev/zero >f');
    const archive = native(directory, 'tar -cf - f');
    let cancelled = false;
    let at = 0;
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(at < archive.length ? archive.subarray(at, at + 65_536) : new Uint8Array(65_536));
        at += 65_536;
      },
      cancel() {
        cancelled = true;
      },
    });
    const sandbox = await create();
    await sandbox.importTar('/w', source);
    expect(sandbox.stat('/w/f').size).toBe(3_000_000);
    expect(cancelled).toBe(true);
    expect(at).toBeLessThan(archive.length + 2 ** 21);
    const failing = (async function* () {
      yield archive.subarray(0, 1000);
      throw new Error('the source failed');
    })();
    await expect(sandbox.importTar('/x', failing)).rejects.toThrow('the source failed');
    expect(sandbox.exists('/x')).toBe(false);
  });

  it('runs one import after the other, beside commands', async () => {
    const directory = nativeDirectory();
    native(directory, 'echo x >f');
    const archive = native(directory, 'tar -cf - f');
    const sandbox = await create();
    const running = sandbox.run('until [ -e /tmp/w/f ]; do sleep 0.01; done; cat /tmp/w/f');
    await Promise.all([sandbox.importTar('/tmp/v', archive), sandbox.importTar('/tmp/w', archive)]);
    expect((await running).stdout).toBe('x\n');
  });

  it('serves fifty sandboxes at once', async () => {
    const directory = nativeDirectory();
    native(
      directory,
      'mkdir tree; cd tree; for i in $(seq 200); do echo $i >f$i; done; head -c 1000000 /dev/urandom >big',
    );
    const archive = native(directory, 'tar -C tree -czf - .');
    const sandboxes = await Promise.all(Array.from({ length: 50 }, () => create()));
    await Promise.all(sandboxes.map((sandbox) => sandbox.importTar('/w', archive)));
    const archives = await Promise.all(sandboxes.map((sandbox) => exported(sandbox, '/w')));
    for (const one of archives) expect(one.equals(archives[0]!)).toBe(true);
  });
});

describe('exportTar', () => {
  it('makes archives that tar lists and unpacks without a difference', async () => {
    const directory = nativeDirectory();
    const sandbox = await create();
    await sandbox.run(
      `mkdir /tmp/w; cd /tmp/w; ${everything} touch -d @1700000000.000000001 big; touch -d @-1.25 empty; cd`,
    );
    const archive = await exported(sandbox, '/tmp/w');
    writeFileSync(join(directory, 'a.tar'), archive);
    native(
      directory,
      'mkdir tree; tar -C tree -xpf a.tar 2>errors; cat errors >&2; ! grep -v "implausibly old\\|in the future" errors',
    );
    expect(nativeTree(join(directory, 'tree'))).toBe(await guestTree(sandbox, '/tmp/w'));
    const lines = native(directory, 'tar -tvf a.tar --full-time').toString('latin1').trimEnd().split('\n');
    expect(lines[0]).toMatch(/^drwxr-xr-x 1000\/1000 +0 20.* \.\/$/);
    expect(lines).toHaveLength(26);
    expect(lines.find((line) => line.endsWith('./big'))).toMatch(
      /^-rw-r----- 1000\/1000 +300001 2023-11-14 22:13:20.000000001 /,
    );
  });

  it('makes archives that tar accepts without a warning, whatever the names are', async () => {
    const sandbox = await create();
    // Names that are text, bytes or both, short and long, of files, directories, links, and files with holes.
    await sandbox.run(`mkdir /tmp/w; cd /tmp/w
      for name in a $'b\\xff' ü $'ü\\xff'; do
        for long in '' ${'x'.repeat(90)} ${'y'.repeat(200)}; do
          mkdir "d$name$long"; mkdir "d$name$long/$name$long"; echo x >"d$name$long/$name$long/f"
          ln -s "$long$name$long" "l$name$long"; ln "d$name$long/$name$long/f" "h$name$long"
          truncate -s 1000000 "s$name$long"; echo end >>"s$name$long"; touch -d @1.5 "s$name$long"
        done
      done; cd`);
    const bytes = await collect(sandbox.exportTar('/tmp/w'));
    const directory = nativeDirectory();
    writeFileSync(join(directory, 'archive.tar'), bytes);
    expect(native(directory, 'tar -tvf archive.tar 2>&1 >/dev/null').toString()).toBe('');
    expect(native(directory, 'mkdir out; tar -xf archive.tar -C out 2>&1').toString()).toBe('');
    expect(nativeTree(join(directory, 'out'))).toBe(await guestTree(sandbox, '/tmp/w'));
    await sandbox.importTar('/tmp/again', bytes);
    expect(await guestTree(sandbox, '/tmp/again')).toBe(await guestTree(sandbox, '/tmp/w'));
  });

  it('is the same for the same files', async () => {
    const [one, two] = [await create(), await create()];
    const made =
      'mkdir /tmp/w; cd /tmp/w; for f in c a b; do echo $f >$f; done; truncate -s 1M hole; ln a z; touch -d @5 * .; cd';
    await one.run(made);
    await two.run(made.replace('c a b', 'b c a'));
    expect((await exported(one, '/tmp/w')).equals(await exported(two, '/tmp/w'))).toBe(true);
    expect(
      await exported(one, '/tmp/w/a').then((archive) => native(nativeDirectory(), 'tar -t', archive).toString()),
    ).toBe('a\n');
  });

  it.each(['1', '2', '3', '4', '5', '6'])('and importTar give back random tree %s', async (seed) => {
    const directory = nativeDirectory();
    mkdirSync(join(directory, 'tree'));
    makeRandomTree(join(directory, 'tree'), seed);
    const sandbox = await create();
    await sandbox.importTar('/w', native(directory, 'tar -C tree --format=posix -Scf - .'));
    const archive = await exported(sandbox, '/w');
    native(directory, 'mkdir back; tar -C back -xpf -', archive);
    expect(nativeTree(join(directory, 'back'))).toBe(nativeTree(join(directory, 'tree')));
    await sandbox.importTar('/again', archive);
    expect((await exported(sandbox, '/again')).equals(archive)).toBe(true);
  });

  it('keeps holes as holes', async () => {
    const sandbox = await create();
    await sandbox.run(
      'cd /tmp; truncate -s 3G hole; printf x | dd of=hole seek=2G bs=1 conv=notrunc; truncate -s 5G none; cd',
    );
    const archive = await exported(sandbox, '/tmp');
    expect(archive.length).toBeLessThan(100_000);
    const directory = nativeDirectory();
    native(directory, 'tar -xf -', archive);
    expect(
      native(
        directory,
        'stat -c "%s %n" hole none; du -k hole | cut -f 1; tail -c +2147483649 hole | head -c 1',
      ).toString(),
    ).toBe('3221225472 hole\n5368709120 none\n4\nx');
  });

  it('exports the files as they were at the call', async () => {
    const sandbox = await create();
    await sandbox.run('mkdir /tmp/w; cd /tmp/w; for i in $(seq 300); do echo old >f$i; done; cd');
    const stream = sandbox.exportTar('/tmp/w');
    const reader = stream.getReader();
    const first = await reader.read();
    await sandbox.run('cd /tmp/w; for f in *; do echo new >$f; done; touch more; cd');
    const chunks = [first.value!];
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    const directory = nativeDirectory();
    native(directory, 'tar -xf -', Buffer.concat(chunks));
    expect(native(directory, 'cat f* | sort | uniq -c; ls | wc -l').toString().trim()).toBe('300 old\n300');
  });

  it('compresses', async () => {
    const sandbox = await create({ files: { 'd/f': 'x'.repeat(100_000) } });
    const archive = await collect(sandbox.exportTar('d', { compression: 'gzip' }));
    expect(archive.length).toBeLessThan(2000);
    expect(native(nativeDirectory(), 'tar -xzf -; cat f | wc -c', archive).toString().trim()).toBe('100000');
    await sandbox.importTar('again', archive);
    expect(sandbox.stat('again/f').size).toBe(100_000);
  });

  it.runIf('createZstdCompress' in zlib)('compresses with zstd', async () => {
    const sandbox = await create({ files: { 'd/f': 'x'.repeat(100_000) } });
    const archive = await collect(sandbox.exportTar('d', { compression: 'zstd' }));
    expect(archive.readUInt32LE()).toBe(0xfd2fb528);
    await sandbox.importTar('again', archive);
    expect(sandbox.stat('again/f').size).toBe(100_000);
  });

  it.skipIf('createZstdCompress' in zlib)('says that there is no zstd', async () => {
    const sandbox = await create();
    const refused = { code: 'E_UNSUPPORTED', message: 'archives cannot be compressed with zstd here' };
    expect(() => sandbox.exportTar('/tmp', { compression: 'zstd' })).toThrow(expect.objectContaining(refused));
    await expect(sandbox.importTar('/w', Buffer.from('28b52ffd00000000', 'hex'))).rejects.toMatchObject(refused);
  });

  it('leaves out mounts and sockets', async () => {
    const sandbox = await create();
    const listed = native(
      nativeDirectory(),
      'tar -t | grep "^./dev\\|^./proc"',
      await exported(sandbox, '/'),
    ).toString();
    expect(listed).toBe('./dev/\n./proc/\n');
  });

  it('frees the old files when its stream is cancelled, read to the end, or its sandbox is destroyed', async () => {
    const sandbox = await create({ files: { f: 'x'.repeat(1_000_000) } });
    const streams = Array.from({ length: 16 }, () => sandbox.exportTar('.'));
    expect(() => sandbox.exportTar('.')).toThrow(expect.objectContaining({ code: 'E_LIMIT_EXPORTS' }));
    await streams.pop()?.cancel();
    await collect(streams.pop()!);
    const reader = streams.pop()!.getReader();
    await reader.read();
    await reader.cancel();
    for (let i = 0; i < 3; i++) streams.push(sandbox.exportTar('.'));
    expect(() => sandbox.exportTar('.')).toThrow('16 archives are being exported');
    sandbox.destroy();
    await expect(collect(streams[0]!)).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });

  it('says what is wrong with its arguments', async () => {
    const sandbox = await create();
    expect(() => sandbox.exportTar('/nowhere')).toThrow("ENOENT: no such file or directory, exportTar '/nowhere'");
    expect(() => sandbox.exportTar('/', { compression: 'xz' as 'gzip' })).toThrow(
      "option 'compression' must be 'gzip' or 'zstd'",
    );
    await expect(sandbox.importTar('/', 'text' as unknown as Uint8Array)).rejects.toThrow(
      "option 'source' must be a Uint8Array",
    );
    await expect(sandbox.importTar('/', new Uint8Array(), { stripComponents: -1 })).rejects.toThrow('stripComponents');
    await expect(sandbox.importTar('/etc/passwd', new Uint8Array(1024))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(sandbox.importTar('/etc/passwd/x', new Uint8Array(1024))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(sandbox.importTar('/proc', new Uint8Array(1024))).rejects.toMatchObject({ code: 'EXDEV' });
    await sandbox.importTar('new/and/deep', new Uint8Array(1024));
    expect(sandbox.stat('new/and/deep').uid).toBe(1000);
  });
});
