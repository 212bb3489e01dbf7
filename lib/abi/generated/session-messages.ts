// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// What the host and the session shell say to each other. Numbers are little-endian; text is a length and bytes; a request is its
// length and that many bytes; a reply is what one call of the shell sends. Both begin with the kind of the request.

import { MessageReader, MessageWriter } from '../message-bytes.js';

// In the place of the length of a list: there is none.
const absentList = 4294967295;

/** Of the entries there were, `dropped` are gone from the front; of the others the first `kept` stay; `added` follow. */
export interface HistoryChange {
  /** The number of the first entry. */
  first: number;
  dropped: number;
  kept: number;
  added: string[];
}

/** A background or stopped job of the session. */
export interface ReportedJob {
  number: number;
  command: string;
  pids: number[];
}

export interface RunRequest {
  clearHistory: boolean;
  command: string;
  /** Empty: where the session is. */
  cwd: string;
  /** Absent: the positional parameters stay as they are. */
  args: string[] | undefined;
  /** `NAME=value`, for this run only. */
  env: string[];
  /** `NAME=value`, exported from now on. */
  set: string[];
}

export interface RunReply {
  status: number;
  ended: boolean;
  cwd: string;
  /** What is exported, when that has changed. */
  environment: string[] | undefined;
  history: HistoryChange;
  jobs: ReportedJob[];
}

export interface CompleteRequest {
  cursor: number;
  line: string;
}

export interface CompleteReply {
  start: number;
  end: number;
  words: string[];
}

/** What a new shell begins with: the history. There is no reply. */
export interface RestoreRequest {
  first: number;
  commands: string[];
}

function readHistoryChange(reader: MessageReader): HistoryChange {
  const first = reader.number();
  const dropped = reader.number();
  const kept = reader.number();
  const added = reader.list(() => reader.text());
  return { first, dropped, kept, added };
}

function readReportedJob(reader: MessageReader): ReportedJob {
  const number = reader.number(1);
  const command = reader.text();
  const pids = reader.list(() => reader.number(1, 32768));
  return { number, command, pids };
}

export const encodeRunRequest = (message: RunRequest): Uint8Array =>
  new MessageWriter(1)
    .byte(message.clearHistory ? 1 : 0)
    .text(message.command)
    .text(message.cwd)
    .optionalTexts(message.args, absentList)
    .texts(message.env)
    .texts(message.set)
    .message();

export const encodeCompleteRequest = (message: CompleteRequest): Uint8Array =>
  new MessageWriter(2)
    .number(message.cursor)
    .text(message.line)
    .message();

export const encodeRestoreRequest = (message: RestoreRequest): Uint8Array =>
  new MessageWriter(3)
    .number(message.first)
    .texts(message.commands)
    .message();

// What follows gives `undefined` for what is no such reply.

export function decodeRunReply(bytes: Uint8Array): RunReply | undefined {
  const reader = new MessageReader(bytes, 1);
  const status = reader.number();
  const flags = reader.byte();
  const ended = (flags & 1) !== 0;
  const hasEnvironment = (flags & 2) !== 0;
  const cwd = reader.path();
  const environment = hasEnvironment ? reader.list(() => reader.path()) : undefined;
  const history = readHistoryChange(reader);
  const jobs = reader.list(() => readReportedJob(reader));
  return reader.finish({ status, ended, cwd, environment, history, jobs });
}

export function decodeCompleteReply(bytes: Uint8Array): CompleteReply | undefined {
  const reader = new MessageReader(bytes, 2);
  const start = reader.number();
  const end = reader.number();
  const words = reader.list(() => reader.text());
  return reader.finish({ start, end, words });
}
