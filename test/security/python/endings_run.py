# Runs each program of endings.py in a process of its own and says how that ended: name, status, the last line. One whose memory is not
# what it was may go on for ever, as may what does not end by itself: it is killed.
import re, subprocess, sys
prologue, *parts = re.split("(?m)^### ", open("/tmp/endings.py").read())
for part in parts:
    name, _, program = part.partition("\n")
    try:
        done = subprocess.run([sys.executable, "-c", prologue + program, *sys.argv[1:]], stdin=subprocess.DEVNULL, capture_output=True, timeout=5 if 'forged' in name else 30)
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        print(f"{name}: {done.returncode} {lines[-1][:60] if lines else ''}", flush=True)
    except subprocess.TimeoutExpired:
        print(f"{name}: -9 killed", flush=True)
