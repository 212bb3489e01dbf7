// Makes the headers of the request that is sent: the guest's, with those of the rule in their place.

import type { Rule } from './options.js';
import type { HttpOrigin } from './request-form.js';

/** Methods for which some servers ignore a body. */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/**
 * Whether the connection must be closed after that request: a server that ignores the body would read it as the next request, which was not
 * judged.
 */
export function endsConnection(method: string, hasBody: boolean): boolean {
  return hasBody && bodiless.has(method);
}

/** `hasSecrets`: the answer is searched for secrets, so it must come complete and not compressed. */
export function sentHeaders(
  headers: string[],
  { scheme }: HttpOrigin,
  rule: Rule | undefined,
  hasSecrets: boolean,
): string[] {
  // A pattern without a scheme may also match plain HTTP, where no secret may be sent.
  const put = rule !== undefined && (rule.match.scheme ?? 'https') === scheme ? rule.headers : [];
  if (put.length === 0 && !hasSecrets) return headers;
  const replaced = new Set(put.map(([name]) => name.toLowerCase()));
  if (hasSecrets) for (const name of ['accept-encoding', 'range', 'if-range']) replaced.add(name);
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    if (!replaced.has(headers[at]!.toLowerCase())) kept.push(headers[at]!, headers[at + 1]!);
  }
  kept.push(...put.flat());
  if (hasSecrets) kept.push('Accept-Encoding', 'identity');
  return kept;
}
