export declare const cache: string;
