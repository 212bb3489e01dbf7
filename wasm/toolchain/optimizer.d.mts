export function optimise(input: string, output: string, args: string[]): Promise<void>;
