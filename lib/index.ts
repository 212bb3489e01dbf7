// What users import.

export { SandboxError } from './errors.js';
export type { SandboxFs } from './fs.js';
export { Sandbox } from './sandbox.js';
export type { DirEntry, StatResult } from './stats.js';
export type {
  Data,
  ErrorClass,
  ExitStatus,
  FileType,
  InputSource,
  Metrics,
  Process,
  RunOptions,
  RunResult,
  RunUsage,
  SandboxOptions,
  SpawnOptions,
} from './types.js';
