// The environment of a session's processes, bounded as the arguments of a process are.

import { fromAssignment, toAssignments } from '../text/environment.js';
import { encode } from '../text/text.js';

/** As exec accepts it. */
const variableBytes = 128 * 1024;
const pointerBytes = 4;
const argumentRoom = 4096;

/** How much of the room for arguments and environment `text` takes. */
const costOf = (text: string): number => encode(text).length + 1 + pointerBytes;

/** Whether a process can be started with these arguments and variables. Reads no more variables than fit. */
export function haveRoom(
  first: Map<string, string>,
  others: Map<string, string>,
  argv: readonly string[],
  bytes: number,
): boolean {
  let room = argv.reduce((left, argument) => left - costOf(argument), bytes - argumentRoom);
  for (const variables of [first, others]) {
    for (const [name, value] of variables) {
      if (variables === others && first.has(name)) continue;
      const cost = costOf(`${name}=${value}`);
      room -= cost;
      if (room < 0 || cost - pointerBytes >= variableBytes) return false;
    }
  }
  return true;
}

/** The variables that fit into a process, and the rest: a command line may have exported more than that. */
export function split(environment: string[], bytes: number): { fitting: string[]; left: [string, string][] } {
  const fitting: string[] = [];
  const left: [string, string][] = [];
  let room = bytes - argumentRoom;
  for (const variable of environment) {
    const cost = costOf(variable);
    if (cost - pointerBytes < variableBytes && cost <= room) {
      fitting.push(variable);
      room -= cost;
    } else {
      left.push(fromAssignment(variable));
    }
  }
  return { fitting, left };
}

/** As `NAME=value`. */
export function listed(variables: Map<string, string>, cwd: string, added: Record<string, string> = {}): string[] {
  return toAssignments(new Map([...variables, ['PWD', cwd], ...Object.entries(added)]));
}
