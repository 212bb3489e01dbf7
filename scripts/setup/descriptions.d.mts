import type { MissingPort } from './image.mjs';

export interface ListedEntry {
  path: string;
  type: string;
  mode?: number;
  size?: number;
  file?: string;
  target?: string;
}
export function productsText(places: string[]): string;
export function imageText(entries: object[], missing?: MissingPort[]): string;
export function readImage(directory: string): { entries: ListedEntry[]; missing: MissingPort[] };
