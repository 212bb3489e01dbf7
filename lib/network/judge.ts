// Judges a request, of HTTP or to upgrade to WebSocket, in the form in which it would be sent.

import type { Rule } from './options.js';
import { formatUrl } from './pattern.js';
import type { Policy } from './policy.js';
import { type HttpOrigin, type Refusal, type RequestForm, readForm } from './request-form.js';
import { headerOf, type RequestHead } from './request-head.js';

interface Asked {
  /** The requested URL, for audits and logs. */
  readonly url: string;
}

/** The request passes. `form` is the part of it that is sent, `rule` the rule that applies. */
export interface Passed extends Asked {
  readonly form: RequestForm;
  readonly rule: Rule | undefined;
  readonly refusal?: undefined;
}

/** The request is not sent. Without a form it could not be sent at all. */
export interface Refused extends Asked {
  readonly form?: RequestForm;
  readonly refusal: Refusal;
}

export type Judged = Passed | Refused;

/** A request of HTTP. */
export function judgeRequest(head: RequestHead, origin: HttpOrigin, policy: Policy): Judged {
  return judge(head, origin, policy, false);
}

/** A request to upgrade to WebSocket. `isKept`: the sandbox's requests are recorded, or replayed. */
export function judgeUpgrade(head: RequestHead, origin: HttpOrigin, policy: Policy, isKept: boolean): Judged {
  const judged = judge(head, origin, policy, true);
  if (judged.refusal !== undefined) return judged;
  const refusal = refusedUpgrade(head, judged, isKept, policy.rulesWithHeaders(origin.host).length > 0);
  return refusal === undefined ? judged : { url: judged.url, form: judged.form, refusal };
}

function judge(head: RequestHead, origin: HttpOrigin, policy: Policy, upgrades: boolean): Judged {
  const form = readForm(head, origin, upgrades);
  if ('status' in form) return { url: formatUrl(origin, ''), refusal: form };
  const url = formatUrl(origin, form.target);
  const verdict = policy.judgeRequest({ ...origin, method: form.method, target: form.target });
  if (verdict.allowed) return { url, form, rule: verdict.rule };
  const { code, reason } = verdict;
  return { url, form, refusal: { status: 403, code, reason } };
}

const no = (reason: string): Refusal => ({ status: 501, code: 'E_NET_DENIED', reason });

function refusedUpgrade(
  head: RequestHead,
  { form, rule }: Passed,
  isKept: boolean,
  hasSecrets: boolean,
): Refusal | undefined {
  if (rule?.websocket !== true) return no('WebSocket connections pass only by a rule with websocket');
  // Frames may be compressed, and later answers on this connection are not HTTP.
  if (hasSecrets) return no('WebSocket connections do not pass where network.rules puts headers in');
  if (isKept) return no('WebSocket connections are not recorded');
  const isFit =
    form.method === 'GET' &&
    !form.hasBody &&
    headerOf(head, 'sec-websocket-key') !== undefined &&
    headerOf(head, 'sec-websocket-version') === '13';
  return isFit ? undefined : { status: 400, code: 'E_NET_MALFORMED', reason: 'this is no request of WebSocket' };
}
