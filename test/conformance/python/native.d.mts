export declare function nativePython(address?: string): Promise<{ program?: string; root?: string; missing?: string }>;
