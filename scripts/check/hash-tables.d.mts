export function templateArguments(text: string, begin: number): string[];
export function faultsOf(text: string): { line: number; reason: string }[];
