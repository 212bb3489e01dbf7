export interface EventLoopFigures {
  stallMs: number;
  besideMs: number;
  turns: number;
}
export function watchEventLoop(each?: () => void): Promise<() => Promise<EventLoopFigures>>;
