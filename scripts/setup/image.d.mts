export interface MissingPort {
  name: string;
  reason: string;
  paths: string[];
}
export declare function assemble(places: string[], missing: MissingPort[], output: string): void;
export declare function missingPorts(): MissingPort[];
