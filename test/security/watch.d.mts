export function watchEventLoop(
  each?: () => void,
): Promise<() => Promise<{ stallMs: number; besideMs: number; crowd: number }>>;
