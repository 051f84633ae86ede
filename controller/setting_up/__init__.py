"""The first start, and every later one: a configuration made by answering, instruments found by listening."""

from controller.setting_up.answers import described, written
from controller.setting_up.ears import Ears

__all__ = ["Ears", "described", "written"]
