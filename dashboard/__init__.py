"""The screens: a Flask app that shows the table's view and speaks to it as an instrument does."""

from dashboard.app import create_app
from dashboard.settings import Screens

__all__ = ["Screens", "create_app"]
