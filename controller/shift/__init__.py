"""The shift: what a supervisor looks back on. It reads the journal, and never writes."""

from controller.shift.coup import steps
from controller.shift.days import Shifts, day_of
from controller.shift.paper import printed

__all__ = ["Shifts", "day_of", "printed", "steps"]
