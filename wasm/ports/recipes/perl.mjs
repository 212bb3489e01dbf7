// perl with its extensions linked in. Debian's source package has what its Configure found on every architecture; armhf
// is the one most like wasm32 (pointers of 32 bits, integers of 64), and `answers` is where ours differs.
//
// Starting a program is wasmsand_clone of what upstream does in a forked child. The function fork() copies the machine's
// stack: asyncify instruments only what is on it while the main program runs its operators one after the other, so that
// perl keeps its full speed. Elsewhere (in BEGIN and END, a signal handler, a destructor, a tie, an overloaded operator,
// a comparison of sort) fork fails with ENOSYS, and so does the one that a file name "-|" asks for in `<>`.
const wayToFork = {
  functions: [
    ...[
      '_start',
      'call_main',
      'main',
      'perl_run',
      'S_run_body',
      'Perl_runops_standard',
      'Perl_pp_fork',
      'Perl_pp_open',
    ],
    ...['Perl_do_open6', 'Perl_my_popen', 'Perl_my_fork', 'fork', '_Fork'],
  ],
  throughPointers: {
    S_run_body: ['Perl_runops_standard'],
    Perl_runops_standard: ['Perl_pp_fork', 'Perl_pp_open'],
  },
  // may_fork() refuses the operators that these belong to.
  guarded: [
    ...['Perl_do_openn', 'Perl_do_readline', 'Perl_nextargv', 'Perl_pp_backtick', 'Perl_pp_eof', 'Perl_start_glob'],
    'S_openindirtemp',
  ],
};

const answers = `_exe=''
alignbytes='8'
ar='llvm-ar-19'
archlib='/usr/lib/wasm32-linux-musl/perl/5.36'
archlibexp='/usr/lib/wasm32-linux-musl/perl/5.36'
archname='wasm32-linux-musl-64int'
cc='wasmsand-cc'
cccdlflags=' '
ccdlflags=''
ccflags='-D_GNU_SOURCE -DDEBIAN -fwrapv -fno-strict-aliasing -D_LARGEFILE_SOURCE -D_FILE_OFFSET_BITS=64'
ccname='clang'
cpp='wasmsand-cc -E'
cppflags='-D_GNU_SOURCE -DDEBIAN -fwrapv -fno-strict-aliasing'
cpprun='wasmsand-cc -E'
cppstdin='wasmsand-cc -E'
cppsymbols=''
d_backtrace='undef'
d_dbminitproto='undef'
d_finitel='undef'
d_gdbm_ndbm_h_uses_prototypes='undef'
d_gdbmndbm_h_uses_prototypes='undef'
d_gnulibc='undef'
d_j0l='undef'
d_ndbm='undef'
d_ndbm_h_uses_prototypes='undef'
d_off64_t='undef'
d_portable='undef'
d_pthread_yield='undef'
d_qgcvt='undef'
d_semctl_semun='undef'
d_strlcat='define'
d_strlcpy='define'
d_strtoq='undef'
d_strtouq='undef'
dlext='none'
dlsrc='dl_none.xs'
gccversion=''
glibpth=''
gnulibc_version=''
i_db='undef'
i_dbm='undef'
i_execinfo='undef'
i_fcntl='define'
i_gdbm='undef'
i_gdbm_ndbm='undef'
i_gdbmndbm='undef'
i_ndbm='undef'
i_rpcsvcdbm='undef'
ivdformat='"lld"'
ld='wasmsand-cc'
lddlflags=''
ldflags=''
libc=''
libpth=''
libs='-lm -lcrypt'
libsdirs=''
libsfiles=''
libsfound=''
libspath=''
libswanted='m crypt'
locincpth=''
loclibpth=''
longdblinfbytes='0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x7f'
longdblkind='1'
longdblmantbits='112'
longdblnanbytes='0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0xff, 0x7f'
longdblsize='16'
myarchname='wasm32-linux'
myuname='linux localhost 4.19.0 #1 smp debian 4.19.0 wasm32 gnulinux '
nm='llvm-nm-19'
optimize='-O2'
perllibs='-lm -lcrypt'
plibpth=''
ranlib='llvm-ranlib-19'
sGMTIME_max='67768036191676799'
sGMTIME_min='-62167219200'
sLOCALTIME_max='67768036191676799'
sLOCALTIME_min='-62167219200'
sPRIEUldbl='"LE"'
sPRIFUldbl='"LF"'
sPRIGUldbl='"LG"'
sPRIXU64='"llX"'
sPRId64='"lld"'
sPRIeldbl='"Le"'
sPRIfldbl='"Lf"'
sPRIgldbl='"Lg"'
sPRIi64='"lli"'
sPRIo64='"llo"'
sPRIu64='"llu"'
sPRIx64='"llx"'
sSCNfldbl='"Lf"'
shmattype='void *'
sitearch='/usr/local/lib/wasm32-linux-musl/perl/5.36.0'
sitearchexp='/usr/local/lib/wasm32-linux-musl/perl/5.36.0'
src='.'
timeincl=''
usedl='undef'
useithreads='undef'
usemultiplicity='undef'
usethreads='undef'
usrinc=''
uvXUformat='"llX"'
uvoformat='"llo"'
uvuformat='"llu"'
uvxformat='"llx"'
vendorarch='/usr/lib/wasm32-linux-musl/perl5/5.36'
vendorarchexp='/usr/lib/wasm32-linux-musl/perl5/5.36'
`;

