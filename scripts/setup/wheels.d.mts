export function wheelsAreMade(): boolean;
export function wheelsAreBuilt(): Promise<boolean>;
export function lockBuilt(): Promise<void>;
export function unlockedWheels(): Promise<string[]>;
export function wheels(python?: string, shell?: string): Promise<string>;
