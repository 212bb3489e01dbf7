export const packages = { 'src/lxml': 'lxml' };

export const build = {
  flags: ['-Isrc', '-Isrc/lxml/includes', '-DCYTHON_CLINE_IN_TRACEBACK=0', '-Wno-everything'],
  modules: {
    'lxml/etree': { sources: ['src/lxml/etree.c'], libraries: ['libxslt', 'libxml2'] },
    'lxml/objectify': { sources: ['src/lxml/objectify.c'], libraries: ['libxslt', 'libxml2'] },
  },
};
