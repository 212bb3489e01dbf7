import type { Edit, Source } from '../ports/recipes.mjs';

export const musl: {
  name: string;
  version: string;
  homepage: string;
  licence: string;
  source: Source;
  emptyLibraries: string[];
  edits: Edit[];
  configuration(places: { clangVersion: number; root: string; prefix: string }): string;
  compilerRuntime(clangVersion: number): string;
};