// Databases that need libraries, threads, System V IPC; tests and portability helpers of upstream; collation, whose tables
// are as large as the rest of perl.
const withoutExtensions = [
  'DB_File',
  'Devel/PPPort',
  'GDBM_File',
  'IPC/SysV',
  'NDBM_File',
  'ODBM_File',
  'Unicode/Collate',
  'XS/APItest',
  'XS/Typemap',
  'threads',
  'threads/shared',
];

const configure = `# config.sh of another architecture on standard input, ours on standard output.
my (%answers, %without);
$without{$_} = 1 for qw(${withoutExtensions.join(' ')});
open my $file, '<', 'wasmsand.config' or die;
while (<$file>) { s/wasmsand-cc/$ENV{CC}/; $answers{$1} = $_ if /^(\\w+)=/ }
my $extensions;
while (<STDIN>) {
    my ($key, $value) = /^(\\w+)='?(.*?)'?$/ or do { print; next };
    next if $key =~ /^config_arg(\\d+|s)$/;
    if ($key =~ /^(dynamic_ext|extensions|nonxs_ext)$/) {
        $value = join ' ', grep { !$without{$_} } split ' ', $value;
        $extensions = $value, $value = '' if $key eq 'dynamic_ext';
        print "$key='$value'\\n";
    } elsif ($key eq 'static_ext') {
        print "$key='$extensions'\\n";
    } elsif ($key =~ /^d_\\w+_r$/ && $key ne 'd_lgamma_r') {
        print "$key='undef'\\n"; # what only threads need
    } elsif ($key =~ /_r_proto$/) {
        print "$key='0'\\n";
    } elsif ($answers{$key}) {
        print delete $answers{$key};
    } else {
        s/arm-linux-gnueabihf/wasm32-linux-musl/g;
        print;
    }
}
die "no such answers: @{[sort keys %answers]}\\n" if %answers;
`;

// Takes the documentation out of modules, as Debian does in perl-base: a third of their bytes. Empty lines stay in its place,
// so that messages name the same lines.
const strip = `for my $path (@ARGV) {
    open my $file, '+<:raw', $path or die "$path: $!\\n";
    my ($documents, @kept);
    while (my $line = <$file>) {
        last if $line eq "__END__\\n";
        if ($line eq "__DATA__\\n") { push @kept, $line, <$file>; last }
        push @kept, $documents || $line =~ /^=[a-zA-Z]/ ? "\\n" : $line;
        $documents = $documents ? $line !~ /^=cut\\b/ : $line =~ /^=[a-zA-Z]/;
    }
    pop @kept while @kept && $kept[-1] eq "\\n";
    seek $file, 0, 0;
    print $file @kept;
    truncate $file, tell $file;
}
`;

// Scripts for /usr/bin, those that need no module left out.
const utilities = ['json_pp', 'piconv', 'prove', 'ptar', 'ptardiff', 'ptargrep', 'shasum', 'splain', 'streamzip'];

