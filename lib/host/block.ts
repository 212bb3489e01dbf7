// The block of 32-bit integers through which a worker's JavaScript and C++ exchange arguments and results: a call without
// arguments is half as expensive as one with. native/binding/block.h names the same places.

export const Block = {
  result: 0,
  after: 1,
  restart: 2,
  arguments: 4,
  signal: 12,
  launchKind: 24,
  programLow: 25,
  programHigh: 26,
  maximumPages: 27,
  parentPages: 28,
  functionIndex: 29,
  functionArgument: 30,
  stackPointer: 31,
  asyncifyData: 32,
  throughClone: 33,
  minimumPages: 34,
  declaredPages: 35,
  engineBytes: 36,
  programShared: 37,
  renewable: 38,
  yields: 39,
  wasiFunction: 40,
  wasiArguments: 42,
  length: 64,
} as const;

/** What must happen after a call before guest code goes on. `exit` and `rest` are not seen here: the call throws. */
export const After = { resume: 0, signal: 2, exec: 3, blocked: 4 } as const;

export const LaunchKind = { start: 0, clone: 1, fork: 2, wake: 3 } as const;
