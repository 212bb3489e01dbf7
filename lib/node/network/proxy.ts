// Connects through the proxy of the host's environment, with a tunnel for each connection.

import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { ECONNREFUSED } from '../../abi/generated/errno.js';
import { bracketed } from '../../network/host-name.js';
import { DialError } from './dial-error.js';

/** What a tunnel needs to know of its connection. */
export interface TunnelOptions {
  readonly timeoutMs: number;
  /** Has the connection from before it is made, so that it can be closed. */
  readonly track: (socket: Socket) => void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `undefined`: the connection needs no proxy. */
export function proxyFor(host: string, port: number, environment: Environment): URL | undefined {
  const get = (name: string): string => environment[name.toLowerCase()] || environment[name] || '';
  if (isExcepted(host, port, get('NO_PROXY'))) return undefined;
  const text = get(port === 80 ? 'HTTP_PROXY' : 'HTTPS_PROXY') || get('ALL_PROXY');
  if (text === '') return undefined;
  try {
    const url = new URL(/^[a-z][a-z0-9]*:\/\//i.test(text) ? text : `http://${text}`);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}

function isExcepted(host: string, port: number, list: string): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    const [, name, only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())!;
    if (entry === '*') return true;
    if (name === '' || (only !== undefined && Number(only) !== port)) return false;
    return host === name || host.endsWith(`.${name}`);
  });
}

/** The socket of a tunnel to that destination. */
export function connectThrough(proxy: URL, host: string, port: number, options: TunnelOptions): Promise<Socket> {
  const { username, password } = proxy;
  const userinfo = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authority = `${bracketed(host)}:${port}`;
  return new Promise((resolve, reject) => {
    const fail = (why: string): void =>
      reject(new DialError(ECONNREFUSED, 'E_NET_UNREACHABLE', `the host's proxy: ${why}`));
    const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: authority,
      headers: {
        host: authority,
        ...(username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(userinfo).toString('base64')}` }),
      },
      agent: false,
      timeout: options.timeoutMs,
    });
    request.once('socket', options.track);
    request.once('timeout', () => request.destroy(new Error('timed out')));
    request.once('error', ({ message }) => fail(message));
    request.once('response', (response) => {
      response.destroy();
      fail(`status ${response.statusCode}`);
    });
    request.once('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        fail(`status ${statusCode}`);
        return;
      }
      socket.setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      resolve(socket as Socket);
    });
    request.end();
  });
}
