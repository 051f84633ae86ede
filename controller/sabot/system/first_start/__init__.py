"""The first start, and every later one: a configuration made by answering, instruments found by listening."""

from sabot.config.answers import written
from sabot.system.first_start.listening import PortListener
from sabot.system.first_start.questions import described

__all__ = ["PortListener", "described", "written"]
