export function faultsOf(text: string): { line: number; code: string; reason: string }[];
export function complaintsOf(
  sources: [file: string, text: string][],
  exceptions: { file: string; code: string; reason: string }[],
): string[];
