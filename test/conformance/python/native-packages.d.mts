export function nativePackages(): Promise<{ program?: string; packages?: string; missing?: string }>;
