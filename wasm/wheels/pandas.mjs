// Half of what -O3 makes of its templates is never called.
export const build = { meson: true, options: ['-Doptimization=2'], headers: ['numpy'] };
