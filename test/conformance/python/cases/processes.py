import os, sys, signal, subprocess, time, asyncio, socket, select, threading
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
### popen object
p = subprocess.Popen(['sh', '-c', 'exit 3'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.PIPE); print(p.args, p.stdin.mode if hasattr(p.stdin, 'mode') else '', p.communicate(), p, p.returncode, p.poll()); tries(p.communicate); p.kill(); p.terminate(); p.send_signal(0)
with subprocess.Popen('cat', stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as p: print(p.communicate('hé')); 
print(p.stdout.closed)
### bad arguments
for k in (dict(stdin=99), dict(stdout='x'), dict(env={'a': 1}), dict(env={'a=b': 'c'}), dict(cwd=b'/'), dict(shell=True), dict(executable='/bin/sh'), dict(text=True, encoding='bad'), dict(bufsize='x'), dict(user='nobody-such'), dict(group=99999), dict(umask=0o777), dict(input=b'x', stdin=subprocess.PIPE), dict(capture_output=True, stdout=1), dict(process_group=-5), dict(pipesize=65536), dict(creationflags=1), dict(restore_signals=False), dict(close_fds=False)):
    print(k, end=' '); tries(subprocess.run, ['true'], **k)
tries(subprocess.run, 5); tries(subprocess.run, [1]); tries(subprocess.run, 'echo a b'); tries(subprocess.run, ['echo', b'x', __import__('pathlib').Path('p')], stdout=-1); tries(subprocess.run, [''], stdout=-1); tries(subprocess.run, '')
### children and output order
print('first'); subprocess.run(['echo', 'child']); print('last')
### output order of a pipe
sys.stdout.write('a'); sys.stdout.flush(); os.system('printf b'); sys.stdout.write('c\n')
### zombies
p = subprocess.Popen(['true']); time.sleep(0.3); print(open(f'/proc/{p.pid}/stat').read().split()[2]); p.wait(); print(os.path.exists(f'/proc/{p.pid}')); p = subprocess.Popen(['true']); os.waitpid(p.pid, 0); print(p.wait()); tries(os.waitpid, -1, 0)
### sigchld ignored
signal.signal(signal.SIGCHLD, signal.SIG_IGN); print(subprocess.run(['sh', '-c', 'exit 4']).returncode, os.system('exit 3'))
### stopped and continued
p = subprocess.Popen(['sleep', '5']); os.kill(p.pid, signal.SIGSTOP); s = os.waitpid(p.pid, os.WUNTRACED)[1]; print(os.WIFSTOPPED(s), os.WSTOPSIG(s) == signal.SIGSTOP); os.kill(p.pid, signal.SIGCONT); s = os.waitpid(p.pid, os.WCONTINUED)[1]; print(os.WIFCONTINUED(s)); p.kill(); print(p.wait())
### groups of processes
p = subprocess.Popen('sleep 5 & sleep 5', shell=True, start_new_session=True); time.sleep(0.2); os.killpg(p.pid, signal.SIGTERM); print(p.wait())
### signals kept in children
signal.signal(signal.SIGINT, signal.SIG_IGN); signal.signal(signal.SIGUSR1, lambda *a: None); code = 'import signal; print(signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGUSR1), signal.getsignal(signal.SIGPIPE))'; subprocess.run(['python3', '-c', code]); subprocess.run(['sh', '-c', 'trap - PIPE; kill -PIPE $$; echo alive']); subprocess.run(['sh', '-c', 'kill -PIPE $$; echo alive'], restore_signals=False)
### masks kept in children
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM]); subprocess.run(['python3', '-c', 'import signal; print(signal.pthread_sigmask(signal.SIG_BLOCK, []))'])
### keyboard interrupt within a child
r = subprocess.run(['python3', '-c', 'import os, signal\ntry: os.kill(os.getpid(), signal.SIGINT)\nfinally: print("finally", flush=True)'], capture_output=True, text=True); print(r.returncode, r.stdout, r.stderr[-20:])
### interrupted within communicate
def h(*a): raise TimeoutError('t')
signal.signal(signal.SIGALRM, h); signal.setitimer(signal.ITIMER_REAL, 0.2); p = subprocess.Popen(['sleep', '5'], stdout=subprocess.PIPE); tries(p.communicate); p.kill(); print(p.wait())
### interrupts of a child
for code in ('while True: pass', 'import time; time.sleep(30)'):
    p = subprocess.Popen(['python3', '-c', 'print(1, flush=True)\n' + code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True); p.stdout.readline(); time.sleep(0.1); p.send_signal(signal.SIGINT); print(p.communicate()[1].splitlines()[-1], p.returncode)
### timers that repeat
n = []; signal.signal(signal.SIGALRM, lambda *a: n.append(1)); signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
while len(n) < 3: time.sleep(0.5)
print(signal.setitimer(signal.ITIMER_REAL, 0)[1] > 0)
### cpu timers
n = []; signal.signal(signal.SIGVTALRM, lambda *a: n.append(a[0])); signal.setitimer(signal.ITIMER_VIRTUAL, 0.05)
while not n: pass
print(n == [signal.SIGVTALRM]); signal.signal(signal.SIGPROF, lambda *a: n.append(a[0])); signal.setitimer(signal.ITIMER_PROF, 0.05)
while len(n) < 2: pass
print(n[1] == signal.SIGPROF)
### nested handlers
def a(n, f): print('a in'); os.kill(os.getpid(), signal.SIGUSR2); print('a out')
signal.signal(signal.SIGUSR1, a); signal.signal(signal.SIGUSR2, lambda *x: print('b')); os.kill(os.getpid(), signal.SIGUSR1)
### signals within C
signal.signal(signal.SIGALRM, lambda *a: print('alarm')); signal.setitimer(signal.ITIMER_REAL, 0.02); sorted(range(2000000), key=lambda x: -x)[0]; print('sorted')
### fatal signals
for s in ('SIGSEGV', 'SIGABRT', 'SIGFPE', 'SIGKILL', 'SIGHUP', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGPIPE', 'SIGXCPU', 'SIGCHLD', 'SIGWINCH', 'SIGURG'): print(s, subprocess.run(['python3', '-c', f'import os, signal; os.kill(os.getpid(), signal.{s})'], stderr=subprocess.PIPE).returncode)
### faulthandler
import faulthandler
r = subprocess.run(['python3', '-X', 'faulthandler', '-c', 'import os; os.abort()'], capture_output=True, text=True); print(r.returncode, 'Fatal Python error: Aborted' in r.stderr); faulthandler.dump_traceback(file=sys.stdout) if 0 else None; print(faulthandler.is_enabled()); faulthandler.enable(); print(faulthandler.is_enabled())
### alarm kills
r = subprocess.run(['python3', '-c', 'import signal, time; signal.alarm(1); time.sleep(10)']); print(r.returncode)
