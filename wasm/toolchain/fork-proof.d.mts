export interface WayToFork {
  functions: string[];
  throughPointers: Record<string, string[]>;
  guarded: string[];
}

export function proveDirect(bytes: Uint8Array): void;
export function proveList(bytes: Uint8Array, way: WayToFork): Set<string>;
export function proveInstrumented(bytes: Uint8Array, exempt: Set<string>): void;
