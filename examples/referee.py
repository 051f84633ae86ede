"""A referee in ten lines: `echo "8C KD 3H 6S" | python examples/referee.py punto-banco`."""

import json
import sys

import sabot

for event in sabot.refereed(sabot.GAMES[sys.argv[1]], sys.stdin):
    print(json.dumps(sabot.event_line(event), ensure_ascii=False), flush=True)
