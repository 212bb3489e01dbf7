// What users import.

export type {
  CommandHistory,
  Completion,
  ErrorClass,
  ExecOptions,
  ExitStatus,
  HistoryEntry,
  Job,
  Jobs,
  OutputChunk,
  Plan,
  PlannedCommand,
  PlannedRedirect,
  Process,
  ProcessEntry,
  ProcessOutput,
  RunOptions,
  RunResult,
  RunUsage,
  SpawnOptions,
  Terminal,
  TerminalOptions,
  TerminalSettings,
} from './api/commands.js';
export type { Data, InputSource } from './api/data.js';
export type { EditResult, PatchedFile, PatchOptions, PatchResult, TextEdit, ViewOptions } from './api/edits.js';
export type { PolicyErrorCode, SandboxErrorCode, SystemErrorCode } from './api/error-codes.js';
export { SandboxError } from './api/errors.js';
export type { LimitName } from './api/limit-table.js';
export type { LimitOptions, LimitPreset } from './api/limits.js';
export type { ProvidedName, ProvidedStat, Provider, Tree, TreeFile } from './api/mounts.js';
export type {
  NetworkAuditEvent,
  NetworkBudget,
  NetworkErrorCode,
  NetworkOptions,
  NetworkPattern,
  NetworkRule,
  NetworkSetting,
  RequestDecision,
} from './api/network.js';
export type { PersistenceOptions } from './api/persistence.js';
export type {
  FilePiece,
  FileRange,
  ReadDirOptions,
  ReadFileOptions,
  StatFs,
  WriteStreamOptions,
} from './api/pieces.js';
export type {
  MimeBundle,
  PythonError,
  PythonOutput,
  PythonResult,
  PythonRunOptions,
  PythonSession,
  PythonSessionOptions,
  PythonVariable,
} from './api/python.js';
export type { AuditEvent, SandboxTemplate, SecurityOptions } from './api/sandbox-options.js';
export type { FindOptions, FoundFile, FoundLine, GrepOptions, SearchOptions } from './api/search.js';
export type { StateChange, StateObjects, StateStore } from './api/state-store.js';
export type {
  Change,
  ExportOptions,
  ExportTarOptions,
  FileType,
  ImportOptions,
  ImportTarOptions,
  Metrics,
  MountedFolder,
  MountedProvider,
  MountedTree,
  MountOptions,
  Overlay,
  ProvideOptions,
  SnapshotId,
  SnapshotOptions,
  TarContents,
  TarSource,
  Waits,
} from './api/types.js';
export type { FileChange, WatchOptions } from './api/watching.js';
export type { Dir } from './files/dir.js';
export type { FileHandle } from './files/file-handle.js';
export type { SandboxFs } from './files/fs.js';
export type { GlobOptions } from './files/glob.js';
export type { DirEntry, StatResult } from './files/stats.js';
export type { ForwardedPort } from './node/guest-servers.js';
export { type ForwardOptions, type HostLimits, Sandbox, type SandboxOptions } from './node/sandbox.js';
export { MemoryStore } from './persistence/memory-store.js';
export type { Python } from './python/python-session.js';
