export declare const root: string;
export declare const build: string;
export declare const cache: string;
