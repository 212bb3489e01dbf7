export interface Revision {
  source?: string;
  sha256: string;
  programs: Record<string, string>;
}
export interface Lock {
  toolchain?: Record<string, string>;
  products: Record<string, { inputs: string; revisions: Revision[] }>;
}

export function toolchain(): Record<string, string>;
export function digestOf(directory: string): { sha256: string; programs: Record<string, string> };
export function recordProduct(directory: string, inputs: string, source?: string): void;
export function isIntact(directory: string): boolean;
export function compareProduct(name: string, directory: string, lock?: Lock): string;
export function lockOf(places: Map<string, string>, before: Lock): Lock;
