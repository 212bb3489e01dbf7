export function moduleReader(): Promise<string>;
