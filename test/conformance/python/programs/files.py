import os, shutil, stat, glob, filecmp, fnmatch, sys, errno, time
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
os.makedirs('d/e'); open('d/a.txt', 'w').write('one'); open('d/e/b.txt', 'w').write('two'); os.symlink('a.txt', 'd/l'); os.chmod('d/a.txt', 0o640)
def tree(d): return sorted((os.path.join(r, n)) for r, ds, fs in os.walk(d) for n in ds + fs)
### copytree
shutil.copytree('d', 'c', symlinks=True); print(tree('c'), os.readlink('c/l'), oct(os.stat('c/a.txt').st_mode)); tries(shutil.copytree, 'd', 'c'); print(shutil.copytree('d', 'c', dirs_exist_ok=True, ignore=shutil.ignore_patterns('*.txt')))
### copying
print(shutil.copy('d/a.txt', 'x'), oct(os.stat('x').st_mode), shutil.copy2('d/a.txt', 'y'), os.stat('y').st_mtime_ns // 1000 == os.stat('d/a.txt').st_mtime_ns // 1000, shutil.copyfile('d/l', 'z', follow_symlinks=False), os.path.islink('z')); tries(shutil.copyfile, 'x', 'x'); tries(shutil.copy, 'none', 'x'); tries(shutil.copyfile, 'd', 'x')
### moving
print(shutil.move('d/a.txt', 'm'), shutil.move('d/e', 'f'), tree('.')); os.mkdir('t'); print(shutil.move('m', 't')); tries(shutil.move, 't', 't/u')
### rmtree
shutil.rmtree('d'); print(os.path.exists('d')); tries(shutil.rmtree, 'd'); shutil.rmtree('d', ignore_errors=True); tries(shutil.rmtree, 'd/l', onexc=lambda f, p, e: print(f.__name__, p, e))
### rmtree refuses a link
os.symlink('d', 's'); tries(shutil.rmtree, 's')
### which and disk usage
print(shutil.which('sh'), shutil.which('nothing-such'), shutil.which('/bin/sh'), shutil.disk_usage('/').total > 0, shutil.get_terminal_size())
### archives
print(sorted(f[0] for f in shutil.get_archive_formats()), sorted(f[0] for f in shutil.get_unpack_formats())); print(shutil.make_archive('a', 'gztar', 'd')); shutil.unpack_archive('a.tar.gz', 'u'); print(tree('u')); print(shutil.make_archive('b', 'zip', '.', 'd')); shutil.unpack_archive('b.zip', 'v'); print(tree('v'))
### archives of other kinds
for k in ('tar', 'bztar', 'xztar', 'zstdtar'): tries(shutil.make_archive, 'q', k, 'd')
### glob
print(sorted(glob.glob('**', recursive=True)), sorted(glob.glob('d/*')), glob.glob('d/[ab].*'), glob.glob('none*'), glob.escape('a[b]*'), sorted(glob.glob('*', root_dir='d')), sorted(glob.iglob('d/.*')), fnmatch.filter(['a', 'ab', 'B'], '[!b]*'), glob.translate('*.txt'))
### comparisons
open('d/c.txt', 'w').write('one'); print(filecmp.cmp('d/a.txt', 'd/c.txt'), filecmp.cmp('d/a.txt', 'd/e/b.txt', shallow=False)); c = filecmp.dircmp('d', 'd/e'); print(c.left_only, c.right_only, c.common); c.report()
### stat
s = os.stat('d/a.txt'); print(stat.filemode(s.st_mode), s.st_nlink, s.st_uid, s.st_gid, s.st_size, stat.S_ISREG(s.st_mode), s.st_blocks, len(s), type(s.st_mtime).__name__, abs(s.st_mtime - time.time()) < 20, hasattr(s, 'st_birthtime'), s.st_dev == os.stat('.').st_dev, sorted(n for n in dir(s) if n.startswith('st_')))
### scandir in depth
for e in sorted(os.scandir('d'), key=lambda e: e.name): print(e, e.path, e.is_file(), e.is_dir(), e.is_symlink(), e.is_file(follow_symlinks=False), e.stat(follow_symlinks=False).st_size, e.inode() == os.lstat(e.path).st_ino, e.is_junction())
i = os.scandir('d'); i.close(); print(list(i)); print(sorted(e.name for e in os.scandir(b'd'))); tries(os.scandir, 'd/a.txt')
### links in circles
os.symlink('p', 'q'); os.symlink('q', 'p'); tries(os.stat, 'p'); tries(open, 'p'); print(os.path.exists('p'), os.path.lexists('p'), os.path.realpath('p')); tries(os.path.realpath, 'p', strict=True)
### long names
tries(open, 'x' * 256); tries(os.mkdir, 'a/' * 3000); tries(os.stat, 'x' * 5000); open('y' * 255, 'w'); print(len(os.listdir('.')))
### names that are no text
open(b'\xff\xfe', 'w').close(); print(sorted(os.listdir('.')), sorted(os.listdir(b'.')), os.fsencode('\udcff'), os.path.exists('\udcff\udcfe')); tries(print, '\udcff')
### permissions
os.mkdir('n'); open('n/f', 'w'); os.chmod('n', 0); tries(os.listdir, 'n'); tries(open, 'n/f'); tries(open, 'n/g', 'w'); os.chmod('n', 0o500); tries(open, 'n/g', 'w'); tries(os.unlink, 'n/f'); tries(os.rename, 'n/f', 'x'); os.chmod('n/f', 0o200); tries(open, 'n/f'); os.chmod('n', 0o700)
### read only places
tries(open, '/etc/passwd', 'a'); tries(os.mkdir, '/x'); tries(os.unlink, '/etc/passwd'); tries(os.chmod, '/etc', 0o777); tries(os.rename, '/etc/passwd', '/etc/p')
### renaming
open('a', 'w'); open('b', 'w').write('b'); os.rename('b', 'a'); print(open('a').read()); tries(os.rename, 'a', 'd'); tries(os.rename, 'd', 'a'); tries(os.rename, 'd', 'd/e/f'); os.mkdir('g'); tries(os.rename, 'g', 'd'); tries(os.replace, 'none', 'x'); os.renames('a', 'h/i/j'); print(tree('h'))
### unlinked but open
f = open('d/a.txt', 'r+'); os.unlink('d/a.txt'); f.write('ONE'); f.seek(0); print(f.read(), os.fstat(f.fileno()).st_nlink)
### positions are shared
a = os.open('d/a.txt', os.O_RDONLY); b = os.dup(a); os.read(a, 2); print(os.read(b, 2)); c = os.open('d/a.txt', os.O_RDONLY); print(os.read(c, 9), os.lseek(c, -1, 2), os.lseek(c, 0, 1)); tries(os.lseek, c, -9, 0); tries(os.lseek, c, 0, 9)
### flags
tries(os.open, 'd/a.txt', os.O_CREAT | os.O_EXCL); tries(os.open, 'd/l', os.O_NOFOLLOW); tries(os.open, 'd/a.txt', os.O_DIRECTORY); tries(os.open, 'd', os.O_WRONLY); fd = os.open('n', os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_APPEND, 0o4755); os.write(fd, b'a'); os.lseek(fd, 0, 0); os.write(fd, b'b'); print(open('n').read(), oct(os.stat('n').st_mode)); tries(os.read, fd, 1)
### times
os.utime('d/a.txt', (1e9, 1.5e9)); print(os.path.getmtime('d/a.txt'), os.path.getatime('d/a.txt')); os.utime('d/l', (5, 6), follow_symlinks=False); print(os.lstat('d/l').st_mtime, os.stat('d/l').st_mtime); tries(os.utime, 'd/a.txt', (1,)); tries(os.utime, 'none'); tries(os.utime, 'd/a.txt', (1, 2), ns=(1, 2)); os.utime('d/a.txt', (-5, -6)); print(os.stat('d/a.txt').st_mtime)
### locks between processes
import fcntl, subprocess
f = open('k', 'w'); fcntl.flock(f, fcntl.LOCK_EX); code = 'import fcntl\nf = open("k", "w")\ntry: fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB); print("got")\nexcept BlockingIOError as e: print(e)'
subprocess.run(['python3', '-c', code]); fcntl.flock(f, fcntl.LOCK_UN); subprocess.run(['python3', '-c', code]); fcntl.lockf(f, fcntl.LOCK_EX, 10, 5); subprocess.run(['python3', '-c', 'import fcntl, struct\nf = open("k", "r+")\ntry: fcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB, 10, 14)\nexcept OSError as e: print(type(e).__name__, e)\nfcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB, 10, 15); print("ok")'])
### fcntl
import fcntl
f = open('d/a.txt'); print(fcntl.fcntl(f, fcntl.F_GETFD), fcntl.fcntl(f, fcntl.F_SETFD, 0), fcntl.fcntl(f, fcntl.F_GETFD), fcntl.fcntl(f, fcntl.F_DUPFD, 77), fcntl.fcntl(f, fcntl.F_DUPFD_CLOEXEC, 88)); tries(fcntl.fcntl, 99, fcntl.F_GETFD); tries(fcntl.fcntl, f, 9999); tries(fcntl.ioctl, f, 0x5401, b'\0' * 60); r, w = os.pipe(); os.write(w, b'abc'); b = bytearray(4); fcntl.ioctl(r, 0x541B, b); print(b)
### mmap in depth
import mmap
open('m', 'wb').write(b'0123456789' * 1000); f = open('m', 'r+b'); m = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ); print(len(m), m.size(), m.readline()[:5], m.rfind(b'9'), m[5000], m[-3:]); tries(m.__setitem__, 0, 1); m.close(); tries(len, m)
m = mmap.mmap(f.fileno(), 100, offset=mmap.ALLOCATIONGRANULARITY) if mmap.ALLOCATIONGRANULARITY < 9000 else None; tries(mmap.mmap, f.fileno(), 100, offset=3); tries(mmap.mmap, f.fileno(), 20000); tries(mmap.mmap, f.fileno(), -1); tries(mmap.mmap, 99, 1); m = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY); m[0:3] = b'xyz'; print(m[:5], open('m', 'rb').read(5)); open('z', 'w'); tries(mmap.mmap, os.open('z', os.O_RDWR), 0)
### mmap that is written to
import mmap
open('m', 'wb').write(bytes(10000))
with open('m', 'r+b') as f, mmap.mmap(f.fileno(), 0) as m: m[9999:] = b'E'; m.seek(4096); m.write(b'MID'); m.move(0, 4096, 3); m.flush()
b = open('m', 'rb').read(); print(b[:3], b[4096:4099], b[-1:], len(b))
### anonymous mmap
import mmap
m = mmap.mmap(-1, 4096); m[:5] = b'hello'; print(m[:6], m.tell(), m.find(b'l'), bytes(m).count(b'\0')); m.resize(8192) if 0 else None; v = memoryview(m); print(v[0], v.nbytes); tries(m.close); v.release(); m.close(); print(m.closed, m)
### xattrs
for f in ('getxattr', 'setxattr', 'listxattr'): print(hasattr(os, f))
tries(os.listxattr, 'd/a.txt'); tries(os.listxattr, 'none')
### memory files
tries(lambda: os.write(os.memfd_create('x'), b'abc'))
### what os has
for f in ('chroot', 'pivot_root', 'setns', 'unshare', 'mount', 'getcwdb', 'ctermid', 'lchmod', 'lchflags', 'openpty', 'forkpty', 'login_tty', 'posix_openpt', 'grantpt', 'plock', 'timerfd_create', 'pidfd_open', 'splice', 'process_cpu_count', 'cpu_count', 'initgroups', 'setregid', 'getgrouplist', 'fchmodat', 'sync', 'fdatasync', 'confstr', 'tcgetpgrp', 'pwritev2', 'O_PATH', 'O_TMPFILE', 'SEEK_DATA', 'RWF_APPEND', 'PRIO_USER', 'SCHED_IDLE', 'GRND_NONBLOCK', 'P_PIDFD', 'CLONE_FS', 'EFD_SEMAPHORE', 'TFD_CLOEXEC', 'PIDFD_NONBLOCK', 'MFD_CLOEXEC', 'NGROUPS_MAX', 'EX_OK', 'XATTR_CREATE', 'F_LOCK', 'ST_RDONLY', 'POSIX_FADV_RANDOM', 'RTLD_DEEPBIND', 'SPLICE_F_MOVE', 'NODEV'): print(f, hasattr(os, f), end='; ')
### chroot
tries(os.chroot, '/'); tries(os.chroot, 'none')
### paths
p = os.path; print(p.join('a', '/b', 'c'), p.normpath('a//b/../c/.'), p.split('/a/b/'), p.splitext('a.b.c'), p.commonpath(['/a/b', '/a/c']), p.commonprefix(['abc', 'abd']), p.relpath('/a/b', '/a/c'), p.expandvars('$HOME/${USER}/$NONE'), p.expanduser('~root'), p.expanduser('~nobody-such'), p.isabs('/'), p.ismount('/'), p.ismount('d'), p.splitroot('//a/b'), p.samefile('.', os.getcwd()), p.isreserved('CON') if hasattr(p, 'isreserved') else None); tries(p.commonpath, ['/a', 'b']); tries(p.join, 'a', b'b'); tries(p.getsize, 'none')
### walk in depth
print([(r, sorted(d), sorted(f)) for r, d, f in os.walk('d', topdown=False)], [(r, sorted(d), sorted(f)) for r, d, f, _ in os.fwalk('d')]); print(list(os.walk('none')), next(os.walk('d', onerror=print))[0]); list(os.walk('none', onerror=print))
### disk is one device
print(os.stat('/tmp').st_dev > 0, os.major(os.stat('.').st_dev) >= 0, os.statvfs('.').f_bavail > 0, os.stat('/dev/null').st_rdev, stat.S_ISCHR(os.stat('/dev/null').st_mode))
### proc
print(os.readlink('/proc/self/cwd') == os.getcwd(), os.path.exists('/proc/self/environ'), open('/proc/meminfo').readline().split()[0], open('/proc/cpuinfo').readline().split()[0], open('/proc/uptime').read().count(' '), open('/proc/loadavg').read().count(' '), open('/proc/stat').readline().split()[0], 'VmRSS' in open('/proc/self/status').read(), open('/proc/sys/kernel/ostype').read())
### configparser, netrc and plist
import configparser, plistlib, netrc
c = configparser.ConfigParser(); c.read_string('[a]\nx = 1\ny = %(x)s2\n[b]\nl =\n  1\n  2\n'); print(c.getint('a', 'y'), c['b']['l'], c.sections(), c.has_option('a', 'q')); tries(c.get, 'q', 'x'); tries(c.read_string, 'x'); c.write(sys.stdout); print(plistlib.dumps({'a': [1, b'x', True]}).decode(), plistlib.loads(plistlib.dumps({'a': 1.5}, fmt=plistlib.FMT_BINARY)))
import tomllib; print(tomllib.loads('a = 1\n[b]\nc = 1979-05-27T07:32:00Z\nd = [1.5, "x"]')); tries(tomllib.loads, 'a = ')
### shelve and dbm
import shelve, dbm
with shelve.open('s') as s: s['a'] = [1, 2]
with shelve.open('s') as s: print(dict(s))
print(dbm.whichdb('s'))
