export function buildEnvironment(more?: NodeJS.ProcessEnv): Record<string, string>;
export function clientEnvironment(more?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
