const managers = 'pandas/core/internals/managers.py';

// Where columns lie has numpy's integer for places, which is not its default integer here (numpy/default-integer.mjs).
export const edits = [
  ['np.append(self._blklocs, 0)', 'np.append(self._blklocs, np.intp(0))'],
  ['np.append(self._blknos, len(self.blocks))', 'np.append(self._blknos, np.intp(len(self.blocks)))'],
  ['np.concatenate([[0], self._blklocs])', 'np.concatenate([[0], self._blklocs], dtype=np.intp)'],
  [
    'np.concatenate([[len(self.blocks)], self._blknos])',
    'np.concatenate([[len(self.blocks)], self._blknos], dtype=np.intp)',
  ],
].map(([from, to]) => ({ path: managers, from, to }));

// Half of what -O3 makes of its templates is never called.
export const build = { meson: true, options: ['-Doptimization=2'], headers: ['numpy'] };
