// Tests of packages' own that are run in the sandbox: of each package the modules, where its source distribution has them, and why some fail.
// A module may be a directory. What is marked slow is left out, as numpy's own default has it: in test_numeric that is one test, of 34 types with
// each other, which is 1156 cases.
const under = (directory, names) => names.split(/\s+/).map((name) => `${directory}/test_${name}.py`);

const products = 'errors of floating point in products of matrices are not told';
const threads = 'there are no threads';
const ownExport = 'calling a function that its module exports, and has in a table, ends the process';
const noFiles = { outcome: 'skip', reason: 'needs files that the source distribution does not have' };

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
      fatal: [
        ['TestNewBufferProtocol::test_error_if_stored_buffer_info_is_corrupted', ownExport],
        ['TestConversion::test_to_bool_scalar_not_convertible', 'recursion of C without a bound ends a process'],
      ].map(([name, reason]) => [`numpy/_core/tests/test_multiarray.py::${name}`, reason]),
      known: [
        [/matmul.*(fp_?error|overflow|invalid)|test_dot_errstate/, products],
        [/thread|race/i, threads],
        [
          /test_ufunc_at_inner_loops\[floor_divide/,
          'errors of floating point in ufunc.at of floor_divide are not told',
        ],
        [/test_bad_legacy_ufunc_silent_errors/, 'a warning of the status of floating point comes before the error'],
        [/test_half_fpe/, 'an exact result below the normal numbers is told as an underflow'],
        [/test_float_remainder_overflow/, 'of two errors of floating point in one operation, one is told'],
        [
          /test_integer_(dtype|repeat)\[|test_axis_argument|test_operand_flags/,
          'the test takes the default integer, which has 64 bits, for a long of C',
        ],
        [
          /test_arrfuncs_zeros\[(nonzero|argm)|test_permutations_do_not_influence_result/,
          'the test takes the default integer, which has 64 bits, for that of places',
        ],
      ],
    },
  ],
  [
    'pandas',
    {
      plugins: ['pandas.conftest'],
      // Beside it lie the files that tests read.
      before: 'import pandas.conftest as own\nown.__file__ = "/tmp/suite/pandas/conftest.py"\n',
      modules: [
        ...under('pandas/tests/reshape', 'cut melt pivot qcut'),
        ...under('pandas/tests/reshape/merge', 'join merge merge_asof'),
        ...under('pandas/tests/reshape/concat', 'concat'),
        ...under('pandas/tests/groupby', 'apply categorical groupby grouping reductions timegrouper'),
        ...under('pandas/tests/groupby/aggregate', 'aggregate cython other'),
        ...under('pandas/tests/groupby/transform', 'transform'),
        ...under('pandas/tests/io', 'html'),
        ...under('pandas/tests/io/parser', 'parse_dates na_values'),
        ...under('pandas/tests/scalar/timestamp', 'timestamp'),
        ...under('pandas/tests/tslibs', 'parsing conversion timezones'),
        ...under('pandas/tests/frame', 'constructors'),
        ...under('pandas/tests/frame/indexing', 'getitem indexing insert mask setitem take where xs'),
        ...under('pandas/tests/indexing', 'at chaining_and_caching iloc indexing loc partial'),
        ...under('pandas/tests/indexes/datetimes', 'constructors date_range indexing timezones'),
        ...under('pandas/tests/io/parser/common', 'common_basic data_list float index inf ints'),
        ...under('pandas/tests/io/parser', 'dialect encoding header index_col skiprows'),
        ...under('pandas/tests/series', 'constructors'),
        ...under('pandas/tests/window', 'rolling'),
        ...under('pandas/tests/strings', 'strings'),
      ],
      reasons: [[/Could not find file/, noFiles]],
      known: [
        [/thread/i, threads],
        [
          /test_html\.py::.*(_url|url_protocol|multiple_matches|python_docs_table)\[/,
          `its server is a thread: ${threads}`,
        ],
      ],
    },
  ],
  [
    'matplotlib',
    {
      below: 'lib',
      plugins: ['matplotlib.testing.conftest'],
      // It takes warnings for errors, and was written for an older pytest.
      options: ['RemovedIn10Warning', 'UnraisableExceptionWarning'].flatMap((name) => [
        '-W',
        `ignore::pytest.Pytest${name}`,
      ]),
      reasons: [
        [
          /images not close/,
          { known: 'texts are drawn by FreeType 2.12.1, and in the pictures to compare with by 2.6.1' },
        ],
        [/sample_data/, { outcome: 'skip', reason: 'needs sample data, which is left out' }],
      ],
      modules: under(
        'matplotlib/tests',
        'cbook colors dates ticker path transforms rcparams mlab font_manager units scale bezier category cycles legend text',
      ),
      known: [
        [/thread/i, threads],
        [/test_auto_date_locator_intmult_tz/, 'the zone has other rules for the years after 2026 now'],
        [/test_warn_external|test_locale_comma/, 'the tests lie elsewhere than the package'],
        [/test_figure_legend_outside/, 'sizes of texts are those of FreeType 2.12.1'],
      ],
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