// The build's own perl is built first, for this machine; it runs for so long that it is worth optimising. Encode's parts are
// extensions inside an extension, which upstream can only load at run time; those of East Asia, five megabytes of tables, are left out.
const makefile = `version := $(shell dpkg-parsechangelog -S Version)
archives := $$(find lib/auto -name '*.a' | sort)
export TIME_HIRES_DONT_RUN_PROBES = 1

all: perl-linked
	mv lib/Config.pm lib/Config_heavy.pl .
	sed 's|$(CC)|cc|g' Config.pm > lib/Config.pm
	sed 's|$(CC)|cc|g' Config_heavy.pl > lib/Config_heavy.pl
	./miniperl -Ilib installperl --destdir=$(CURDIR)/stage
	find stage -name '*.p[ml]' -exec chmod u+w {} + -exec perl wasmsand-strip.pl {} +

perl-linked: config.h
	rm -r $(addprefix cpan/Encode/,CN JP KR TW)
	$(MAKE) -f Makefile bitcount.h uudmap.h mg_data.h
	$(MAKE) -f Makefile perl
	./miniperl -Ilib -MExtUtils::Miniperl -e 'writemain(\\"perlmain.c", @ARGV)' DynaLoader $(archives)
	$$(sh ./cflags perlmain.o) perlmain.c
	$(CC) -O2 -o perl perlmain.o $(archives) libperl.a -lm -lcrypt
	$(MAKE) -f Makefile utils/Makefile
	$(MAKE) -C utils PERL=../miniperl ${utilities.join(' ')}
	touch $@

config.h: host/miniperl
	sed 's|^src=.*|src=.|' debian/cross/armhf/config.sh.static | perl wasmsand-config.pl > config.sh
	bash ./Configure -S -Dusecrosscompile -Dhostgenerate=$(CURDIR)/host/generate_uudmap -Dhostperl=$(CURDIR)/host/miniperl

host/miniperl: patchlevel-debian.h
	mkdir host
	tar cf - --exclude=./host --exclude=./t --exclude=./regen-configure . | tar xf - -C host
	cd host && sed "s/^cc='.*'/cc='gcc'/; s/^ld='.*'/ld='gcc'/; s/^src=.*/src=./" debian/cross/amd64/config.sh.static > config.sh
	cd host && bash ./Configure -S && $(MAKE) -f Makefile OPTIMIZE='-O1 -g0' miniperl generate_uudmap

patchlevel-debian.h:
	debian/gen-patchlevel -v $(version) debian/patches/series > $@
`;

// The build's own perl, which is compiled from these sources too, forks.
const clone = `#ifdef __wasm__
int wasmsand_clone(int (*function)(void *), void *argument);
#else
static int wasmsand_clone(int (*function)(void *), void *argument)
{
    const int pid = fork();
    return pid == 0 ? function(argument) : pid;
}
#endif
`;

const mayFork = `static bool
may_fork(void)
{
    dTHX;
#ifdef __wasm__
    return PL_phase == PERL_PHASE_RUN && perl_run_depth == 1
        && (PL_op->op_type == OP_FORK || PL_op->op_type == OP_OPEN);
#else
    return TRUE;
#endif
}

Pid_t
Perl_my_fork(void)`;

const systemChild = `
#include "wasmsand_clone.h"

struct system_child {
    SV *really, **mark, **sp;
    int *pp;
    I32 did_pipes;
    const sigset_t *mask;
};

/* What the child of system() does. */
static int
run_system_child(void *data)
{
    dTHX;
    const struct system_child *child = data;

    sigprocmask(SIG_SETMASK, child->mask, NULL);
    if (child->did_pipes)
        PerlLIO_close(child->pp[0]);
    if (child->really || child->sp - child->mark != 1)
        do_aexec5(child->really, child->mark, child->sp, child->pp[1], child->did_pipes);
    else
        do_exec3(SvPVx_nolen(sv_mortalcopy(*child->sp)), child->pp[1], child->did_pipes);
    PerlProc__exit(-1);
}

static Pid_t
start_system_child(SV **mark, SV **sp, int *pp, I32 did_pipes, const sigset_t *mask)
{
    dTHX;
    const bool stacked = cBOOL(PL_op->op_flags & OPf_STACKED);
    struct system_child child = { stacked ? mark[1] : NULL, mark + stacked, sp, pp, did_pipes, mask };
    return wasmsand_clone(run_system_child, &child);
}

PP(pp_system)`.trimStart();

