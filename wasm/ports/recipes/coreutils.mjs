// One program under many names. The five that may fork are programs of their own, so that the other hundred are not
// instrumented. (install and mkdir fork when they must go back to a directory they cannot open.)
const separate = [
  { built: 'src/ginstall', path: '/usr/bin/install' },
  { built: 'src/mkdir', path: '/usr/bin/mkdir' },
  { built: 'src/sort', path: '/usr/bin/sort', postlink: { directFork: true } },
  { built: 'src/split', path: '/usr/bin/split', postlink: { directFork: true } },
  { built: 'src/timeout', path: '/usr/bin/timeout', postlink: { directFork: true } },
];

// biome-ignore format: a list of words
const names = [
  '[', 'arch', 'b2sum', 'base32', 'base64', 'basename', 'basenc', 'cat', 'chcon', 'chgrp', 'chmod', 'chown', 'chroot',
  'cksum', 'comm', 'cp', 'csplit', 'cut', 'date', 'dd', 'df', 'dir', 'dircolors', 'dirname', 'du', 'echo', 'env',
  'expand', 'expr', 'factor', 'false', 'fmt', 'fold', 'groups', 'head', 'hostid', 'id', 'join',
  'link', 'ln', 'logname', 'ls', 'md5sum', 'mkfifo', 'mknod', 'mktemp', 'mv', 'nice', 'nl', 'nohup', 'nproc',
  'numfmt', 'od', 'paste', 'pathchk', 'pinky', 'pr', 'printenv', 'printf', 'ptx', 'pwd', 'readlink', 'realpath', 'rm',
  'rmdir', 'runcon', 'seq', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'shred', 'shuf', 'sleep',
  'stat', 'stty', 'sum', 'sync', 'tac', 'tail', 'tee', 'test', 'touch', 'tr', 'true', 'truncate', 'tsort', 'tty',
  'uname', 'unexpand', 'uniq', 'unlink', 'users', 'vdir', 'wc', 'who', 'whoami', 'yes',
];

export default {
  name: 'coreutils',
  version: '9.1',
  homepage: 'https://www.gnu.org/software/coreutils/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'coreutils',
    version: '9.1',
    orig: 'coreutils_9.1.orig.tar.xz',
    sha256: '61a1f410d78ba7e7f37a5a4f50e6d1320aca33375484a3255eddf17a38580423',
  },
  edits: [
    // Links and `exec -a` give the programs other names: then the file that was executed says which it is.
    {
      file: 'src/coreutils.c',
      replace: '  launch_program (prog_name, argc, argv);\n\n',
      by: `  launch_program (prog_name, argc, argv);
  if (argc < 2 || !STRPREFIX (argv[1], "--coreutils-prog"))
    {
      char file[PATH_MAX];
      ssize_t length = readlink ("/proc/self/exe", file, sizeof file - 1);
      if (length > 0)
        {
          file[length] = '\\0';
          launch_program (last_component (file), argc, argv);
        }
    }

`,
    },
  ],
  // stdbuf is left out: it works by preloading a shared library. hostname, kill and uptime come from elsewhere, as in
  // Debian.
  // iconv, whose tables are as large as a small program, would only be for the names of authors in --version and \u of printf elsewhere than in UTF-8.
  environment: { am_cv_func_iconv: 'no' },
  optimise: '-O2',
  configure: [
    '--disable-nls',
    '--disable-acl',
    '--disable-xattr',
    '--disable-libcap',
    '--without-selinux',
    '--without-gmp',
    '--without-openssl',
    '--enable-install-program=arch',
    '--enable-no-install-program=kill,stdbuf,uptime',
    '--enable-single-binary=symlinks',
    '--enable-single-binary-exceptions=ginstall,mkdir,sort,split,timeout',
    // The library has the function, the kernel does not: tail -f would say so before it polls.
    'ac_cv_func_inotify_init=no',
  ],
  // The headers of gnulib first: only the target `all` knows of them, and it would make manual pages as well.
  make: [
    ['--eval=.SECONDEXPANSION:', '--eval=built-sources: $$(BUILT_SOURCES)', 'built-sources'],
    ['src/coreutils', ...separate.map(({ built }) => built)],
  ],
  programs: [{ built: 'src/coreutils', path: '/usr/bin/coreutils' }, ...separate],
  links: { '/usr/bin/coreutils': names.map((name) => `/usr/bin/${name}`) },
};
