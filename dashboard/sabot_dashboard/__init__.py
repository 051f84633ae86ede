"""The screens: a Flask app that shows the table's view and speaks to it as an instrument does."""

from sabot_dashboard.app import create_app
from sabot_dashboard.settings import Screens

__all__ = ["Screens", "create_app"]
