"""The shift, for a supervisor who looks back. It reads the journal, and never writes."""

from sabot.record.shift.coup import steps
from sabot.record.shift.days import Shifts, day_of
from sabot.record.shift.paper import printed

__all__ = ["Shifts", "day_of", "printed", "steps"]
