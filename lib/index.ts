// What users import.

export { SandboxError } from './errors.js';
export type { SandboxFs } from './fs.js';
export type { ForwardedPort } from './host/guest-servers.js';
export { type ForwardOptions, type HostLimits, Sandbox } from './host/sandbox.js';
export type { LimitName, LimitOptions, LimitPreset } from './limits.js';
export { MemoryStore } from './memory-store.js';
export type { ProvidedName, ProvidedStat, Provider, Tree, TreeFile } from './mounts/types.js';
export type {
  NetworkAuditEvent,
  NetworkBudget,
  NetworkErrorCode,
  NetworkOptions,
  NetworkPattern,
  NetworkRule,
  NetworkSetting,
  RequestDecision,
} from './network/types.js';
export type { PersistenceOptions } from './persistence-options.js';
export type {
  MimeBundle,
  Python,
  PythonError,
  PythonOutput,
  PythonResult,
  PythonRunOptions,
  PythonSession,
  PythonSessionOptions,
  PythonVariable,
} from './python-session.js';
export type { StateChange, StateObjects, StateStore } from './state-store.js';
export type { DirEntry, StatResult } from './stats.js';
export type { SandboxTemplate } from './template.js';
export type {
  Change,
  CommandHistory,
  Completion,
  Data,
  ErrorClass,
  ExitStatus,
  ExportOptions,
  ExportTarOptions,
  FileType,
  HistoryEntry,
  ImportOptions,
  ImportTarOptions,
  InputSource,
  Job,
  Jobs,
  Metrics,
  MountedFolder,
  MountedProvider,
  MountedTree,
  MountOptions,
  Overlay,
  Plan,
  PlannedCommand,
  PlannedRedirect,
  Process,
  ProvideOptions,
  RunOptions,
  RunResult,
  RunUsage,
  SandboxOptions,
  SecurityOptions,
  SnapshotId,
  SnapshotOptions,
  SpawnOptions,
  TarContents,
  TarSource,
  Waits,
} from './types.js';
