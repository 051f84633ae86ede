"""An eye for tests: it beats, and hangs after a while, as a process does whose driver never answers.

The first line in says how: `source` is one of the words below, `beats` how many it gives before.
"""

import json
import signal
import sys
import time

given = json.loads(sys.stdin.readline())
how = given["source"]
if how == "hangs at once":
    time.sleep(60)
if how == "does not end":  # nor does it hear a polite word
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(given["beats"]):
    print(json.dumps({"eye": "beat", "state": "fine", "cards": 0}), flush=True)
    time.sleep(0.01)
if how == "dies":
    sys.exit("rtsp://me:secret@10.0.0.7/live: no route to host")
time.sleep(60)
