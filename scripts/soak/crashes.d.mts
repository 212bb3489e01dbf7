export function crashSite(
  key: string | undefined,
): Promise<{ round(afterMs: number): Promise<void>; states(): number; remove(): Promise<void> }>;
