export function pythonPaths(): string[];
export function pythonHash(): string;
export function pyodideVersion(): string;
export function python(shell: () => Promise<string>): Promise<string>;
export function filesUnder(directory: string, below?: string): string[];