const popenChild = `
#include "wasmsand_clone.h"

struct popen_child {
    const char *mode, *command;
    int n;
    SV **args;
    int *p, *pp;
    I32 did_pipes;
};

/* What the child of an open of a pipe does: a command for the shell, or else n arguments. */
static int
run_popen_child(void *data)
{
    dTHX;
    const struct popen_child *child = data;
    const int to = *child->mode == 'r';
    const int ours = child->p[to], theirs = child->p[!to];

    if (child->did_pipes)
        PerlLIO_close(child->pp[0]);
    if (ours != to) {
        PerlLIO_dup2(ours, to);
        PerlLIO_close(ours);
        if (theirs != to)
            PerlLIO_close(theirs);
    }
    else {
        setfd_cloexec_or_inhexec_by_sysfdness(ours);
        PerlLIO_close(theirs);
    }
    if (child->command)
        do_exec3(child->command, child->pp[1], child->did_pipes);
    else
        do_aexec5(NULL, child->args - 1, child->args - 1 + child->n, child->pp[1], child->did_pipes);
    PerlProc__exit(1);
}

static Pid_t
start_popen_child(const char *mode, const char *command, int n, SV **args, int *p, int *pp, I32 did_pipes)
{
    struct popen_child child = { mode, command, n, args, p, pp, did_pipes };
    return wasmsand_clone(run_popen_child, &child);
}

/*
=for apidoc my_popen_list
`.trimStart();

// Not the documentation (but what `use diagnostics` reads), what compiles extensions, and what stands on an extension
// that is left out.
const installed =
  /\/5\.36\/(?!(?!pod\/perldiag\.pod).*\.(pod|a|h|bs|ld)$|\.packlist|CPAN(?!\/Meta\/YAML\.pm)|Module\/CoreList|Unicode\/Collate|perl5db|DB_File|App\/Cpan|Devel\/PPPort|Encode\/(CN|JP|KR|TW)|threads|Thread|ExtUtils\/(CBuilder|Constant|Embed|Miniperl|ParseXS|Typemaps|xsubpp))/;

