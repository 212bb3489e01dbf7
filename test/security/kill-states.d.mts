import type { Sandbox, Waits } from 'wasmsand';

export const killStates: Record<
  string,
  { command: string; prepare?: (sandbox: Sandbox) => unknown; wait?: keyof Waits }
>;
