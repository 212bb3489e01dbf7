export const packages = { 'lib/yaml': 'yaml', 'lib/_yaml': '_yaml' };

export const build = {
  flags: ['-Iyaml'],
  modules: { 'yaml/_yaml': { sources: ['yaml/_yaml.pyx'], libraries: ['libyaml'] } },
};