export default {
  name: 'perl',
  version: '5.36.0',
  homepage: 'https://www.perl.org/',
  licence: 'Artistic-1.0-Perl OR GPL-1.0-or-later',
  source: {
    package: 'perl',
    version: '5.36.0',
    orig: 'perl_5.36.0.orig.tar.xz',
    sha256: '0f386dccbee8e26286404b2cca144e1005be65477979beb9b1ba272d4819bcf0',
  },
  edits: [
    // How many run loops are active, through longjmp too: fork needs to know that there is only the main program's.
    {
      file: 'cop.h',
      replace: '#  define JE_OLD_STACK_HWM_save(je)    NOOP',
      by: '#  define JE_OLD_STACK_HWM_save(je)    ((je).je_old_stack_hwm = perl_run_depth)',
    },
    {
      file: 'cop.h',
      replace: '#  define JE_OLD_STACK_HWM_restore(je) NOOP',
      by: '#  define JE_OLD_STACK_HWM_restore(je) (perl_run_depth = (je).je_old_stack_hwm)',
    },
    { file: 'cop.h', replace: 'struct jmpenv {', by: 'extern int perl_run_depth;\n\nstruct jmpenv {' },
    {
      file: 'run.c',
      replace: 'int\nPerl_runops_standard(pTHX)\n{\n    OP *op = PL_op;',
      by: 'int perl_run_depth;\nunsigned perl_async_checks;\n\nint\nPerl_runops_standard(pTHX)\n{\n    OP *op = PL_op;\n    perl_run_depth++;',
    },
    {
      file: 'run.c',
      replace: '    TAINT_NOT;\n    return 0;',
      by: '    TAINT_NOT;\n    perl_run_depth--;\n    return 0;',
    },
    {
      file: 'util.c',
      replace: '     * handlers elsewhere in the code */\n    pid = fork();',
      by: `     * handlers elsewhere in the code */
    if (!may_fork()) {
        errno = ENOSYS;
        return -1;
    }
    pid = fork();`,
    },
    { file: 'util.c', replace: 'Pid_t\nPerl_my_fork(void)', by: mayFork },
    // Signals arrive with system calls; a loop that makes none would never see its alarm.
    {
      file: 'perl.h',
      replace: '#\t\tdefine PERL_ASYNC_CHECK() if (UNLIKELY(PL_sig_pending)) PL_signalhook(aTHX)',
      by: `#include <sched.h>
extern unsigned perl_async_checks;
#define PERL_ASYNC_CHECK() \\
    STMT_START { \\
        if (UNLIKELY(!(++perl_async_checks & 0xfff))) \\
            sched_yield(); \\
        if (UNLIKELY(PL_sig_pending)) \\
            PL_signalhook(aTHX); \\
    } STMT_END`,
    },
    { file: 'pp_sys.c', replace: 'PP(pp_system)', by: systemChild },
    {
      file: 'pp_sys.c',
      replace: 'while ((childpid = PerlProc_fork()) == -1) {',
      by: 'while ((childpid = start_system_child(MARK, SP, pp, did_pipes, &oldset)) == -1) {',
    },
    { file: 'util.c', replace: '/*\n=for apidoc my_popen_list\n', by: popenChild },
    {
      file: 'util.c',
      replace:
        '    if (PerlProc_pipe_cloexec(pp) >= 0)\n        did_pipes = 1;\n    while ((pid = PerlProc_fork()) < 0) {',
      by: `    if (PerlProc_pipe_cloexec(pp) >= 0)
        did_pipes = 1;
    while ((pid = start_popen_child(mode, NULL, n, args, p, pp, did_pipes)) < 0) {`,
    },
    {
      file: 'util.c',
      replace: 'while ((pid = PerlProc_fork()) < 0) {',
      by: `while ((pid = doexec ? start_popen_child(mode, cmd, 0, NULL, p, pp, did_pipes)
                         : PerlProc_fork()) < 0) {`,
    },
  ],
  write: {
    'wasmsand.config': answers,
    'wasmsand-config.pl': configure,
    'wasmsand-strip.pl': strip,
    'wasmsand.mk': makefile,
    'wasmsand_clone.h': clone,
  },
  make: [['-f', 'wasmsand.mk']],
  programs: [
    {
      built: 'perl',
      path: '/usr/bin/perl',
      postlink: { level: '-O3', wayToFork },
    },
  ],
  files: [
    ...utilities.map((name) => ({ from: `utils/${name}`, path: `/usr/bin/${name}`, mode: 0o755 })),
    { from: 'cpan/Pod-Usage/pod2usage', path: '/usr/bin/pod2usage', mode: 0o755 },
    { from: 'cpan/Pod-Checker/podchecker', path: '/usr/bin/podchecker', mode: 0o755 },
    { from: 'cpan/podlators/scripts/pod2man', path: '/usr/bin/pod2man', mode: 0o755 },
    { from: 'cpan/podlators/scripts/pod2text', path: '/usr/bin/pod2text', mode: 0o755 },
  ],
  trees: [
    { from: 'stage/usr/share/perl/5.36', path: '/usr/share/perl/5.36', only: installed },
    {
      from: 'stage/usr/lib/wasm32-linux-musl/perl/5.36',
      path: '/usr/lib/wasm32-linux-musl/perl/5.36',
      only: installed,
    },
  ],
  links: { '/usr/bin/perl': ['/usr/bin/perl5.36.0'] },
  smoke: [
    {
      run: [
        'perl',
        '-e',
        '$| = 1; my $p = fork; if ($p) { waitpid $p, 0; print "parent\\n" } else { print "child\\n" }',
      ],
      prints: 'child\nparent\n',
    },
    {
      run: ['perl', '-e', 'my $p = open my $f, "-|"; if ($p) { print "got ", <$f> } else { print "this\\n" }'],
      prints: 'got this\n',
    },
    {
      run: ['perl', '-e', '@ARGV = "-|"; eval { while (<>) { print "line" } }; print $@'],
      prints: "Can't fork: Function not implemented at -e line 1.\n",
    },
  ],
};
