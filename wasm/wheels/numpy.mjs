// Its own meson knows the modules that it builds for several kinds of processors.
export const build = {
  meson: 'vendored-meson/meson/meson.py',
  options: ['-Dallow-noblas=true', '-Dblas=none', '-Dlapack=none'],
};
