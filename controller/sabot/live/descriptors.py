"""How many connections the system lets this process have: each takes a file descriptor."""

from __future__ import annotations

import logging
import resource

log = logging.getLogger(__name__)

OTHER_DESCRIPTORS = 400
"""Descriptors for all else: the table's own screen, journal, devices, files that are read."""

CONNECTIONS_FEWEST = 50
"""Fewer connections are no table for guests; a system that gives so little is asked for them nevertheless."""


def room_for(connections: int) -> int:
    """How many of these connections there may be. Raises the process's limit, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + OTHER_DESCRIPTORS
    if _is_enough(soft, needed):
        return connections
    given = needed if _is_enough(hard, needed) else hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (given, hard))
    room = max(given - OTHER_DESCRIPTORS, CONNECTIONS_FEWEST)
    if room < connections:
        log.warning("the system allows %s open files: %s connections instead of %s", given, room, connections)
    return min(room, connections)


def _is_enough(limit: int, needed: int) -> bool:
    return limit == resource.RLIM_INFINITY or limit >= needed
