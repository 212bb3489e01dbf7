// libxml2 and libxslt for lxml: without threads and network, which parsers do not get here, and without what lxml does not call.
import libxml2 from '../ports/recipes/libxml2.mjs';

const named = (directory, names) => names.split(/\s+/).map((name) => `${directory}${name}.c`);
const values = (names, value) => Object.fromEntries(names.split(/\s+/).map((name) => [name, value]));

const headers = values(
  'CTYPE ERRNO FCNTL FLOAT INTTYPES LIMITS LOCALE MATH MALLOC SIGNAL STDARG STDINT STDLIB STRING STRINGS TIME UNISTD SYS_STAT SYS_TIME SYS_TYPES SYS_MMAN',
  true,
);
const functions = values(
  'FPRINTF GETTIMEOFDAY ISASCII LOCALTIME PRINTF PUTENV RAND RAND_R SNPRINTF SPRINTF SRAND SSCANF STAT STRFTIME TIME VA_COPY VFPRINTF VSNPRINTF VSPRINTF CLOCK_GETTIME FABS FLOOR POW GMTIME GMTIME_R LOCALTIME_R',
  true,
);
const prefixed = (ending, names) =>
  Object.fromEntries(Object.keys(names).map((name) => [`HAVE_${name}${ending}`, true]));
const found = { ...prefixed('_H', headers), ...prefixed('', functions) };

export const xmlLibraries = {
  libxml2: {
    terms: ['Copyright'],
    ...libxml2,
    libraries: [],
    edits: undefined,
    templates: {
      'config.h': { from: 'config.h.cmake.in', values: { ...found, ICONV_CONST: '', PACKAGE: 'libxml2' } },
      'include/libxml/xmlversion.h': {
        from: 'include/libxml/xmlversion.h.in',
        values: {
          ...{ VERSION: '2.9.14', LIBXML_VERSION_NUMBER: '20914', LIBXML_VERSION_EXTRA: '' },
          ...values('WITH_TRIO WITH_THREADS WITH_THREAD_ALLOC WITH_FTP WITH_HTTP WITH_LEGACY WITH_DOCB WITH_ICU', '0'),
          ...values('WITH_DEBUG WITH_MEM_DEBUG WITH_RUN_DEBUG WITH_MODULES WITH_ZLIB WITH_LZMA', '0'),
          ...values('WITH_TREE WITH_OUTPUT WITH_PUSH WITH_READER WITH_PATTERN WITH_WRITER WITH_SAX1 WITH_VALID', '1'),
          ...values('WITH_HTML WITH_C14N WITH_CATALOG WITH_XPATH WITH_XPTR WITH_XINCLUDE WITH_ICONV', '1'),
          ...values('WITH_ISO8859X WITH_REGEXPS WITH_SCHEMAS WITH_SCHEMATRON', '1'),
          MODULE_EXTENSION: '.so',
        },
      },
    },
    flags: ['-I.', '-Iinclude', '-DHAVE_CONFIG_H', '-Wno-everything'],
    headers: { 'include/libxml': 'libxml' },
    sources: [
      ...named('', 'SAX entities encoding error parserInternals parser tree hash list xmlIO xmlmemory uri valid xlink'),
      ...named(
        '',
        'HTMLparser HTMLtree debugXML xpath xpointer xinclude nanohttp nanoftp catalog globals threads c14n',
      ),
      ...named(
        '',
        'xmlstring buf xmlregexp xmlschemas xmlschemastypes xmlunicode xmlreader relaxng dict SAX2 xmlwriter',
      ),
      ...named('', 'legacy chvalid pattern xmlsave xmlmodule schematron xzlib'),
    ],
  },
  libxslt: {
    terms: ['Copyright'],
    name: 'libxslt',
    version: '1.1.35',
    homepage: 'https://gitlab.gnome.org/GNOME/libxslt',
    licence: 'MIT',
    source: {
      package: 'libxslt',
      version: '1.1.35',
      orig: 'libxslt_1.1.35.orig.tar.xz',
      sha256: '8247f33e9a872c6ac859aa45018bc4c4d00b97e2feac9eebc10c93ce1f34dd79',
    },
    libraries: ['libxml2'],
    templates: {
      'config.h': { from: 'config.h.cmake.in', values: { ...found, PACKAGE: 'libxslt', VERSION: '1.1.35' } },
      'libxslt/xsltconfig.h': {
        from: 'libxslt/xsltconfig.h.in',
        values: {
          ...{ VERSION: '1.1.35', LIBXSLT_VERSION_NUMBER: '10135', LIBXSLT_VERSION_EXTRA: '' },
          ...values('WITH_XSLT_DEBUG WITH_MEM_DEBUG WITH_TRIO WITH_DEBUGGER WITH_MODULES', '0'),
          ...{ WITH_PROFILER: '1', LIBXSLT_DEFAULT_PLUGINS_PATH: '' },
        },
      },
      'libexslt/exsltconfig.h': {
        from: 'libexslt/exsltconfig.h.in',
        values: {
          LIBEXSLT_VERSION: '0.8.20',
          LIBEXSLT_VERSION_NUMBER: '820',
          LIBEXSLT_VERSION_EXTRA: '',
          WITH_CRYPTO: '0',
        },
      },
    },
    flags: ['-I.', '-DHAVE_CONFIG_H', '-Wno-everything'],
    headers: { libxslt: 'libxslt', libexslt: 'libexslt' },
    sources: [
      ...named(
        'libxslt/',
        'attrvt xslt xsltlocale xsltutils pattern templates variables keys numbers extensions extra',
      ),
      ...named('libxslt/', 'functions namespaces imports attributes documents preproc transform security'),
      ...named('libexslt/', 'exslt common crypto math sets functions strings date saxon dynamic'),
    ],
  },
};
