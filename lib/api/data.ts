// Content that callers give: of files, and of standard input.

/** Bytes, or text that is written as UTF-8. */
export type Data = string | Uint8Array;

/** What can be fed to a process's standard input. */
export type InputSource = Data | ReadableStream<Data> | AsyncIterable<Data>;
