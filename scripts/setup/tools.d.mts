export function toolsPaths(): string[];
export function toolsHash(): string;
export function tools(): Promise<string>;
