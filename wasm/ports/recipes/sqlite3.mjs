// Upstream's makefile wants libtool; the options are those of Debian's build.
const options = [
  ...['-DSQLITE_SECURE_DELETE', '-DSQLITE_ENABLE_COLUMN_METADATA', '-DSQLITE_ENABLE_FTS3'],
  ...['-DSQLITE_ENABLE_FTS3_PARENTHESIS', '-DSQLITE_ENABLE_FTS3_TOKENIZER=1', '-DSQLITE_ENABLE_FTS4'],
  ...['-DSQLITE_ENABLE_FTS5', '-DSQLITE_ENABLE_RTREE=1', '-DSQLITE_SOUNDEX=1', '-DSQLITE_ENABLE_UNLOCK_NOTIFY'],
  ...['-DSQLITE_OMIT_LOOKASIDE=1', '-DSQLITE_ENABLE_DBSTAT_VTAB', '-DSQLITE_ALLOW_ROWID_IN_VIEW'],
  ...['-DSQLITE_ENABLE_UPDATE_DELETE_LIMIT=1', '-DSQLITE_ENABLE_LOAD_EXTENSION', '-DSQLITE_ENABLE_JSON1'],
  ...['-DSQLITE_LIKE_DOESNT_MATCH_BLOBS', '-DSQLITE_THREADSAFE=1', '-DSQLITE_USE_URI=1'],
  ...['-DSQLITE_MAX_SCHEMA_RETRY=25', '-DSQLITE_ENABLE_PREUPDATE_HOOK', '-DSQLITE_ENABLE_SESSION'],
  ...['-DSQLITE_ENABLE_STMTVTAB', '-DSQLITE_MAX_VARIABLE_NUMBER=250000', '-DSQLITE_ENABLE_MATH_FUNCTIONS'],
  '-DSQLITE_TEMP_STORE=1',
];
const shellOptions = [
  ...['-DSQLITE_ENABLE_EXPLAIN_COMMENTS', '-DSQLITE_ENABLE_UNKNOWN_SQL_FUNCTION', '-DSQLITE_ENABLE_DBPAGE_VTAB'],
  ...['-DSQLITE_ENABLE_BYTECODE_VTAB', '-DSQLITE_ENABLE_OFFSET_SQL_FUNC', '-DSQLITE_HAVE_ZLIB'],
];
const found = [
  ...['FCHOWN', 'FDATASYNC', 'GMTIME_R', 'INTTYPES_H', 'ISNAN', 'LOCALTIME_R', 'LSTAT', 'PREAD', 'PWRITE', 'READLINK'],
  ...['STDINT_H', 'STRCHRNUL', 'USLEEP', 'UTIME'],
].map((name) => `-DHAVE_${name}=1`);

const makefile = `
options = ${options.join(' ')}

sqlite3: shell.o sqlite3.o
\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lz -lm

sqlite3.o: amalgamation
\t$(CC) $(CFLAGS) $(options) ${found.join(' ')} -c -o $@ sqlite3.c

shell.o: amalgamation
\t$(CC) $(CPPFLAGS) $(CFLAGS) $(options) ${found.join(' ')} ${shellOptions.join(' ')} -c -o $@ shell.c

amalgamation:
\t$(MAKE) -f main.mk TOP=. BCC=$(CC_FOR_BUILD) OPTS="$(options)" sqlite3.c shell.c

.PHONY: amalgamation
`;

export default {
  name: 'sqlite3',
  version: '3.40.1',
  homepage: 'https://www.sqlite.org/',
  licence: 'blessing',
  source: {
    package: 'sqlite3',
    version: '3.40.1',
    orig: 'sqlite3_3.40.1.orig.tar.xz',
    sha256: 'aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655',
  },
  // The index of a write-ahead log is shared memory, which processes do not have here: the first that opens such a
  // database locks it, as with the file system interface "unix-excl", and keeps the index to itself.
  edits: [
    {
      file: 'src/os_unix.c',
      replace: '    if( pInode->bProcessLock==0 ){\n      if( 0==sqlite3_uri_boolean(',
      by: `    if( pInode->bProcessLock==0 ){
      struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = SHARED_FIRST, .l_len = SHARED_SIZE };
      if( osSetPosixAdvisoryLock(pDbFd->h, &whole, pDbFd)<0 ){
        rc = SQLITE_BUSY;
        goto shm_open_err;
      }
      pInode->bProcessLock = 1;
      pInode->nLock++;
    }
    if( pInode->bProcessLock==0 ){
      if( 0==sqlite3_uri_boolean(`,
    },
    {
      file: 'src/os_unix.c',
      replace: 'if( (pFile->ctrlFlags & (UNIXFILE_EXCL|UNIXFILE_RDONLY))==UNIXFILE_EXCL ){',
      by: 'if( (pFile->ctrlFlags & (UNIXFILE_EXCL|UNIXFILE_RDONLY))==UNIXFILE_EXCL || pInode->bProcessLock ){',
    },
  ],
  libraries: ['zlib'],
  write: { 'wasmsand.mk': makefile.trimStart() },
  optimise: '-O3',
  cflags: [
    '-fno-strict-aliasing',
    // A mapped file does not follow what is written to it.
    '-DSQLITE_MAX_MMAP_SIZE=0',
    // Where a function has more than 8192 values, V8 in Node 20 gives registers out by its quick method. The virtual machine had
    // 11 400, which was a quarter of all time; with what is not static, though it has one caller, kept out of it it has 6300.
    '-DSQLITE_PRIVATE=',
    // Copies are of a few bytes, for which the engine's memory.copy goes out to C.
    '-mno-bulk-memory',
  ],
  make: [['-f', 'wasmsand.mk']],
  programs: [
    {
      built: 'sqlite3',
      path: '/usr/bin/sqlite3',
      postlink: { passes: ['--one-caller-inline-max-function-size=60'] },
    },
  ],
};
