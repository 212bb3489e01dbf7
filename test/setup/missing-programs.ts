// Programs that the image lacks because their ports could not be had. programs.test.ts fails for each such port; tests that need one
// are not run, so that nothing else does.
import { basename } from 'node:path';
import type { TestContext } from 'vitest';
import { missingPorts } from '../../scripts/setup/image.mjs';
import { namesIn } from '../../scripts/setup/wanted.mjs';

const missing = new Map(missingPorts().flatMap(({ name, paths }) => paths.map((path) => [basename(path), name])));

/** Leaves a test out when a text that it runs names a missing program. */
export function skipWithout({ skip }: Pick<TestContext, 'skip'>, text: string): void {
  const ports = new Set(namesIn(text).flatMap((name) => missing.get(name) ?? []));
  skip(ports.size > 0, `without ${[...ports].join(', ')}`);
}
