// C libraries in modules of wheels: Debian's source packages, and what their configure steps would find out.
import zlib from '../ports/recipes/zlib.mjs';
import { xmlLibraries } from './libraries-xml.mjs';

const named = (directory, names, ending = '.c') => names.split(/\s+/).map((name) => `${directory}${name}${ending}`);

export const libraries = {
  // CPython has it in itself.
  zlib: { ...zlib, headers: { 'zlib.h': 'zlib.h', 'zconf.h': 'zconf.h' }, sources: [] },
  libjpeg: {
    terms: ['LICENSE.md', 'README.ijg'],
    name: 'libjpeg-turbo',
    version: '2.1.5',
    homepage: 'https://libjpeg-turbo.org/',
    licence: 'IJG AND BSD-3-Clause AND Zlib',
    source: {
      package: 'libjpeg-turbo',
      version: '2.1.5',
      orig: 'libjpeg-turbo_2.1.5.orig.tar.gz',
      sha256: '254f3642b04e309fee775123133c6464181addc150499561020312ec61c1bf7c',
    },
    templates: {
      'jconfig.h': {
        from: 'jconfig.h.in',
        values: {
          ...{ JPEG_LIB_VERSION: '62', VERSION: '2.1.5', LIBJPEG_TURBO_VERSION_NUMBER: '2001005' },
          ...{ BITS_IN_JSAMPLE: '8', C_ARITH_CODING_SUPPORTED: true, D_ARITH_CODING_SUPPORTED: true },
          MEM_SRCDST_SUPPORTED: true,
        },
      },
      'jconfigint.h': {
        from: 'jconfigint.h.in',
        values: {
          ...{ BUILD: 'wasmsand', INLINE: '__inline__ __attribute__((always_inline))', THREAD_LOCAL: '__thread' },
          ...{ CMAKE_PROJECT_NAME: 'libjpeg-turbo', VERSION: '2.1.5', SIZE_T: '4', HAVE_BUILTIN_CTZL: true },
        },
      },
      'jversion.h': { from: 'jversion.h.in', values: { COPYRIGHT_YEAR: '1991-2023' } },
    },
    headers: Object.fromEntries(named('', 'jconfig jerror jmorecfg jpeglib', '.h').map((name) => [name, name])),
    sources: [
      ...named('jc', 'apimin apistd coefct color dctmgr huff icc init mainct marker master omapi param phuff prepct'),
      ...named('jc', 'sample trans arith'),
      ...named('jd', 'apimin apistd atadst atasrc coefct color dctmgr huff icc input mainct marker master merge phuff'),
      ...named('jd', 'postct sample trans arith'),
      ...named('j', 'error fdctflt fdctfst fdctint idctflt idctfst idctint idctred quant1 quant2 utils memmgr memnobs'),
      ...named('j', 'aricom simd_none'),
    ],
  },
  freetype: {
    terms: ['LICENSE.TXT', 'docs/FTL.TXT'],
    name: 'FreeType',
    version: '2.12.1',
    homepage: 'https://freetype.org/',
    licence: 'FTL OR GPL-2.0-or-later',
    source: {
      package: 'freetype',
      version: '2.12.1+dfsg',
      orig: 'freetype_2.12.1+dfsg.orig.tar.xz',
      sha256: '7dedb6b9adf331559daea614a83b8de42a753e685ec8e1c4bdb4529eb880b0d1',
    },
    libraries: ['zlib'],
    flags: ['-DFT2_BUILD_LIBRARY', '-DFT_CONFIG_OPTION_SYSTEM_ZLIB', '-Iinclude'],
    headers: { 'include/freetype': 'freetype', 'include/ft2build.h': 'ft2build.h' },
    sources: [
      ...named('src/base/ft', 'system init debug base bbox bdf bitmap cid fstype gasp glyph gxval mm otval patent pfr'),
      ...named('src/base/ft', 'stroke synth type1 winfnt'),
      ...named('src/', 'autofit/autofit bdf/bdf cache/ftcache cff/cff cid/type1cid gzip/ftgzip lzw/ftlzw pcf/pcf'),
      ...named('src/', 'pfr/pfr psaux/psaux pshinter/pshinter psnames/psnames raster/raster sdf/sdf sfnt/sfnt'),
      ...named('src/', 'smooth/smooth svg/svg truetype/truetype type1/type1 type42/type42 winfonts/winfnt'),
    ],
  },
  qhull: {
    terms: ['COPYING.txt'],
    name: 'Qhull',
    version: '2020.2',
    homepage: 'http://www.qhull.org/',
    licence: 'Qhull',
    source: {
      package: 'qhull',
      version: '2020.2',
      orig: 'qhull_2020.2.orig.tar.gz',
      sha256: 'b5c2d7eb833278881b952c8a52d20179eab87766b00b865000469a45c1838b7e',
    },
    flags: ['-Isrc'],
    headers: { 'src/libqhull_r': 'libqhull_r' },
    sources: [
      ...named(
        'src/libqhull_r/',
        'geom2_r geom_r global_r io_r libqhull_r mem_r merge_r poly2_r poly_r qset_r random_r',
      ),
      ...named('src/libqhull_r/', 'rboxlib_r stat_r user_r usermem_r userprintf_r userprintf_rbox_r'),
    ],
  },
  libyaml: {
    terms: ['License'],
    name: 'LibYAML',
    version: '0.2.5',
    homepage: 'https://pyyaml.org/wiki/LibYAML',
    licence: 'MIT',
    source: {
      package: 'libyaml',
      version: '0.2.5',
      orig: 'libyaml_0.2.5.orig.tar.gz',
      sha256: 'fa240dbf262be053f3898006d502d514936c818e422afdcf33921c63bed9bf2e',
    },
    flags: [
      ...['-Iinclude', '-DYAML_VERSION_STRING="0.2.5"', '-DYAML_VERSION_MAJOR=0', '-DYAML_VERSION_MINOR=2'],
      '-DYAML_VERSION_PATCH=5',
    ],
    headers: { 'include/yaml.h': 'yaml.h' },
    sources: named('src/', 'api dumper emitter loader parser reader scanner writer'),
  },
  ...xmlLibraries,
};
