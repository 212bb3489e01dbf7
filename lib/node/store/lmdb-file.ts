// What is looked at of a file of LMDB's before it is mapped into memory: a page that is not there would end the process.

import { closeSync, fstatSync, ftruncateSync, openSync, readSync, statSync } from 'node:fs';

/** Of a meta page (lmdb.h, mdb.c: MDB_page, MDB_meta). */
const place = { magic: 24, pageSize: 48, lastPage: 144, length: 160 } as const;
const magic = 0xbeefc0de;
const pageSizes = [4096, 8192, 16_384, 32_768, 65_536];

/** Whether there is none yet; an empty one is of a process that was killed as it made it. */
export function isMissing(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/**
 * Whether that is a database, as far as its first two pages say. A file that ends too soon is
 * filled up with zeros, which are no page: LMDB says so when it meets one. It may be that none is needed.
 */
export function isDatabase(path: string): boolean {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const first = new DataView(new ArrayBuffer(place.length));
    readSync(file, first, 0, place.length, 0);
    const pageSize = first.getUint32(place.pageSize, true);
    if (!pageSizes.includes(pageSize)) return false;
    const second = new DataView(new ArrayBuffer(place.length));
    readSync(file, second, 0, place.length, pageSize);
    const metas = [first, second];
    if (!metas.every((meta) => meta.getUint32(place.magic, true) === magic)) return false;
    const pages = Math.max(...metas.map((meta) => Number(meta.getBigUint64(place.lastPage, true)))) + 1;
    if (pages > size) return false;
    if (size < pages * pageSize) ftruncateSync(file, pages * pageSize);
    return true;
  } finally {
    closeSync(file);
  }
}
