export declare class StepFailed extends Error {
  readonly reason: string;
  constructor(message: string, reason?: string);
}
