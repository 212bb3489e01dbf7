// The option `network` and what is said about its use: the public types.

/** Which hosts, and what of them: `api.example.com`, `*.example.org:8443`, `https://host/path/`, `tcp://db.internal:5432`. */
export type NetworkPattern = string;

/** What holds for the requests that `match` names. It allows them, too. */
export interface NetworkRule {
  /** The requests that it is about. */
  match: NetworkPattern;
  /** HTTP methods that are allowed, instead of those of {@link NetworkOptions.methods}. */
  methods?: string[];
  /** What the gate changes in them. */
  transform?: {
    /**
     * Headers that are put in at the gate, in the place of those the guest sends: it never sees them, and what an answer says of them is
     * made unreadable. A pattern without a scheme puts them into https only.
     */
    headers?: Record<string, string>;
  };
  /**
   * Requests to upgrade to WebSocket pass as well, and then what is sent both ways, unseen but counted. Not for hosts of which a rule
   * puts headers in, nor when it is recorded.
   */
  websocket?: boolean;
}

/** What a sandbox may use before it is cut off: the whole of it, while it lives. */
export interface NetworkBudget {
  /** HTTP requests, and connections of `tcp://` patterns. */
  requests?: number;
  /** Bytes that the guest sends, with the heads of its requests. */
  sentBytes?: number;
  /** Bytes that the guest receives, with the heads of answers. */
  receivedBytes?: number;
  /** Milliseconds in which a request or a connection is under way; two at a time count once. */
  timeMs?: number;
  /** Requests and connections under way at one time. */
  concurrency?: number;
}

/** What {@link NetworkOptions.onRequest} may give back. */
export type RequestDecision = undefined | { action: 'deny'; reason?: string } | Request | Response;

/** What a sandbox may reach outside of itself. What is not allowed here is denied. */
export interface NetworkOptions {
  /** Hosts that may be reached by HTTP and HTTPS, at their usual ports unless the pattern has one; by TCP where it begins with `tcp://`. */
  allow?: NetworkPattern[];
  /** Never reached, whatever allows them. A pattern without a scheme or a port means all of them. */
  deny?: NetworkPattern[];
  /** The first rule that matches a request is the one that holds; where none does, `allow` decides. */
  rules?: NetworkRule[];
  /** HTTP methods that are allowed. Default: all but CONNECT and TRACE. */
  methods?: string[];
  /**
   * Addresses, as `10.0.0.0/8`. Only public ones can be reached unless `allow` has them; `deny` closes public ones as well. A metadata
   * service of a cloud is opened only by an entry of exactly its address.
   */
  subnets?: { allow?: string[]; deny?: string[] };
  /** Names and their addresses, as in /etc/hosts. Such an address needs `subnets.allow` when it is not public. */
  hosts?: Record<string, string>;
  /** Certificates in PEM that are trusted beside those Node trusts. */
  ca?: string;
  /** Guests may ask that certificates are not verified (`curl -k`). Default false. */
  insecure?: boolean;
  /** What the sandbox may use in all. Default: no bounds. */
  budget?: NetworkBudget;
  /**
   * Called with each HTTP request that the policy allows. `undefined` lets it pass, a Response answers it, a Request is sent in its place
   * if the policy allows that one. An error denies it. What it reads of a body beyond a mebibyte can only be answered or denied.
   */
  onRequest?: (request: Request) => RequestDecision | Promise<RequestDecision>;
  /** File of the host to which each request and its answer is added, as a line of JSON. When it cannot be any more, requests are refused. */
  record?: string;
  /** File that `record` has made: requests are answered from it, and nothing is connected to. */
  replay?: string;
  /** Connections go through the proxy that the host's environment names (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). */
  proxy?: boolean;
}

/** The option `network`. */
export type NetworkSetting = 'deny-all' | 'allow-all' | NetworkOptions;

/** Why the gate has said no, or could not do what was asked. No call rejects with these: audit events have them, and guests. */
export type NetworkErrorCode =
  | 'E_NET_DENIED'
  | 'E_NET_ADDRESS'
  | 'E_NET_UNKNOWN_HOST'
  | 'E_NET_MALFORMED'
  | 'E_NET_TLS'
  | 'E_NET_UNREACHABLE'
  | 'E_NET_TIMEOUT'
  | 'E_NET_REPLAY'
  | 'E_NET_RECORD'
  | 'E_NET_REQUESTS'
  | 'E_NET_SENT_BYTES'
  | 'E_NET_RECEIVED_BYTES'
  | 'E_NET_TIME'
  | 'E_NET_CONCURRENCY'
  | 'E_NET_MEMORY';

/** A decision of the gate. */
export interface NetworkAuditEvent {
  /** Tells it from other kinds of audit events. */
  type: 'network';
  /** What was asked for: a name's address, a connection, TLS on it, an HTTP request; `budget`: what is under way was ended; `record`: what has happened is not in the file. */
  action: 'resolve' | 'connect' | 'tls' | 'request' | 'budget' | 'record';
  /** Whether it was done. */
  allowed: boolean;
  /** The name, or the address where the guest has used one. */
  host?: string;
  /** The port that was asked for. */
  port?: number;
  /** The address that was connected to, or was not to be. */
  address?: string;
  /** The HTTP method of a request. */
  method?: string;
  /** As the guest has asked for it: at most 2048 characters. */
  url?: string;
  /** Why it was not done. */
  code?: NetworkErrorCode;
  /** Why not, in words that name the option. */
  reason?: string;
}
