export interface PublicMethod {
  /** Whether it returns a promise. */
  promises: boolean;
  throws: string[];
  examples: string[];
  isDescribed: boolean;
}
export function codesIn(text: string): string[];
export function publicMethods(): Map<string, PublicMethod>;
