// The option `network`, and what it decides.

import { describe, expect, it } from 'vitest';
import type { NetworkOptions, NetworkSetting } from '../../lib/api/network.js';
import { resolveNetwork } from '../../lib/network/options.js';
import { Policy } from '../../lib/network/policy.js';

const policy = (setting?: NetworkSetting) => new Policy(resolveNetwork(setting));

const said = (verdict: ReturnType<Policy['judgeName']>) => (verdict.allowed ? 'yes' : verdict.reason);

function request(from: Policy, method: string, url: string): string {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  const target = pathname + search;
  return said(
    from.judgeRequest({
      scheme,
      host: hostname,
      port: Number(port || (scheme === 'https' ? 443 : 80)),
      method,
      target,
    }),
  );
}

describe('options that are wrong', () => {
  const pem = '-----BEGIN CERTIFICATE-----\n';
  it.each<[unknown, string]>([
    ['deny', "option 'network' must be 'deny-all', 'allow-all' or an object such as { allow: ['example.com'] }"],
    [null, "option 'network' must be 'deny-all', 'allow-all' or an object such as { allow: ['example.com'] }"],
    [[], "option 'network' must be 'deny-all', 'allow-all' or an object such as { allow: ['example.com'] }"],
    [{ allowed: [] }, "option 'network.allowed' is not known: did you mean 'network.allow'?"],
    [{ allow: 'a.com' }, "option 'network.allow' must be an array"],
    [{ allow: [1] }, "option 'network.allow' must be an array of strings"],
    [
      { allow: ['a b'] },
      `option 'network.allow' has the pattern "a b": it has 'a b', which is no name or address of a host`,
    ],
    [{ allow: ['tcp://db'] }, `option 'network.allow' has the pattern "tcp://db": TCP has no usual port, it needs one`],
    [
      { deny: ['x://a'] },
      `option 'network.deny' has the pattern "x://a": it has the scheme 'x', not http, https or tcp`,
    ],
    [{ methods: ['get'] }, `option 'network.methods' has "get": not an HTTP method in capitals, or never allowed`],
    [
      { methods: ['CONNECT'] },
      `option 'network.methods' has "CONNECT": not an HTTP method in capitals, or never allowed`,
    ],
    [{ methods: ['TRACE'] }, `option 'network.methods' has "TRACE": not an HTTP method in capitals, or never allowed`],
    [{ rules: [{}] }, "option 'network.rules[0].match' must be a pattern"],
    [{ rules: [{ match: 'a.com', allow: 1 }] }, "option 'network.rules[0].allow' is not known"],
    [
      { rules: [{ match: 'a.com' }, { match: ':' }] },
      `option 'network.rules[1].match' has the pattern ":": it has the port '', not a number from 1 to 65535 or *`,
    ],
    [
      { rules: [{ match: 'tcp://a:1', methods: ['GET'] }] },
      "option 'network.rules[0]' is for TCP, which has no methods and no headers",
    ],
    [{ rules: [{ match: 'a', transform: { body: 1 } }] }, "option 'network.rules[0].transform.body' is not known"],
    [
      { rules: [{ match: 'a', transform: { headers: { 'a b': 'x' } } }] },
      `option 'network.rules[0].transform.headers' has "a b", which is no name of a header`,
    ],
    [
      { rules: [{ match: 'a', transform: { headers: { Host: 'x' } } }] },
      "option 'network.rules[0].transform.headers' has 'Host', which the gate sets itself",
    ],
    [
      { rules: [{ match: 'a', transform: { headers: { 'Transfer-Encoding': 'x' } } }] },
      "option 'network.rules[0].transform.headers' has 'Transfer-Encoding', which the gate sets itself",
    ],
    [
      { rules: [{ match: 'a', transform: { headers: { a: 'secret\r\nx: y' } } }] },
      "option 'network.rules[0].transform.headers' has a value for 'a' that no header can have",
    ],
    [
      { rules: [{ match: 'a', transform: { headers: { a: 'x\0' } } }] },
      "option 'network.rules[0].transform.headers' has a value for 'a' that no header can have",
    ],
    [
      { rules: [{ match: 'a', transform: { headers: { a: 'ключ' } } }] },
      "option 'network.rules[0].transform.headers' has a value for 'a' that no header can have",
    ],
    [
      { subnets: { allow: ['10.0.0.1/8'] } },
      `option 'network.subnets.allow' has "10.0.0.1/8", which is no subnet such as 10.0.0.0/8`,
    ],
    [{ subnets: { open: [] } }, "option 'network.subnets.open' is not known"],
    [{ hosts: { 'a b': '1.1.1.1' } }, `option 'network.hosts' has "a b", which is no name of a host`],
    [{ hosts: { '1.1.1.1': '1.1.1.1' } }, `option 'network.hosts' has "1.1.1.1", which is no name of a host`],
    [{ hosts: { a: '1.1' } }, "option 'network.hosts' must give 'a' an IPv4 or IPv6 address"],
    [{ ca: '/etc/ca.pem' }, "option 'network.ca' must be certificates in PEM"],
    [{ insecure: 1 }, "option 'network.insecure' must be true or false"],
    [{ budget: { bytes: 1 } }, "option 'network.budget.bytes' is not known"],
    [{ budget: { requests: -1 } }, "option 'network.budget.requests' must be a whole number, at least 0"],
    [{ budget: { timeMs: 1.5 } }, "option 'network.budget.timeMs' must be a whole number, at least 0"],
    [{ onRequest: {} }, "option 'network.onRequest' must be a function"],
    [{ record: '' }, "option 'network.record' must be the path of a file"],
    [{ replay: 'a\0' }, "option 'network.replay' must be the path of a file"],
    [{ record: 'a', replay: 'a' }, "option 'network.record' and 'network.replay' exclude each other"],
    [{ proxy: 'http://x' }, "option 'network.proxy' must be true or false"],
  ])('%j', (given, message) => {
    expect(() => resolveNetwork(given as NetworkSetting)).toThrow(
      expect.objectContaining({ message, code: 'E_INVALID_OPTION' }),
    );
  });

  it('do not say a secret', () => {
    const headers = { authorization: 'hunter2\n' };
    expect(() => resolveNetwork({ rules: [{ match: 'a', transform: { headers } }] })).not.toThrow(/hunter2/);
    expect(() => resolveNetwork({ rules: [{ match: 'a', transform: { headers } }] })).toThrow('authorization');
  });

  it('are none when they are as documented', () => {
    const options: NetworkOptions = {
      allow: ['api.example.com', '*.example.org:8443', 'https://host/path/', 'tcp://db.internal:5432'],
      deny: ['evil.example.org'],
      rules: [{ match: 'https://x/', methods: ['GET'], transform: { headers: { authorization: 'Bearer x' } } }],
      methods: ['GET', 'M-SEARCH'],
      subnets: { allow: ['10.0.0.0/8'], deny: ['8.8.8.8'] },
      hosts: { 'api.test': '127.0.0.1', six: '::1' },
      ca: pem,
      insecure: true,
      budget: { requests: 1, sentBytes: 0, receivedBytes: 1, timeMs: 1, concurrency: 1 },
      onRequest: () => undefined,
      record: '/tmp/x',
      proxy: true,
    };
    expect(resolveNetwork(options)).toMatchObject({ insecure: true, proxy: true, ca: pem, record: '/tmp/x' });
  });
});

