"""An engine that hears what a transcript says it hears, and answers as it says; anything else ends it."""
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    lines = [line.rstrip("\n") for line in file if not line.startswith("#")]

at = 0
for said in sys.stdin:
    expected = lines[at]
    if expected != f"> {said.rstrip()}".rstrip():
        print(f"heard {said!r}, expected {expected!r}", file=sys.stderr)
        sys.exit(9)
    at += 1
    while at < len(lines) and lines[at].startswith("<"):
        print(lines[at][2:], flush=True)
        at += 1
    if at == len(lines):
        break
