export declare function buildAll(
  names: string[],
  build?: (name: string) => Promise<unknown>,
): Promise<Map<string, string>>;
