export interface Patience {
  pausesMs: number[];
  stallSeconds: number;
  indexMs: number;
  downloadMs: (size: number) => number;
}
export declare class Mirrors {
  constructor(directory: string, options?: { type?: 'deb' | 'deb-src'; lists?: string[]; patience?: Patience });
}
