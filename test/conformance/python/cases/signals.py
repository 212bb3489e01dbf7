import os, signal, sys, time
def tries(f, *a, **k):
    try: print(f(*a, **k))
    except BaseException as e: print(type(e).__name__, e)
### dispositions
print([signal.getsignal(s) for s in (signal.SIGPIPE, signal.SIGTERM, signal.SIGUSR1)], signal.getsignal(signal.SIGINT)); print(signal.SIG_IGN, repr(signal.SIG_DFL))
### numbers
print([(s.name, int(s)) for s in signal.Signals]); print(signal.NSIG, signal.strsignal(11), signal.strsignal(9), len(signal.valid_signals()))
### handlers
signal.signal(signal.SIGUSR1, lambda n, f: print('got', n)); signal.raise_signal(signal.SIGUSR1); os.kill(os.getpid(), signal.SIGUSR1); print('end')
### bad
tries(signal.signal, 99, signal.SIG_IGN); tries(signal.signal, signal.SIGKILL, signal.SIG_IGN); tries(signal.signal, 1, 5); tries(signal.getsignal, 0); tries(signal.raise_signal, 99)
### timers
signal.signal(signal.SIGALRM, lambda *a: print('alarm')); print(signal.setitimer(signal.ITIMER_REAL, 0.05, 0)); signal.sigtimedwait([], 0.2); print(signal.getitimer(signal.ITIMER_REAL)); tries(signal.setitimer, 9, 1); tries(signal.setitimer, 0, -1)
### alarms
print(signal.alarm(10), signal.alarm(0), signal.alarm(0))
### sleep goes on
signal.signal(signal.SIGALRM, lambda *a: print('alarm')); signal.setitimer(signal.ITIMER_REAL, 0.05); t = time.monotonic(); time.sleep(0.2); print(time.monotonic() - t >= 0.2)
### sleep is broken by an exception
def f(*a): raise TimeoutError('late')
signal.signal(signal.SIGALRM, f); signal.setitimer(signal.ITIMER_REAL, 0.05); tries(time.sleep, 5)
### a loop is interrupted
def f(*a): raise TimeoutError('late')
signal.signal(signal.SIGALRM, f); signal.setitimer(signal.ITIMER_REAL, 0.05)
def loop():
    while True: pass
tries(loop)
### read is interrupted
def f(*a): raise TimeoutError('late')
signal.signal(signal.SIGALRM, f); signal.setitimer(signal.ITIMER_REAL, 0.05); r, w = os.pipe(); tries(os.read, r, 1)
### masks
print(signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])); os.kill(os.getpid(), signal.SIGUSR1); print(signal.sigpending(), signal.sigwait([signal.SIGUSR1]), signal.sigpending(), signal.pthread_sigmask(signal.SIG_BLOCK, []))
### waiting
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1]); print(signal.sigtimedwait([signal.SIGUSR1], 0.01)); os.kill(os.getpid(), signal.SIGUSR1); i = signal.sigwaitinfo([signal.SIGUSR1]); print(i.si_signo, i.si_pid == os.getpid(), i.si_uid)
### wakeup
r, w = os.pipe(); os.set_blocking(w, False); print(signal.set_wakeup_fd(w)); signal.signal(signal.SIGUSR1, lambda *a: None); signal.raise_signal(signal.SIGUSR1); print(os.read(r, 9), signal.set_wakeup_fd(-1) == w)
### interrupt
try: os.kill(os.getpid(), signal.SIGINT); time.sleep(1)
except KeyboardInterrupt: print('interrupted')
### interrupt by name
signal.signal(signal.SIGINT, signal.SIG_IGN); os.kill(os.getpid(), signal.SIGINT); print('ignored'); signal.signal(signal.SIGINT, signal.default_int_handler); tries(signal.raise_signal, signal.SIGINT)
### finally
try:
    try: signal.raise_signal(signal.SIGINT)
    finally: print('finally')
except KeyboardInterrupt: print('done')
### children
signal.signal(signal.SIGCHLD, lambda *a: print('child')); import subprocess; subprocess.run(['true']); print('end')
### exit within a handler
signal.signal(signal.SIGTERM, lambda *a: sys.exit(9)); os.kill(os.getpid(), signal.SIGTERM); time.sleep(1)
### exception within a handler
def handler(n, f): raise ValueError('in handler')
signal.signal(signal.SIGUSR1, handler)
os.kill(os.getpid(), signal.SIGUSR1)
### siginterrupt
print(signal.siginterrupt(signal.SIGUSR1, True), signal.siginterrupt(signal.SIGUSR1, False)); tries(signal.siginterrupt, 99, True)
### time zones
for zone in ('UTC', 'EST5EDT,M3.2.0,M11.1.0', 'CET-1CEST,M3.5.0,M10.5.0/3', 'AEST-10AEDT,M10.1.0,M4.1.0/3', '<+0530>-5:30'):
    os.environ['TZ'] = zone; time.tzset(); print(time.tzname, time.timezone, time.altzone, time.daylight, time.strftime('%c %Z %z', time.localtime(1e9)), time.mktime((2020, 7, 1, 0, 0, 0, 0, 0, -1)))
### clocks
print([(c, time.get_clock_info(c).monotonic, time.get_clock_info(c).adjustable) for c in ('time', 'monotonic', 'perf_counter', 'process_time', 'thread_time')]); a = time.process_time(); sum(range(200000)); print(time.process_time() > a, time.thread_time() > 0)
### bad times
tries(time.sleep, -1); tries(time.sleep, 'x'); tries(time.mktime, (1,)); tries(time.localtime, 1e30); tries(time.strptime, 'x', '%Y'); tries(time.get_clock_info, 'x')
