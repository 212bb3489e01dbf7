export declare function buildAll(
  names: string[],
  build?: (name: string) => Promise<unknown>,
): Promise<Map<string, string>>;
export declare function loadParts(): Promise<Map<string, string[]>>;
export declare function unbuilt(names: string[]): Promise<string[]>;
