// Without the back ends that need a display, which there is not, and with a list of its fonts, for which programs would otherwise look.
const agg = ['bezier_arc', 'curves', 'image_filters', 'trans_affine', 'vcgen_contour', 'vcgen_dash', 'vcgen_stroke'];
const aggSources = [...agg, 'vpgen_segmentator'].map((name) => `extern/agg24-svn/src/agg_${name}.cpp`);
const displays = `
  _backend_gtk _backend_tk backend_cairo backend_gtk3 backend_gtk3agg backend_gtk3cairo backend_gtk4
  backend_gtk4agg backend_gtk4cairo backend_macosx backend_nbagg backend_qt backend_qt5 backend_qt5agg
  backend_qt5cairo backend_qtagg backend_qtcairo backend_tkagg backend_tkcairo backend_webagg
  backend_webagg_core backend_wx backend_wxagg backend_wxcairo qt_compat`
  .trim()
  .split(/\s+/);

export const packages = {
  'lib/matplotlib': 'matplotlib',
  'lib/mpl_toolkits': 'mpl_toolkits',
  'lib/pylab.py': 'pylab.py',
};

export const files = { 'matplotlib/_version.py': 'version = "3.10.8"\n' };

export const without = [
  ...displays.map((name) => `matplotlib/backends/${name}.py`),
  ...['backends/qt_editor', 'backends/web_backend', 'mpl-data/images', 'mpl-data/sample_data', 'sphinxext'].map(
    (name) => `matplotlib/${name}`,
  ),
];

export const build = {
  headers: ['pybind11'],
  flags: ['-Iextern/agg24-svn/include', '-Isrc', '-fvisibility=hidden', '-Wno-c++11-narrowing'],
  modules: {
    'matplotlib/backends/_backend_agg': {
      sources: ['src/_backend_agg.cpp', 'src/_backend_agg_wrapper.cpp', ...aggSources],
      libraries: ['freetype'],
    },
    // It asks for a display as on Linux.
    'matplotlib/_c_internal_utils': { sources: ['src/_c_internal_utils.cpp'], flags: ['-D__linux__'] },
    'matplotlib/ft2font': {
      sources: ['src/ft2font.cpp', 'src/ft2font_wrapper.cpp'],
      flags: ['-DFREETYPE_BUILD_TYPE="system"'],
      libraries: ['freetype'],
    },
    'matplotlib/_image': { sources: ['src/_image_wrapper.cpp', 'src/py_converters.cpp', ...aggSources] },
    'matplotlib/_path': { sources: ['src/_path_wrapper.cpp', ...aggSources] },
    'matplotlib/_qhull': {
      sources: ['src/_qhull_wrapper.cpp'],
      flags: ['-DMPL_DEVNULL=/dev/null'],
      libraries: ['qhull'],
    },
    'matplotlib/_tri': { sources: ['src/tri/_tri.cpp', 'src/tri/_tri_wrapper.cpp'] },
  },
};

export const edits = [
  {
    path: 'matplotlib/font_manager.py',
    from: '    fm = FontManager()\n    json_dump',
    to: `    if try_read_cache:
        # The list that came with the package.
        try:
            return json_load(cbook._get_data_path("fontlist.json"))
        except OSError:
            pass
    fm = FontManager()
    json_dump`,
  },
];

/** What is made by running Python with all the packages: by its path, a script that writes it to the path that it is given. */
export const made = {
  'matplotlib/mpl-data/fontlist.json': `
import os, sys
os.environ["MPLCONFIGDIR"] = "/tmp/matplotlib"
from matplotlib import font_manager
manager = font_manager.FontManager()
for fonts in (manager.afmlist, manager.ttflist):
    fonts.sort(key=lambda font: font.fname)
font_manager.json_dump(manager, sys.argv[1])
`,
};
