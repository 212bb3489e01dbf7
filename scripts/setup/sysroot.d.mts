export const installedSysroot: string;
export function sysroot(): Promise<void>;
