// Which tables npm run check refuses.
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../scripts/check/hash-tables.mjs';

const reasons = (text: string): string[] => faultsOf(text).map(({ line, reason }) => `${line}: ${reason}`);

describe('the check of hash tables', () => {
  it('refuses keys that a guest can choose, where the hash has no secret seed', () => {
    expect(
      reasons(`std::unordered_map<std::string_view, const Name*> names;
        // std::unordered_map<Ino, int> in a comment
        std::unordered_set<std::pair<Ino, std::string>,
                           Mine> pairs;
        std::unordered_multimap<uint64_t, std::vector<int>> numbers;
        return std::hash<std::string_view>()(name);`),
    ).toEqual([
      '6: std::hash has no secret seed: use seeded_hash()',
      '1: a table of std::string_view needs SeededHash',
      '3: a table of std::pair<Ino, std::string> needs SeededHash',
      '5: a table of uint64_t needs SeededHash',
    ]);
  });

  it('takes seeded ones, addresses, and tables in order', () => {
    expect(
      reasons(`std::unordered_map<Ino, Place, SeededHash> places;
        std::unordered_set<std::string, SeededHash> names;
        std::unordered_map<const Process*, std::map<Ino, int>> processes;
        std::map<std::string, int> ordered;`),
    ).toEqual([]);
  });
});
