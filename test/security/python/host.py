# What of the host a process may look for: sys.argv has a secret of its environment, a file, its pid, a port.
import ctypes, glob, os, socket, struct, sys
import _wasmsand
secret, path, pid, port = sys.argv[1][::-1].encode(), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
def tries(name, f):
    try: print(name, '->', f())
    except BaseException as e: print(name, '->', type(e).__name__, getattr(e, 'errno', ''))
def memory():
    libc = ctypes.CDLL(None)
    size = os.sysconf('SC_PAGE_SIZE')
    at, found = 0, 0
    # As far as the process has memory: a read behind it would end the process.
    end = int(next(l for l in open('/proc/self/status') if l.startswith('VmSize')).split()[1]) * 1024
    while at < end:
        part = ctypes.string_at(at, min(1 << 20, end - at))
        found += part.count(secret)
        at += len(part) - (len(secret) if at + len(part) < end else 0)
    return found, end > 1 << 24
tries('memory', memory)
tries('environment', lambda: [k for k, v in os.environb.items() if secret in v])
tries('environments of all', lambda: [p for p in glob.glob('/proc/[0-9]*/environ') if os.access(p, os.R_OK) and secret in open(p, 'rb').read()])
tries('command lines of all', lambda: [p for p in glob.glob('/proc/[0-9]*/cmdline') if b'node' in open(p, 'rb').read()])
for name in (path, '/proc/self/root' + path, '/proc/1/root' + path, '/proc/self/cwd' + '/..' * 40 + path, '/' + '../' * 3000 + path[1:], f'/proc/{pid}/root{path}', '/dev/fd/../../..' + path, '//?/' + path, '\\\\?\\' + path, 'file://' + path):
    tries('file ' + name[:20].replace(str(pid), 'PID'), lambda: open(name).read())
os.symlink(path, '/tmp/link'); tries('link', lambda: open('/tmp/link').read())
os.symlink('/proc/self/root/' + '../' * 50 + path[1:], '/tmp/link2'); tries('link by proc', lambda: open('/tmp/link2').read())
for name in ('/dev/mem', '/dev/kmem', '/dev/kmsg', '/dev/sda', '/proc/kcore', '/proc/kallsyms', '/proc/1/mem', '/proc/sysrq-trigger', '/sys/kernel/debug', '/proc/sys/kernel/core_pattern', '/proc/config.gz', '/var/run/docker.sock', '/proc/1/fd/0', '/proc/1/map_files', '/proc/1/ns/mnt', '/proc/net/tcp', '/proc/1/cgroup'):
    tries(name, lambda: open(name, 'r+b').read(4))
tries('own memory as a file', lambda: open('/proc/self/mem', 'r+b').read(4))
for number, name in ((40, 'mount'), (39, 'umount'), (41, 'pivot_root'), (51, 'chroot'), (268, 'setns'), (97, 'unshare'), (117, 'ptrace'), (270, 'process_vm_readv'), (271, 'process_vm_writev'), (104, 'kexec_load'), (105, 'init_module'), (142, 'reboot'), (161, 'sethostname'), (280, 'bpf'), (241, 'perf_event_open'), (282, 'userfaultfd'), (425, 'io_uring_setup'), (219, 'keyctl'), (265, 'open_by_handle_at'), (264, 'name_to_handle_at'), (262, 'fanotify_init'), (272, 'kcmp'), (273, 'finit_module'), (429, 'move_mount'), (428, 'open_tree'), (438, 'pidfd_getfd'), (435, 'clone3'), (1 << 31, 'none'), (0xFFFFFFFF, 'negative')):
    tries(name, lambda: _wasmsand.syscall(number, b'/\0', b'/\0', b'proc\0', 0, 0, 0) < 0)
def descriptors():
    used = set(map(int, os.listdir('/proc/self/fd')))
    found = []
    for fd in [*range(0, 1100), 65535, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]:
        answers = [_wasmsand.syscall(*call) for call in ((25, fd, 1), (25, fd, 3), (63, fd, bytearray(4), 0), (64, fd, b'', 0), (80, fd, bytearray(256)), (29, fd, 0x5401, bytearray(64)))]
        if fd not in used and any(answer >= 0 for answer in answers): found.append((fd, answers))
    return found
tries('descriptors', descriptors)
for number in (0, 9, 15, 19):
    tries(f'signal {number} to the host', lambda: os.kill(pid, number))
tries('a group of the host', lambda: os.killpg(pid, 9))
for who in (0, ): tries('root', lambda: os.setuid(0)); tries('groups', lambda: os.setgroups([0])); tries('priority', lambda: os.setpriority(0, 0, -20)); tries('scheduler', lambda: os.sched_setscheduler(0, 1, os.sched_param(5))); tries('owner', lambda: os.chown('/etc/passwd', 1000, 1000)); tries('device', lambda: os.mknod('/tmp/sda', 0o060600, os.makedev(8, 0))); tries('clock', lambda: __import__('time').clock_settime(0, 0))
import resource
tries('limits', lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1 << 20, 1 << 20)))
for address in (('127.0.0.1', port), ('localhost', port), ('0.0.0.0', port), ('127.1.2.3', port), ('169.254.169.254', 80), ('10.0.0.1', 22), ('2130706433', port)):
    tries(f'connect to {address[0]}', lambda: socket.create_connection(address, 5))
for address in (('::1', port), ('::ffff:127.0.0.1', port), ('::', port)):
    tries(f'connect to {address[0]}', lambda: socket.socket(socket.AF_INET6).connect(address))
def raw():
    fd = _wasmsand.syscall(198, 2, 1, 0)
    return _wasmsand.syscall(203, fd, struct.pack('<H', 2) + struct.pack('>H', port) + bytes((127, 0, 0, 1)) + bytes(8), 16)
tries('connect by calls', raw)
for family, kind in ((16, 3), (17, 3), (40, 1), (38, 5), (2, 3), (10, 3), (29, 3), (15, 2), (44, 3)):
    tries(f'family {family} of {kind}', lambda: _wasmsand.syscall(198, family, kind, 0) < 0)
tries('datagram', lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', port)))
tries('abstract names', lambda: socket.socket(socket.AF_UNIX).connect('\0/tmp/.X11-unix/X0'))
