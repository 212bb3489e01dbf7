import { describe, expect, it } from 'vitest';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

async function python(script: string, command = 'python3 /tmp/program.py'): Promise<string> {
  const sandbox = await create();
  await sandbox.writeFile('/tmp/program.py', script);
  const { exitCode, stdout, stderr } = await sandbox.run(command, { timeoutMs: 30_000 });
  return `${stdout}${stderr}${exitCode}`;
}

describe("Python's os, signal and time", () => {
  it("report the process's ids and its parent", async () => {
    expect(
      await python(`import grp, os, pwd, resource
pid = os.spawnlp(os.P_NOWAIT, 'sh', 'sh', '-c', 'exit 3')
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), os.getppid() > 0, os.getuid(), os.getresuid(), os.getpgid(0) == os.getpgrp())
pid = os.posix_spawn('/bin/sh', ['sh', '-c', 'kill -9 $$'], os.environ)
print(os.wait3(0)[1], os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0) != set())
print(pwd.getpwuid(os.getuid()).pw_dir, grp.getgrgid(os.getgid()).gr_name, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
try: os.fork()
except OSError as error: print(error.errno)
`),
    ).toBe('3 True 1000 (1000, 1000, 1000) True\n9 0 True\n/home/user user 1024\n38\n0');
  });

  it('link, make FIFOs, and read and write at offsets', async () => {
    expect(
      await python(`import os, stat
os.chdir('/tmp')
fd = os.open('a', os.O_RDWR | os.O_CREAT)
print(os.pwritev(fd, [b'hello ', b'world'], 2), os.posix_fallocate(fd, 0, 20), os.stat('a').st_size)
parts = [bytearray(4), bytearray(4)]
print(os.preadv(fd, parts, 2), parts)
os.link('a', 'b')
os.mkfifo('p', 0o600)
print(os.stat('b').st_nlink, stat.S_ISFIFO(os.stat('p').st_mode), os.sendfile(os.open('c', os.O_CREAT | os.O_RDWR), fd, 0, 5))
try: os.link('none', 'd')
except OSError as error: print(error)
e = os.eventfd(2, os.EFD_SEMAPHORE)
print(os.eventfd_read(e), os.eventfd_read(e), os.get_inheritable(e), [os.get_inheritable(end) for end in os.pipe2(0)])
`),
    ).toBe(
      "11 None 20\n8 [bytearray(b'hell'), bytearray(b'o wo')]\n2 True 5\n[Errno 2] No such file or directory: 'none' -> 'd'\n1 1 True [True, True]\n0",
    );
  });

  it("handle signals in waiting calls, and leave the library's own frames out of tracebacks", async () => {
    expect(
      await python(`import os, signal, time
def ring(*args): raise TimeoutError('rang')
signal.signal(signal.SIGALRM, ring)
for wait in (lambda: time.sleep(9), signal.pause):
    # Again, where it has rung before the wait began.
    signal.setitimer(signal.ITIMER_REAL, 0.02, 1)
    try: wait()
    except TimeoutError as error: print(error)
    signal.setitimer(signal.ITIMER_REAL, 0)
print(signal.alarm(5), signal.alarm(0), signal.getsignal(signal.SIGPIPE).name, signal.SIGRTMIN)
os.environ['TZ'] = 'EST5EDT,M3.2.0,M11.1.0'
time.tzset()
print(time.timezone, time.altzone, time.localtime(0).tm_hour)
os.kill(99999, 0)
`),
    ).toBe(`rang
rang
0 5 SIG_IGN 34
18000 14400 19
Traceback (most recent call last):
  File "/tmp/program.py", line 14, in <module>
    os.kill(99999, 0)
    ~~~~~~~^^^^^^^^^^
ProcessLookupError: [Errno 3] No such process
1`);
  });

  it('start children with preexec_fn, a changed environment and unbuffered output', async () => {
    expect(
      await python(
        `import os, subprocess
print('first')
os.environ['GIVEN'] = 'yes'
os.system('echo $GIVEN')
print(subprocess.run(['sh', '-c', 'umask; pwd'], preexec_fn=lambda: os.umask(0o77), cwd='/', capture_output=True, text=True).stdout)
try: subprocess.run(['/none'], preexec_fn=lambda: None)
except FileNotFoundError as error: print(error)
os.write(1, b'last\\n')
`,
        'python3 -u /tmp/program.py',
      ),
    ).toBe("first\nyes\n0077\n/\n\n[Errno 2] No such file or directory: '/none'\nlast\n0");
  });
});
