// The public types of the option `network`.

/**
 * Names hosts, and optionally scheme, port and path: `api.example.com`, `*.example.org:8443`, `https://host/path/`,
 * `tcp://db.internal:5432`.
 */
export type NetworkPattern = string;

/** Settings for the requests that `match` names. A rule also allows these requests. */
export interface NetworkRule {
  /** The requests that the rule applies to. */
  match: NetworkPattern;
  /** HTTP methods that are allowed, in place of {@link NetworkOptions.methods}. */
  methods?: string[];
  /** Changes that the gate makes to these requests. */
  transform?: {
    /**
     * Headers that the gate sets, in place of those that the guest sends. The guest never sees their values: the gate blots them out in
     * answers. A pattern without a scheme sets them in HTTPS requests only.
     */
    headers?: Record<string, string>;
  };
  /**
   * Lets requests upgrade to WebSocket. The gate then counts the bytes of both directions, but does not inspect them. Not possible for
   * hosts for which a rule sets headers, nor together with `record`.
   */
  websocket?: boolean;
}

/** How much a sandbox may use of the network during its whole life. Past that it is cut off. */
export interface NetworkBudget {
  /** The number of HTTP requests, and of connections of `tcp://` patterns. */
  requests?: number;
  /** Bytes that the guest sends, including the heads of its requests. */
  sentBytes?: number;
  /** Bytes that the guest receives, including the heads of answers. */
  receivedBytes?: number;
  /** Milliseconds during which requests or connections are under way. Several at the same time count once. */
  timeMs?: number;
  /** Requests and connections under way at the same time. */
  concurrency?: number;
}

/** The possible results of {@link NetworkOptions.onRequest}. */
export type RequestDecision = undefined | { action: 'deny'; reason?: string } | Request | Response;

/** What a sandbox may reach outside of itself. Everything that is not allowed here is denied. */
export interface NetworkOptions {
  /**
   * Hosts that guests may reach. A plain host allows HTTP and HTTPS at their usual ports, unless the pattern has a port. `tcp://` allows
   * TCP.
   */
  allow?: NetworkPattern[];
  /**
   * Hosts that guests may never reach, even if `allow` or a rule names them. A pattern without a scheme or a port means all schemes or
   * ports.
   */
  deny?: NetworkPattern[];
  /** The first rule that matches a request applies. If no rule matches, `allow` decides. */
  rules?: NetworkRule[];
  /** HTTP methods that are allowed. Default: all except CONNECT and TRACE. */
  methods?: string[];
  /**
   * Address ranges such as `10.0.0.0/8`. Without `allow`, guests can reach public addresses only. `deny` also closes public ones. For the
   * metadata service of a cloud, `allow` must have exactly its address.
   */
  subnets?: { allow?: string[]; deny?: string[] };
  /** Addresses of names, as in /etc/hosts. An address that is not public also needs `subnets.allow`. */
  hosts?: Record<string, string>;
  /** Certificates in PEM that are trusted in addition to Node's. */
  ca?: string;
  /** Whether guests may skip the verification of certificates (`curl -k`). Default false. */
  insecure?: boolean;
  /** How much the sandbox may use in all. Default: no limit. */
  budget?: NetworkBudget;
  /**
   * Called with each HTTP request that the policy allows. Return `undefined` to let it pass, a Response to answer it, or a Request to send
   * that one instead, if the policy allows it. If the function throws, the request is denied. After the function has read more than 1 MiB
   * of a body, it can only answer or deny.
   */
  onRequest?: (request: Request) => RequestDecision | Promise<RequestDecision>;
  /**
   * A file on the host to which each request and its answer is appended, as a line of JSON. If the file can no longer be written, requests
   * are refused.
   */
  record?: string;
  /** A file that `record` has written. Requests are answered from it, without any connection. */
  replay?: string;
  /** Connects through the proxy that the host's environment names (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). */
  proxy?: boolean;
}

/** The option `network`. */
export type NetworkSetting = 'deny-all' | 'allow-all' | NetworkOptions;

/** Why the gate denied a request, or could not carry it out. No call rejects with these: audit events have them, and guests. */
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
  /** Distinguishes this from other kinds of audit events. */
  type: 'network';
  /**
   * What the guest asked for: the address of a name, a connection, TLS on it, or an HTTP request. `budget`: the gate ended a connection.
   * `record`: the recording is incomplete.
   */
  action: 'resolve' | 'connect' | 'tls' | 'request' | 'budget' | 'record';
  /** Whether the gate allowed it. */
  allowed: boolean;
  /** The name, or the address if the guest used one. */
  host?: string;
  /** The port. */
  port?: number;
  /** The address that the gate connected to, or refused to connect to. */
  address?: string;
  /** The HTTP method of a request. */
  method?: string;
  /** The URL as the guest wrote it, at most 2048 characters. */
  url?: string;
  /** Why the gate denied it. */
  code?: NetworkErrorCode;
  /** The reason in words, with the name of the option. */
  reason?: string;
}
