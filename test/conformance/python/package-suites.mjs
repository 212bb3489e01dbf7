// Tests of packages' own that are run in the sandbox: of each package the modules, where its source distribution has them, and why some fail.
// A module may be a directory. What is marked slow is left out, as numpy's own default has it: in test_numeric that is one test, of 34 types with
// each other, which is 1156 cases.
const under = (directory, names) => names.split(/\s+/).map((name) => `${directory}/test_${name}.py`);

const products = 'errors of floating point in products of matrices are not told';
const threads = 'there are no threads';

export const suites = new Map([
  [
    'numpy',
    {
      // As the source is built: its tests are made, in part, like its modules.
      built: true,
      plugins: ['numpy.conftest'],
      // What numpy skips where the machine is called wasm32 is there: processes, and errors of floating point.
      before:
        'import numpy.testing._private.utils as own\nown.IS_WASM = False\nimport numpy.testing\nnumpy.testing.IS_WASM = False\n',
      modules: [
        ...under('numpy/_core/tests', 'array_coercion arrayprint casting_floatingpoint_errors conversion_utils'),
        ...under('numpy/_core/tests', 'custom_dtypes datetime dtype einsum'),
        ...under('numpy/_core/tests', 'errstate function_base half hashtable indexing item_selection multiarray'),
        ...under('numpy/_core/tests', 'nep50_promotions numeric numerictypes overrides records scalarmath shape_base'),
        ...under('numpy/_core/tests', 'stringdtype strings ufunc umath unicode'),
        ...under('numpy/lib/tests', 'arraypad arraysetops function_base histograms index_tricks io nanfunctions'),
        ...under('numpy/lib/tests', 'polynomial shape_base stride_tricks twodim_base'),
        ...under('numpy/linalg/tests', 'linalg regression'),
        ...under('numpy/fft/tests', 'helper pocketfft'),
        ...under('numpy/random/tests', 'generator_mt19937 random randomstate smoke seed_sequence'),
        ...under('numpy/ma/tests', 'core extras subclassing'),
        ...under('numpy/polynomial/tests', 'chebyshev classes polynomial'),
      ],
      known: [
        [/matmul.*(fp_?error|overflow|invalid)/, products],
        [/thread|race/i, threads],
      ],
    },
  ],
  [
    'pandas',
    {
      plugins: ['pandas.conftest'],
      modules: [
        ...under('pandas/tests/reshape', 'cut melt pivot qcut'),
        ...under('pandas/tests/reshape/merge', 'join merge merge_asof'),
        ...under('pandas/tests/reshape/concat', 'concat'),
        ...under('pandas/tests/groupby', 'groupby reductions'),
        ...under('pandas/tests/io', 'html'),
        ...under('pandas/tests/io/parser', 'parse_dates na_values'),
        ...under('pandas/tests/scalar/timestamp', 'timestamp'),
        ...under('pandas/tests/tslibs', 'parsing conversion timezones'),
        ...under('pandas/tests/frame', 'constructors'),
        ...under('pandas/tests/series', 'constructors'),
        ...under('pandas/tests/window', 'rolling'),
        ...under('pandas/tests/strings', 'strings'),
      ],
      known: [[/thread/i, threads]],
    },
  ],
  [
    'matplotlib',
    {
      below: 'lib',
      plugins: ['matplotlib.testing.conftest'],
      modules: under(
        'matplotlib/tests',
        'cbook colors dates ticker path transforms rcparams mlab font_manager units scale bezier category cycles',
      ),
      known: [[/thread/i, threads]],
    },
  ],
  ['pyyaml', { modules: ['tests'], mode: 'prepend', known: [] }],
  [
    'regex',
    {
      modules: under('regex/tests', 'regex'),
      known: [[/::test_main$/, "unittest's main reads the arguments of pytest"]],
    },
  ],
]);
