// musl: upstream's source package and how our build configures it.

// Messages are worded as on every other Linux machine: scripts and people look for these words.
const wording = (file, texts) =>
  Object.entries(texts).map(([text, by]) => ({ file, replace: `"${text}"`, by: `"${by}"` }));

// Upstream sets no errno where a result leaves the range just so; GNU's C library does, and awk asks.
const ranges = (file, factor) => [
  {
    file,
    replace: `y = ${factor} * (scale + scale * tmp);\n\t\treturn eval_as_double(y);`,
    by: `y = ${factor} * (scale + scale * tmp);\n\t\treturn y - y != 0 ? __math_oflow(y < 0) : eval_as_double(y);`,
  },
  {
    file,
    replace: 'y = 0x1p-1022 * y;\n\treturn eval_as_double(y);',
    by: 'y = 0x1p-1022 * y;\n\treturn y == 0 ? __math_uflow(1 / y < 0) : eval_as_double(y);',
  },
];

export const musl = {
  name: 'musl',
  version: '1.2.3',
  source: {
    package: 'musl',
    version: '1.2.3',
    orig: 'musl_1.2.3.orig.tar.gz',
    sha256: '7d5b0b6062521e4627e099e4c9dc8248d32a30285e959b7eecaa780cf8cfd4a4',
  },
  homepage: 'https://musl.libc.org/',
  licence: 'MIT',

  // Programs ask for these libraries; their functions are in libc.a.
  emptyLibraries: ['m', 'rt', 'pthread', 'crypt', 'util', 'xnet', 'resolv', 'dl'],

  edits: [
    // As large as elsewhere: a system call costs more here than a copy, and upstream's 1024 bytes make many of them.
    { file: 'include/stdio.h', replace: '#define BUFSIZ 1024', by: '#define BUFSIZ 16384' },
    {
      file: 'include/stdio.h',
      replace: '#ifdef __cplusplus\n}\n#endif',
      by: '#ifndef STDIO_H /* the C library itself */\n#include <bits/stdio.h>\n#endif\n\n#ifdef __cplusplus\n}\n#endif',
    },
    // As GNU's C library has it: no capital of one character is usual for it.
    {
      file: 'src/ctype/towctrans.c',
      replace: 'return casemap(wc, 1);',
      by: 'return wc == 0xdf ? wc : casemap(wc, 1);',
    },
    // As upstream mended it in 1.2.4.
    {
      file: 'src/string/strverscmp.c',
      replace: "if (l[dp]!='0' && r[dp]!='0') {",
      by: "if (l[dp]-'1'<9U && r[dp]-'1'<9U) {",
    },
    {
      file: 'include/sys/stat.h',
      replace: '#if defined(_LARGEFILE64_SOURCE)',
      by: '#ifdef _GNU_SOURCE\n#include <bits/statx.h>\n#endif\n\n#if defined(_LARGEFILE64_SOURCE)',
    },
    ...wording('src/errno/__strerror.h', {
      'No error information': 'Success',
      'Illegal byte sequence': 'Invalid or incomplete multibyte or wide character',
      'Domain error': 'Numerical argument out of domain',
      'Result not representable': 'Numerical result out of range',
      'Not a tty': 'Inappropriate ioctl for device',
      'Value too large for data type': 'Value too large for defined data type',
      'Out of memory': 'Cannot allocate memory',
      'Resource busy': 'Device or resource busy',
      'Invalid seek': 'Illegal seek',
      'Cross-device link': 'Invalid cross-device link',
      'Operation timed out': 'Connection timed out',
      'Host is unreachable': 'No route to host',
      'Address in use': 'Address already in use',
      'I/O error': 'Input/output error',
      'Symbolic link loop': 'Too many levels of symbolic links',
      'Filename too long': 'File name too long',
      'No file descriptors available': 'Too many open files',
      'No child process': 'No child processes',
      'Resource deadlock would occur': 'Resource deadlock avoided',
      'Previous owner died': 'Owner died',
      'Device timeout': 'Timer expired',
      'Not a socket': 'Socket operation on non-socket',
      'Message too large': 'Message too long',
      'Not supported': 'Operation not supported',
      'Address not available': 'Cannot assign requested address',
      'Network unreachable': 'Network is unreachable',
      'Connection reset by network': 'Network dropped connection on reset',
      'Connection aborted': 'Software caused connection abort',
      'Socket is connected': 'Transport endpoint is already connected',
      'Socket not connected': 'Transport endpoint is not connected',
      'Cannot send after socket shutdown': 'Cannot send after transport endpoint shutdown',
      'Operation in progress': 'Operation now in progress',
      'Quota exceeded': 'Disk quota exceeded',
    }),
    ...wording('src/network/gai_strerror.c', {
      'Invalid flags\\0': 'Bad value for ai_flags\\0',
      'Name does not resolve\\0': 'Name or service not known\\0',
      'Try again\\0': 'Temporary failure in name resolution\\0',
      'Non-recoverable error\\0': 'Non-recoverable failure in name resolution\\0',
      'Unrecognized address family or invalid length\\0': 'ai_family not supported\\0',
      'Unrecognized socket type\\0': 'ai_socktype not supported\\0',
      'Unrecognized service\\0': 'Servname not supported for ai_socktype\\0',
      'Out of memory\\0': 'Memory allocation failure\\0',
      'Overflow\\0': 'Result too large for supplied buffer\\0',
    }),
    ...wording('src/network/hstrerror.c', {
      'Host not found\\0': 'Unknown host\\0',
      'Try again\\0': 'Host name lookup failure\\0',
      'Non-recoverable error\\0': 'Unknown server error\\0',
      'Address not available\\0': 'No address associated with name\\0',
      '\\0Unknown error': '\\0Unknown resolver error',
    }),
    ...wording('src/string/strsignal.c', {
      'Arithmetic exception\\0': 'Floating point exception\\0',
      'Child process status\\0': 'Child exited\\0',
    }),
    // Names are asked of the host (src/network/wasm32/resolver.c), in the place of name servers.
    {
      file: 'src/network/lookup.h',
      replace: 'hidden int __get_resolv_conf',
      by: 'hidden int __ask_resolver(struct address buf[static MAXADDRS], const char *name, int family);\n\nhidden int __get_resolv_conf',
    },
    {
      file: 'src/network/lookup_name.c',
      replace: 'cnt = name_from_dns_search(buf, canon, name, family);',
      by: 'cnt = __ask_resolver(buf, name, family);',
    },
    // As in GNU's C library, execvp runs a script without #! by the shell: xargs, find -exec, env and timeout rely on it.
    {
      file: 'src/process/execvp.c',
      replace: 'int __execvpe(const char *file',
      by: `static int execute(const char *path, char *const argv[], char *const envp[])
{
	execve(path, argv, envp);
	if (errno != ENOEXEC) return -1;
	size_t count = 0;
	while (argv[count]) count++;
	char **script = malloc((count + 3) * sizeof *script);
	if (!script) return -1;
	script[0] = "/bin/sh";
	script[1] = (char *)path;
	script[2] = 0;
	if (count > 1) memcpy(script + 2, argv + 1, count * sizeof *script);
	execve(script[0], script, envp);
	free(script);
	return -1;
}

int __execvpe(const char *file`,
    },
    { file: 'src/process/execvp.c', replace: 'return execve(file', by: 'return execute(file' },
    { file: 'src/process/execvp.c', replace: 'execve(b, argv', by: 'execute(b, argv' },
    // A text without a number leaves errno alone, as in GNU's C library: programs tell "x" from a number out of range by it.
    { file: 'src/internal/intscan.c', replace: 'shlim(f, 0);\n\t\t\terrno = EINVAL;', by: 'shlim(f, 0);' },
    ...ranges('src/math/exp.c', '0x1p1009'),
    ...ranges('src/math/exp2.c', '2'),
    ...ranges('src/math/pow.c', '0x1p1009'),
    // Care for kernels before Linux 2.6.23, at the price of a system call.
    {
      file: 'src/fcntl/open.c',
      replace: '\tif (fd>=0 && (flags & O_CLOEXEC))\n\t\t__syscall(SYS_fcntl, fd, F_SETFD, FD_CLOEXEC);\n',
      by: '',
    },
    {
      file: 'src/fcntl/fcntl.c',
      replace: '\t\t\tif (ret >= 0)\n\t\t\t\t__syscall(SYS_fcntl, ret, F_SETFD, FD_CLOEXEC);\n\t\t\treturn',
      by: '\t\t\treturn',
    },
    {
      file: 'src/stdio/fopen.c',
      replace: '\tif (flags & O_CLOEXEC)\n\t\t__syscall(SYS_fcntl, fd, F_SETFD, FD_CLOEXEC);\n',
      by: '',
    },
    // Hours between blanks, am and pm in small letters, the flags ^ and #, and widths of all conversions are as in GNU's C
    // library, where what is no conversion is copied: programs pass on formats that are written for it.
    {
      file: 'src/time/strftime.c',
      replace: "\tcase 'H':\n\t\tval = tm->tm_hour;\n\t\tgoto number;\n\tcase 'I':",
      by: "\tcase 'k':\n\t\tdef_pad = '_';\n\tcase 'H':\n\t\tval = tm->tm_hour;\n\t\tgoto number;\n\tcase 'l':\n\t\tdef_pad = '_';\n\tcase 'I':",
    },
    {
      file: 'src/time/strftime.c',
      replace: "\tcase 'r':\n",
      by: '\tcase \'P\':\n\t\tfmt = tm->tm_hour >= 12 ? "pm" : "am";\n\t\tgoto string;\n\tcase \'r\':\n',
    },
    {
      file: 'src/time/strftime.c',
      replace: `		f++;
		pad = 0;
		if (*f == '-' || *f == '_' || *f == '0') pad = *f++;
		if ((plus = (*f == '+'))) f++;
		width = strtoul(f, &p, 10);
		if (*p == 'C' || *p == 'F' || *p == 'G' || *p == 'Y') {
			if (!width && p!=f) width = 1;
		} else {
			width = 0;
		}
		f = p;
		if (*f == 'E' || *f == 'O') f++;
		t = __strftime_fmt_1(&buf, &k, *f, tm, loc, pad);
		if (!t) break;
`,
      by: `		const char *start = f++;
		int upper = 0, swap = 0;
		pad = plus = 0;
		for (;; f++) {
			if (*f == '-' || *f == '_' || *f == '0') pad = *f;
			else if (*f == '^') upper = 1;
			else if (*f == '#') swap = 1;
			else if (*f == '+') plus = 1;
			else break;
		}
		width = strtoul(f, &p, 10);
		f = p;
		if (*f == 'E' || *f == 'O') f++;
		if (!*f || !strchr("aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%", *f)) {
			if (!*f) f--;
			t = start;
			k = f-start+1;
		} else {
			t = __strftime_fmt_1(&buf, &k, *f, tm, loc, pad);
			if (!t) break;
		}
`,
    },
    {
      file: 'src/time/strftime.c',
      replace: `		if (width) {
			/* Trim off any sign and leading zeros, then
			 * count remaining digits to determine behavior
			 * for the + flag. */`,
      by: `		if (plus && width && t != start && strchr("CFGY", *f)) {
			/* Trim off any sign and leading zeros, then
			 * count remaining digits to determine behavior
			 * for the + flag. */`,
    },
    {
      file: 'src/time/strftime.c',
      replace: `				s[l++] = '0';
		}
		if (k > n-l) k = n-l;
		memcpy(s+l, t, k);
		l += k;
`,
      by: `				s[l++] = '0';
		} else if (width > k) {
			int zeros = pad == '0' || (!pad && strchr("CdgGHIjmMSuUVwWyYz", *f));
			if (zeros && k && (*t == '+' || *t == '-')) {
				if (l < n) s[l++] = *t;
				t++, k--, width--;
			}
			for (; width > k && l < n; width--)
				s[l++] = zeros ? '0' : ' ';
		}
		if (k > n-l) k = n-l;
		memcpy(s+l, t, k);
		if (swap && (*f == 'p' || *f == 'Z')) {
			for (size_t i=l; i<l+k; i++) if (s[i]-'A'<26U) s[i] += 32;
		} else if (upper && *f != 'P' || swap && strchr("aAbBh", *f)) {
			for (size_t i=l; i<l+k; i++) if (s[i]-'a'<26U) s[i] -= 32;
		}
		l += k;
`,
    },
    // The zone of a struct tm that a program filled in itself is the current one, as in GNU's C library.
    { file: 'src/time/__tz.c', replace: 'p = "";', by: 'p = __tzname[tm->tm_isdst > 0];' },
    // The file of a name wins over its reading by POSIX ("EST5EDT"), and a zone without rules changes its hour as the United
    // States do: as in GNU's C library.
    {
      file: 'src/time/__tz.c',
      replace: 'if (!posix_form) {',
      by: "const int has_file = !posix_form || (*p && !strchr(s, ',') && *s != '<' && strncmp(s, \"UTC\", 3));\n\tif (has_file) {",
    },
    // Nor is a name without a file cut short, or forgotten.
    { file: 'src/time/__tz.c', replace: 'TZNAME_MAX', by: '255' },
    {
      file: 'src/time/__tz.c',
      replace: '\t\tif (!map) s = __utc;',
      by: "\t\tfor (i=0; i<3 && (s[i]|32U)-'a'<26U; i++);\n\t\tif (!map && !posix_form && i<3) s = __utc;",
    },
    {
      file: 'src/time/__tz.c',
      replace: "\tif (*s == ',') s++, getrule(&s, r0);",
      by: "\tif (dst_name[0] && *s != ',') s = \",M3.2.0,M11.1.0\";\n\tif (*s == ',') s++, getrule(&s, r0);",
    },
  ],

  compilerRuntime: (clang) => `/usr/lib/llvm-${clang}/lib/clang/${clang}/lib/wasi/libclang_rt.builtins-wasm32.a`,

  /** config.mak. Upstream's own makefile then takes arch/wasm32 and replaces each src/X/Y.c by src/X/wasm32/Y.c. */
  configuration: ({ clangVersion, root, prefix }) => `ARCH = wasm32
srcdir = .
prefix = ${prefix}
CC = clang-${clangVersion} @${root}/wasm/toolchain/flags
AR = llvm-ar-${clangVersion}
RANLIB = llvm-ranlib-${clangVersion}
CFLAGS_AUTO = -O2 -isystem /usr/lib/llvm-${clangVersion}/lib/clang/${clangVersion}/include \\
  -fno-strict-aliasing -ffunction-sections -fdata-sections -w
OPTIMIZE_GLOBS =
`,
};
