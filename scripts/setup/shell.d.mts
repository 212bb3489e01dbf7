export function shellHash(): string;
export function shell(): Promise<string>;
