// A web server's access log of a given size, the same on every machine. As a program: access-log.mjs MEGABYTES > FILE

import { fileURLToPath } from 'node:url';

const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD'];
const STATUSES = [200, 200, 200, 200, 200, 200, 301, 304, 400, 403, 404, 404, 500, 503];
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
  'curl/7.88.1',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'Lector/1.0 (naïve café; 日本語)',
];
const SECTIONS = ['index', 'api/users', 'api/orders', 'static/css', 'static/img', 'blog', 'search', 'login', 'admin'];

// Marsaglia's xorshift: no generator of the platform, whose sequence may change.
function generator(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Whole lines, together at most `bytes` long. */
export function accessLog(bytes) {
  const random = generator(20_240_501);
  const pick = (list) => list[random(list.length)];
  const two = (number) => String(number).padStart(2, '0');
  const chunks = [];
  let length = 0;
  for (let second = 0; ; second += random(3)) {
    const address = `10.${random(4)}.${random(16)}.${random(256)}`;
    const day = two(1 + (Math.floor(second / 86_400) % 28));
    const time = `${two(Math.floor(second / 3600) % 24)}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
    const path = `/${pick(SECTIONS)}/${random(500)}${random(3) === 0 ? `?q=${random(1000).toString(36)}` : ''}`;
    const line = Buffer.from(
      `${address} - - [${day}/May/2024:${time} +0000] "${pick(METHODS)} ${path} HTTP/1.1" ${pick(STATUSES)} ${random(60_000)} "-" "${pick(AGENTS)}"\n`,
    );
    if (length + line.length > bytes) return Buffer.concat(chunks);
    chunks.push(line);
    length += line.length;
  }
}

/** Bytes of every value, in no order, without a pattern that compresses. */
export function binaryData(bytes) {
  const random = generator(77);
  const data = Buffer.alloc(bytes);
  for (let i = 0; i < bytes; i++) data[i] = random(65_536) >> 8;
  return data;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(accessLog(Number(process.argv[2] ?? 25) * 1_000_000));
}
