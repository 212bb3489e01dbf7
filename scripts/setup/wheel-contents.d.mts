export declare function withoutNames(module: Buffer): Buffer;
