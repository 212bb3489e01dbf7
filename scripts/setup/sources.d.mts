import type { Mirrors } from './mirrors.mjs';

export interface Source {
  package: string;
  version: string;
  orig: string;
  sha256: string;
}
export declare function fetchSource(
  step: string,
  source: Source,
  places?: { mirrors?: Mirrors; sources?: string },
): Promise<string>;
