import errno, os, stat, sys, time
def tries(f, *a, **k):
    try: print(f(*a, **k))
    except BaseException as e: print(type(e).__name__, e)
open('f', 'w').write('hello')
### identity
print(os.getuid(), os.getgid(), os.geteuid(), os.getegid(), os.getresuid(), os.getresgid(), os.getpgid(0) == os.getpgrp(), os.getsid(0) > 0)
### errors of paths
for f in (os.stat, os.listdir, os.chdir, os.rmdir, os.unlink, os.readlink, os.mkdir, os.scandir): tries(f, '/none/x')
for f in (os.listdir, os.chdir, os.rmdir, os.readlink, os.mkdir): tries(f, 'f')
for f in (os.unlink, os.mkdir): tries(f, '/tmp')
### errors of two paths
for f in (os.rename, os.replace, os.link): tries(f, 'none', 'x')
tries(os.symlink, 'a', 'f')
tries(os.link, 'f', 'f')
### errors of descriptors
for f in (os.close, os.fstat, os.fsync, os.dup, os.ttyname, os.tcgetpgrp, os.get_blocking, os.get_inheritable, os.fchdir): tries(f, 99)
tries(os.read, 99, 1); tries(os.write, 99, b''); tries(os.lseek, 99, 0, 0); tries(os.ftruncate, 99, 0)
### terminal
tries(os.ttyname, os.open('f', os.O_RDONLY)); tries(os.get_terminal_size, os.open('f', os.O_RDONLY)); print(os.isatty(0))
### errors of processes
tries(os.kill, 99999999, 0); tries(os.waitpid, 99999999, 0); tries(os.wait); tries(os.getpgid, 99999999); tries(os.kill, os.getpid(), 99)
### children
pid = os.spawnlp(os.P_NOWAIT, 'sh', 'sh', '-c', 'exit 3'); p, s = os.waitpid(pid, 0); print(p == pid, s, os.WIFEXITED(s), os.WEXITSTATUS(s))
### wait3
pid = os.posix_spawn('/bin/sh', ['sh', '-c', 'kill -15 $$'], os.environ); p, s, u = os.wait3(0); print(p == pid, s, os.WTERMSIG(s), len(u), type(u).__name__)
### waitid
pid = os.posix_spawn('/bin/true', ['true'], {}); r = os.waitid(os.P_PID, pid, os.WEXITED); print(r.si_pid == pid, r.si_status, r.si_code == os.CLD_EXITED, r.si_signo)
### waitpid without waiting
pid = os.spawnlp(os.P_NOWAIT, 'sleep', 'sleep', '1'); print(os.waitpid(pid, os.WNOHANG)); os.kill(pid, 9); print(os.waitpid(pid, 0)[1])
### spawn
print(os.spawnlp(os.P_WAIT, 'sh', 'sh', '-c', 'exit 4'), os.spawnlp(os.P_WAIT, 'sh', 'sh', '-c', 'kill -9 $$'), os.spawnv(os.P_WAIT, '/none', ['x']))
### posix_spawn with files
pid = os.posix_spawnp('sh', ['sh', '-c', 'echo hi'], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, 'out', os.O_WRONLY | os.O_CREAT, 0o644)]); os.waitpid(pid, 0); print(open('out').read())
### posix_spawn of nothing
tries(os.posix_spawn, '/none', ['x'], {}); tries(os.posix_spawnp, 'none-such', ['x'], {}); tries(os.posix_spawn, '/bin/true', [], {})
### links
os.link('f', 'g'); os.symlink('f', 'l'); print(os.stat('f').st_nlink, os.readlink('l'), os.lstat('l').st_size, os.path.samefile('f', 'g'))
### fifos
os.mkfifo('p', 0o640); print(oct(os.stat('p').st_mode)); tries(os.mkfifo, 'p')
### nodes
os.mknod('n'); print(oct(os.stat('n').st_mode)); tries(os.mknod, 'c', stat.S_IFCHR | 0o600, os.makedev(1, 3))
### umask
print(oct(os.umask(0o77))); open('u', 'w'); os.mkdir('d'); print(oct(os.stat('u').st_mode), oct(os.stat('d').st_mode), oct(os.umask(0)))
### chmod
os.chmod('f', 0o4751); print(oct(os.stat('f').st_mode), os.access('f', os.X_OK), os.access('f', os.W_OK), os.access('none', os.F_OK))
### chown
tries(os.chown, 'f', 0, 0); tries(os.chown, 'f', os.getuid(), -1); tries(os.lchown, 'f', -1, -1); tries(os.setuid, 0); tries(os.setgroups, [1])
### truncate
os.truncate('f', 2); print(os.path.getsize('f')); os.truncate('f', 9); print(open('f', 'rb').read()); tries(os.truncate, 'f', -1)
### pread and pwrite
fd = os.open('f', os.O_RDWR); print(os.pread(fd, 3, 1), os.pwrite(fd, b'XY', 1), os.read(fd, 9), os.lseek(fd, 0, os.SEEK_CUR)); tries(os.pread, fd, 1, -1)
### preadv and pwritev
fd = os.open('f', os.O_RDWR); a, b = bytearray(2), bytearray(9); print(os.preadv(fd, [a, b], 1), a, b, os.pwritev(fd, [b'1', b'23'], 3)); print(open('f').read())
### readv and writev
fd = os.open('f', os.O_RDWR); a, b = bytearray(2), bytearray(2); print(os.readv(fd, [a, b]), a, b, os.writev(fd, [b'12', b'3']))
### fallocate
fd = os.open('f', os.O_RDWR); print(os.posix_fallocate(fd, 0, 100), os.fstat(fd).st_size, os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_NORMAL)); tries(os.posix_fallocate, fd, -1, 1)
### sendfile
i, o = os.open('f', os.O_RDONLY), os.open('o', os.O_CREAT | os.O_RDWR); print(os.sendfile(o, i, 1, 3), os.sendfile(o, i, None, 2), os.pread(o, 9, 0))
### copy_file_range
i, o = os.open('f', os.O_RDONLY), os.open('o', os.O_CREAT | os.O_RDWR); print(os.copy_file_range(i, o, 3, 1), os.pread(o, 9, 0))
### pipes
r, w = os.pipe(); print(os.get_inheritable(r), os.get_blocking(r)); r, w = os.pipe2(os.O_NONBLOCK); print(os.get_inheritable(r), os.get_blocking(r)); tries(os.read, r, 1)
### dup
fd = os.open('f', os.O_RDONLY); d = os.dup(fd); print(os.get_inheritable(fd), os.get_inheritable(d), os.get_inheritable(os.dup2(fd, 50)), os.get_inheritable(os.dup2(fd, 51, False))); os.read(d, 2); print(os.lseek(fd, 0, 1))
### eventfd
e = os.eventfd(3); print(os.eventfd_read(e)); os.eventfd_write(e, 5); print(os.eventfd_read(e)); e = os.eventfd(0, os.EFD_NONBLOCK); tries(os.eventfd_read, e)
### getrandom
print(len(os.getrandom(16)), len(os.urandom(8)), os.urandom(8) != os.urandom(8)); tries(os.urandom, -1)
### priority
n = os.getpriority(os.PRIO_PROCESS, 0); print(os.nice(2) - n, os.getpriority(os.PRIO_PROCESS, 0) - n); tries(os.nice, -9)
### scheduling
print(os.sched_getscheduler(0), os.sched_getparam(0), os.sched_get_priority_max(os.SCHED_FIFO), os.sched_get_priority_min(os.SCHED_RR), os.sched_yield(), os.sched_param(3), 0 in os.sched_getaffinity(0) or True)
### directories by descriptor
d = os.open('.', os.O_RDONLY); os.mkdir('s', dir_fd=d); print(sorted(os.listdir(d)), os.stat('f', dir_fd=d).st_size); os.rename('f', 's/f', src_dir_fd=d, dst_dir_fd=d); os.unlink('s/f', dir_fd=d); os.rmdir('s', dir_fd=d)
### supports
print([f.__name__ for f in sorted(os.supports_dir_fd, key=lambda f: f.__name__)], os.execve in os.supports_fd)
### scandir
with os.scandir('.') as it: print(sorted((e.name, e.is_file(), e.is_dir(), e.is_symlink()) for e in it))
### walk
os.makedirs('a/b/c'); os.makedirs('a/d'); open('a/b/x', 'w').close(); print([(r, sorted(d), f) for r, d, f in sorted(os.walk('a'))])
### makedirs
os.makedirs('x/y', exist_ok=True); os.makedirs('x/y', exist_ok=True); tries(os.makedirs, 'x/y'); os.removedirs('x/y'); print(os.path.exists('x'))
### utime
os.utime('f', (1, 2)); s = os.stat('f'); print(s.st_atime, s.st_mtime); os.utime('f', ns=(3, 4)); print(os.stat('f').st_mtime_ns)
### environment
os.environ['A_B'] = 'c'; print(os.getenv('A_B'), os.environb[b'A_B']); del os.environ['A_B']; print(os.getenv('A_B')); tries(os.putenv, 'a=b', 'c'); tries(os.environ.__setitem__, 'a', 1)
### sysconf
print(os.sysconf('SC_CLK_TCK'), os.sysconf('SC_NGROUPS_MAX'), os.sysconf('SC_ARG_MAX') > 0); tries(os.sysconf, 'SC_NONE'); tries(os.pathconf, 'none', 'PC_NAME_MAX'); print(os.pathconf('/', 'PC_NAME_MAX'))
### times
t = os.times(); print(type(t).__name__, len(t), t.user >= 0, t.elapsed > 0)
### statvfs
s = os.statvfs('/'); print(s.f_bsize > 0, s.f_namemax, len(s))
### fork
print(hasattr(os, 'fork'), hasattr(os, 'getlogin'), hasattr(os, 'openpty'))
### names
import posixpath; print(os.name, os.sep, os.linesep, os.devnull, os.path is posixpath, os.curdir, os.extsep, os.defpath)
### fspath
import pathlib; print(os.fspath(pathlib.Path('a')), os.fsencode('é'), os.fsdecode(b'\xff')); tries(os.fspath, 1)
### resource
import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_utime >= 0, resource.RLIM_INFINITY); resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); print(resource.getrlimit(resource.RLIMIT_NOFILE)); tries(resource.setrlimit, resource.RLIMIT_NOFILE, (65, 65)); tries(resource.getrlimit, 99); tries(resource.getrusage, 99); tries(resource.setrlimit, 7, (5, 1))
### too many files
import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (10, 10)); tries(lambda: [open('f') for _ in range(20)])
### pwd
import pwd; e = pwd.getpwnam('root'); print(e, e.pw_uid, e[5]); tries(pwd.getpwnam, 'none'); tries(pwd.getpwuid, 98765); tries(pwd.getpwnam, 1); tries(pwd.getpwnam, 'a\0b')
### grp
import grp; e = grp.getgrnam('root'); print(e.gr_gid, e.gr_mem); tries(grp.getgrnam, 'none'); tries(grp.getgrgid, 98765)
### locks
import fcntl; f = open('f', 'r+'); fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB); fcntl.lockf(f, fcntl.LOCK_EX); print(fcntl.fcntl(f, fcntl.F_GETFD), fcntl.fcntl(f, fcntl.F_GETFL) & os.O_ACCMODE); tries(fcntl.flock, 99, fcntl.LOCK_EX)
### mmap
import mmap; f = open('f', 'r+b'); m = mmap.mmap(f.fileno(), 0); print(m[:], m.find(b'l')); m[0:2] = b'JE'; m.flush(); m.close(); print(open('f').read()); m = mmap.mmap(-1, 10); m.write(b'abc'); print(m[:4])
### termios
import termios; tries(termios.tcgetattr, os.open('f', os.O_RDONLY))
### select
import select; r, w = os.pipe(); print(select.select([r], [w], [], 0) == ([], [w], [])); os.write(w, b'x'); print(select.select([r], [], [], 0) == ([r], [], [])); p = select.poll(); p.register(r, select.POLLIN); print(p.poll(0) == [(r, 1)])
### epoll
import select; r, w = os.pipe(); e = select.epoll(); e.register(r, select.EPOLLIN); print(e.poll(0)); os.write(w, b'x'); print(e.poll(0) == [(r, 1)])
