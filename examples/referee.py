"""A referee in ten lines: `echo "8C KD 3H 6S" | python examples/referee.py punto-banco`."""

import json
import sys

import sabot

game = sabot.GAMES.get(sys.argv[-1]) or sys.exit(f"Name one of these games: {', '.join(sabot.GAMES)}")
for event in sabot.refereed(game, sys.stdin):
    print(json.dumps(sabot.event_line(event), ensure_ascii=False), flush=True)
