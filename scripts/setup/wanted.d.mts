import type { Plan } from 'wasmsand';

export declare function namesIn(text: string): string[];

type Planner = (text: string) => Promise<Plan>;
export declare function programsIn(
  text: string,
  plan: Planner,
  isProgram: (name: string) => boolean,
): Promise<Set<string> | undefined>;
export declare function programsOfScript(
  bytes: Buffer,
  plan: Planner,
  isProgram: (name: string) => boolean,
): Promise<string[]>;
