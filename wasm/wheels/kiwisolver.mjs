const names = ['kiwisolver', 'constraint', 'expression', 'solver', 'strength', 'term', 'variable'];

export const packages = { 'py/kiwisolver': 'kiwisolver' };

export const build = {
  headers: ['cppy'],
  flags: ['-I.'],
  modules: { 'kiwisolver/_cext': { sources: names.map((name) => `py/src/${name}.cpp`) } },
};
