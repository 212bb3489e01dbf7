export function buildEnvironment(more?: Record<string, string>): Record<string, string>;
