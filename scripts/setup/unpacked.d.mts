export function unpackedProgram(name: string): string;
