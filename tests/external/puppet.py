"""A program that plays its first legal move and does one thing wrong at its third, as its argument says."""
import json
import os
import signal
import subprocess
import sys
import time

MODE = sys.argv[1] if len(sys.argv) > 1 else ""
KEEP = "import time; time.sleep(600)"


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def remember(pid: int) -> None:
    with open("pids", "a", encoding="utf-8") as file:
        file.write(f"{pid}\n")


def family() -> None:
    """Starts a child in the same process group, and one that leaves it and its parent."""
    remember(os.getpid())
    remember(subprocess.Popen([sys.executable, "-c", KEEP]).pid)
    if os.fork() == 0:
        os.setsid()
        child = subprocess.Popen([sys.executable, "-c", KEEP])
        remember(child.pid)
        os._exit(0)
    os.wait()


moves = 0
if MODE == "mark":
    write("\N{BOM}")
for line in sys.stdin:
    request = json.loads(line)
    answer = {}
    if request["call"] == MODE:
        raise ValueError("not today")
    if request["call"] == "move":
        moves += 1
        answer = {"move": request["moves"][0]}
        print(f"move {moves}", file=sys.stderr, flush=True)
        if MODE == "slow":
            time.sleep(0.2)
        if MODE == "family" and moves == 1:
            family()
        if moves == 3:
            if MODE == "late":
                time.sleep(600)
            if MODE == "dead":
                sys.exit(3)
            if MODE == "crash":
                raise ValueError("no idea")
            if MODE == "signal":
                os.kill(os.getpid(), signal.SIGSEGV)
            if MODE == "garbage":
                answer = "hello"
            if MODE == "flood":
                while True:
                    write("x" * 10_000)
            if MODE == "cut":
                write('{"move": ')
                time.sleep(600)
            if MODE == "deaf":
                os.close(1)
                time.sleep(600)
            if MODE == "illegal":
                answer = {"move": "e5"}
            if MODE == "refuse":
                answer = {"error": "I give up"}
            if MODE == "no_move":
                answer = {"muve": "e2"}
            if MODE == "nan":
                answer = {"move": "e2", "score": float("nan")}
            if MODE == "no_text":
                answer = {"move": 7}
            if MODE == "twice":
                write(2 * (json.dumps(answer) + "\n"))
                continue
            if MODE == "chatter":
                for n in range(5_000):
                    print(f"line {n}", file=sys.stderr)
            if MODE == "stopped":
                remember(os.getpid())
                os.kill(os.getppid(), signal.SIGSTOP)
                time.sleep(600)
            if MODE == "waits":
                family()
                open("waits", "w", encoding="utf-8").close()
                time.sleep(600)
    write(json.dumps(answer) + "\n")
