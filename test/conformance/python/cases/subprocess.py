import os, signal, subprocess, sys, time
sh = lambda s, **k: subprocess.run(['sh', '-c', s], **k)
### captures output
print(sh('echo out; echo err >&2; exit 3', capture_output=True))
### text
print(sh('printf "a\\r\\nb"', stdout=subprocess.PIPE, text=True).stdout.__repr__())
### encodings
print(sh('printf "\\351"', stdout=subprocess.PIPE, encoding='latin-1').stdout)
### gives input
print(subprocess.run(['cat'], input=b'x' * 10, capture_output=True).stdout)
### much both ways
data = b'0123456789' * 100000
out = subprocess.run(['cat'], input=data, stdout=subprocess.PIPE).stdout
print(len(out), out == data)
### errors into output
print(sh('echo a; echo b >&2', stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout)
### to nowhere
print(sh('echo a', stdout=subprocess.DEVNULL))
### check
try: sh('exit 4', check=True)
except subprocess.CalledProcessError as e: print(e, e.returncode, e.cmd)
### check_output
print(subprocess.check_output('echo $((1+2))', shell=True))
### timeout
try: subprocess.run(['sleep', '10'], timeout=0.2)
except subprocess.TimeoutExpired as e: print(e)
### timeout with output
try: subprocess.run('echo a; exec sleep 10', shell=True, timeout=1.5, stdout=subprocess.PIPE)
except subprocess.TimeoutExpired as e: print(e.stdout)
### killed
p = subprocess.Popen(['sleep', '10']); p.kill(); print(p.wait(), p.returncode)
### terminated
p = subprocess.Popen(['sleep', '10']); p.terminate(); print(p.wait(), p)
### signalled
p = subprocess.Popen(['sleep', '10']); p.send_signal(signal.SIGUSR1); print(p.wait())
### poll
p = subprocess.Popen(['sh', '-c', 'read x; exit 5'], stdin=subprocess.PIPE); print(p.poll()); p.stdin.close(); print(p.wait())
### environment
print(subprocess.run(['env'], env={'A': '1', 'PATH': '/bin'}, stdout=subprocess.PIPE).stdout)
### directory
print(sh('pwd', cwd='/', stdout=subprocess.PIPE).stdout)
### no program
subprocess.run(['nothing-of-that-name'])
### no program, and no warning of it
import warnings
warnings.simplefilter('always')
for call in (lambda: subprocess.Popen(['nothing']), lambda: sh('true', cwd='/nothing'), lambda: subprocess.Popen(['/tmp'])):
    try: call()
    except OSError as error: print(error)
try: os.waitpid(2**31 - 1, 0)
except OSError as error: print(error)
### no program there
subprocess.run(['/nothing/of/that/name'])
### no directory
subprocess.run(['true'], cwd='/nothing')
### no program to be executed
open('f', 'w').close()
subprocess.run(['./f'])
### a directory for a program
try: subprocess.run(['/tmp'])
except OSError as e: print(type(e).__name__, e)
### under a file
try: subprocess.run(['/etc/passwd/x'])
except OSError as e: print(type(e).__name__, e)
### a file for a directory
try: subprocess.run(['true'], cwd='/etc/passwd')
except OSError as e: print(type(e).__name__, e)
### passes descriptors
r, w = os.pipe()
subprocess.run(['sh', '-c', f'echo hi >&{w}'], pass_fds=[w]); os.close(w); print(os.read(r, 9))
### closes descriptors
r, w = os.pipe(); os.set_inheritable(w, True)
print(subprocess.run(['sh', '-c', f'echo hi 2>/dev/null >&{w} || echo closed'], stdout=subprocess.PIPE).stdout)
### keeps descriptors
r, w = os.pipe(); os.set_inheritable(w, True)
subprocess.run(['sh', '-c', f'echo hi >&{w}'], close_fds=False); print(os.read(r, 9))
### new session
p = subprocess.Popen(['sleep', '1'], start_new_session=True); print(os.getsid(p.pid) == p.pid, os.getpgid(p.pid) == p.pid); p.kill()
### process group
p = subprocess.Popen(['sleep', '1'], process_group=0); print(os.getpgid(p.pid) == p.pid); os.killpg(p.pid, 9); print(p.wait())
### umask
print(sh('umask', umask=0o27, stdout=subprocess.PIPE).stdout)
### preexec_fn
print(sh('umask', preexec_fn=lambda: os.umask(0o77), stdout=subprocess.PIPE).stdout)
### preexec_fn that fails
def f(): raise ValueError
try: sh('true', preexec_fn=f)
except subprocess.SubprocessError as e: print(type(e).__name__, e)
### pipeline
a = subprocess.Popen(['echo', 'b a c'], stdout=subprocess.PIPE)
b = subprocess.Popen(['tr', ' ', '\n'], stdin=a.stdout, stdout=subprocess.PIPE); a.stdout.close()
print(b.communicate()[0])
### lines as they come
p = subprocess.Popen('for i in 1 2 3; do echo $i; done', shell=True, stdout=subprocess.PIPE, text=True, bufsize=1)
for line in p.stdout: print(line.strip())
print(p.wait())
### interactive
p = subprocess.Popen(['cat'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
p.stdin.write('a\n'); p.stdin.flush(); print(p.stdout.readline()); print(p.communicate('b\n'))
### broken pipe
p = subprocess.Popen(['true'], stdin=subprocess.PIPE); p.wait()
try: p.stdin.write(b'x' * 100000); p.stdin.flush()
except BrokenPipeError as e: print(e)
### many
ps = [subprocess.Popen(['sh', '-c', f'exit {i}']) for i in range(20)]
print([p.wait() for p in ps])
### getoutput
print(subprocess.getstatusoutput('echo a; exit 2'), subprocess.getoutput('echo b'))
### itself
print(subprocess.run([sys.executable, '-c', 'import sys; print(sys.argv)', 'a b'], stdout=subprocess.PIPE).stdout)
### null byte
try: subprocess.run(['a\0b'])
except ValueError as e: print(e)
### empty
try: subprocess.run([])
except Exception as e: print(type(e).__name__)
### os.system
print(os.system('exit 3'), os.waitstatus_to_exitcode(os.system('exit 3')))
### os.system with environment
os.environ['X_Y'] = 'z'; os.system('echo $X_Y'); del os.environ['X_Y']; os.system('echo "[$X_Y]"')
### os.popen
p = os.popen('echo a; exit 1'); print(p.read(), p.close())
### execv
sys.stdout.flush(); os.execv('/bin/sh', ['sh', '-c', 'echo $0 $1', 'x', 'y'])
### execvpe
os.execvpe('sh', ['sh', '-c', 'echo $A'], {'A': '5', 'PATH': '/bin'})
### exec of nothing
os.execv('/nothing', ['x'])
