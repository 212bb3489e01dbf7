// Environment variables as processes have them: NAME=value.

export function toAssignments(variables: Iterable<readonly [string, string]>): string[] {
  return Array.from(variables, ([name, value]) => `${name}=${value}`);
}

/** The name is empty if there is none. */
export function fromAssignment(assignment: string): [name: string, value: string] {
  const equals = assignment.indexOf('=');
  return [assignment.slice(0, Math.max(equals, 0)), assignment.slice(equals + 1)];
}