describe('decisions', () => {
  it('deny all by default', () => {
    const denied = 'the network is denied (option network)';
    for (const none of [policy(), policy('deny-all'), policy({})]) {
      expect(said(none.judgeName('a.com'))).toBe(denied);
      expect(said(none.judgeConnection('a.com', 443))).toBe(denied);
      expect(request(none, 'GET', 'https://a.com/')).toBe(denied);
    }
  });

  it('allow HTTP to all names with allow-all, but neither TCP nor what is not public', () => {
    const all = policy('allow-all');
    expect(request(all, 'DELETE', 'http://a.com:81/')).toBe('yes');
    expect(said(all.judgeOrigin({ scheme: 'tcp', host: 'a.com', port: 25 }))).toContain('nothing in network.allow');
    expect(said(all.judgeAddress('8.8.8.8'))).toBe('yes');
    expect(said(all.judgeAddress('10.0.0.1'))).toBe(
      '10.0.0.1 is not public (private), and not in network.subnets.allow',
    );
  });

  it('let deny come first', () => {
    const some = policy({ allow: ['*.a.com'], deny: ['x.a.com', 'https://y.a.com/private/'] });
    expect(request(some, 'GET', 'https://b.a.com/')).toBe('yes');
    expect(request(some, 'GET', 'https://x.a.com/')).toBe("network.deny has 'x.a.com'");
    expect(said(some.judgeConnection('x.a.com', 443))).toBe("network.deny has 'x.a.com'");
    expect(said(some.judgeConnection('y.a.com', 443))).toBe('yes');
    expect(request(some, 'GET', 'https://y.a.com/public/')).toBe('yes');
    expect(request(some, 'GET', 'https://y.a.com/private/x')).toBe("network.deny has 'https://y.a.com/private/'");
    expect(request(some, 'GET', 'https://y.a.com/%70rivate/x')).toBe("network.deny has 'https://y.a.com/private/'");
  });

  it('take the methods of the first rule that matches', () => {
    const some = policy({
      methods: ['GET', 'POST'],
      allow: ['a.com'],
      rules: [
        { match: 'https://a.com/admin/', methods: ['GET'] },
        { match: 'https://a.com/admin/', methods: ['DELETE'] },
        { match: 'https://b.com/' },
      ],
    });
    expect(request(some, 'GET', 'https://a.com/admin/')).toBe('yes');
    expect(request(some, 'POST', 'https://a.com/admin/')).toBe('network.rules[0].methods does not have POST');
    expect(request(some, 'DELETE', 'https://a.com/admin/')).toBe('network.rules[0].methods does not have DELETE');
    expect(request(some, 'POST', 'https://a.com/')).toBe('yes');
    expect(request(some, 'PUT', 'https://a.com/')).toBe('network.methods does not have PUT');
    expect(request(some, 'PUT', 'https://b.com/')).toBe('network.methods does not have PUT');
  });

  it.each(['CONNECT', 'TRACE', 'TRACK'])('never allow %s', (method) =>
    expect(request(policy('allow-all'), method, 'https://a.com/')).toBe(`${method} is never allowed`),
  );

  it('say which address is not allowed and why', () => {
    const some = policy({
      subnets: { allow: ['127.0.0.0/8', '169.254.0.0/16', 'fd00::/8'], deny: ['127.6.6.6', '8.8.0.0/16'] },
    });
    expect(said(some.judgeAddress('127.0.0.1'))).toBe('yes');
    expect(said(some.judgeAddress('::ffff:127.0.0.1'))).toBe('yes');
    expect(said(some.judgeAddress('127.6.6.6'))).toBe('127.6.6.6 is in network.subnets.deny');
    expect(said(some.judgeAddress('8.8.8.8'))).toBe('8.8.8.8 is in network.subnets.deny');
    expect(said(some.judgeAddress('64:ff9b::808:808'))).toBe('64:ff9b::808:808 is in network.subnets.deny');
    expect(said(some.judgeAddress('169.254.1.1'))).toBe('yes');
    expect(said(some.judgeAddress('169.254.169.254'))).toContain('metadata service');
    expect(said(some.judgeAddress('fd00:ec2::254'))).toContain('metadata service');
    expect(said(policy({ subnets: { allow: ['169.254.169.254'] } }).judgeAddress('169.254.169.254'))).toBe('yes');
  });

  it('take what is allowed later', () => {
    const some = policy('deny-all');
    some.allow(resolveNetwork({ allow: ['a.com'] }).allow);
    expect(request(some, 'GET', 'https://a.com/')).toBe('yes');
    expect(request(some, 'GET', 'https://b.com/')).toBe(
      'nothing in network.allow or network.rules matches https://b.com/',
    );
  });
});
