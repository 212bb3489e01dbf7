// The option `python`: where the sandbox's Python gets packages from, and which are installed from the beginning. It translates to other
// options: mounted folders, and variables that pip reads.

import { optionError, unknownOptionError } from '../api/errors.js';
import type { NetworkSetting } from '../api/network.js';
import type { PythonOptions } from '../api/sandbox-options.js';
import { resolveNetwork } from '../network/options.js';
import { defaultPorts } from '../network/pattern.js';
import { Policy } from '../network/policy.js';

/** Where python3 looks for wheels (wasm/python/lib/_wasmsand_wheels.py), each directory below a number. */
const wheelsDirectory = '/usr/share/python-wheels';
/** The prefix for the URL of Pyodide's distribution, which pip does not know as an index (wasm/python/lib/_wasmsand_distribution.py). */
const distribution = 'pyodide+';

export interface ResolvedPython {
  /** Folders of the host, read-only. */
  mounts: Record<string, string>;
  env: Record<string, string>;
  /** The packages that pip, or python3 itself, installs before the first command. */
  preload: readonly string[];
}

/** An index for pip. Throws when the option `network` does not allow it: naming an index opens nothing. */
function indexOf(place: string, policy: Policy): URL {
  const option = 'python.packages';
  if (!URL.canParse(place)) throw optionError(option, `has '${place}', which is no URL`);
  const url = new URL(place);
  if (url.username !== '' || url.password !== '') {
    throw optionError(
      option,
      "has a user or password, which programs could read: put headers in by option 'network.rules'",
    );
  }
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const verdict = policy.judgeOrigin({ scheme, host, port: Number(url.port || defaultPorts[scheme]) });
  if (!verdict.allowed)
    throw optionError(option, `has ${url.origin}, which option 'network' does not allow: ${verdict.reason}`);
  return url;
}

function listOf(value: unknown, option: string): string[] {
  const list = Array.isArray(value) ? value : [value];
  for (const item of list) {
    if (typeof item !== 'string' || item === '' || item.includes('\0')) {
      throw optionError(option, 'must be a string that is not empty, or an array of such');
    }
  }
  return list as string[];
}

/** Checks the option, with what `network` allows. */
export function resolvePython(given: PythonOptions | undefined, network: NetworkSetting | undefined): ResolvedPython {
  const resolved: ResolvedPython = { mounts: {}, env: {}, preload: [] };
  if (given === undefined) return resolved;
  if (typeof given !== 'object' || given === null) throw optionError('python', 'must be an object');
  const { packages, preload, ...others } = given;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw unknownOptionError('python.', unknown, ['packages', 'preload']);
  const indexes: URL[] = [];
  const distributions: URL[] = [];
  if (packages !== undefined) {
    const policy = new Policy(resolveNetwork(network));
    for (const place of listOf(packages, 'python.packages')) {
      if (/^[a-z][a-z0-9+.-]+:\/\//i.test(place)) {
        if (!/^(pyodide\+)?https?:/i.test(place))
          throw optionError('python.packages', 'must be directories, or URLs of http or https');
        if (place.startsWith(distribution)) distributions.push(indexOf(place.slice(distribution.length), policy));
        else indexes.push(indexOf(place, policy));
      } else resolved.mounts[`${wheelsDirectory}/${Object.keys(resolved.mounts).length}`] = place;
    }
    const [first, ...more] = indexes;
    if (first === undefined) resolved.env.PIP_NO_INDEX = '1';
    else resolved.env.PIP_INDEX_URL = first.href;
    if (more.length > 0) resolved.env.PIP_EXTRA_INDEX_URL = more.map(({ href }) => href).join(' ');
    const plain = [...indexes, ...distributions].filter(({ protocol }) => protocol === 'http:').map(({ host }) => host);
    if (plain.length > 0) resolved.env.PIP_TRUSTED_HOST = plain.join(' ');
    const links = [...Object.keys(resolved.mounts), ...distributions.map(({ href }) => `${distribution}${href}`)];
    if (links.length > 0) resolved.env.PIP_FIND_LINKS = links.join(' ');
  }
  if (preload !== undefined) {
    const names = listOf(preload, 'python.preload');
    const bad = names.find((name) => !/^[A-Za-z0-9][^\n\r]*$/.test(name));
    if (!Array.isArray(preload) || bad !== undefined) {
      throw optionError('python.preload', 'must be an array of requirements such as "numpy" or "requests>=2"');
    }
    resolved.preload = names;
  }
  return resolved;
}
