export interface BuiltLock {
  toolchain?: Record<string, string>;
  built: Record<string, { inputs: string; sha256: string }>;
}
export function verifyBuilt(wheel: string, inputs: string, directory: string, lock?: BuiltLock): void;
export function staleBuilt(inputs: Map<string, string>, lock?: BuiltLock): string[];
export function lockOfBuilt(built: Map<string, { inputs: string; directory: string }>): BuiltLock;
