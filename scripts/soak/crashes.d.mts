export function crashSite(key: string | undefined): Promise<{
  round(moment: { states: number; afterMs: number }): Promise<void>;
  states(): number;
  remove(): Promise<void>;
}>;
