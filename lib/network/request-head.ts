// The head of a request, as the platform's parser returns it.

export interface RequestHead {
  readonly method?: string;
  /** The target, as it was sent. */
  readonly url?: string;
  readonly httpVersion: string;
  readonly httpVersionMajor: number;
  /** Names and values, one after the other, as they came. */
  readonly rawHeaders: readonly string[];
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The value of a header of which there is one. */
export function headerOf({ headers }: RequestHead, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}
