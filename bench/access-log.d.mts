export function accessLog(bytes: number): Buffer;
export function binaryData(bytes: number): Buffer;
