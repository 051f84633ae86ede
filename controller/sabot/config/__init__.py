"""The configuration: one TOML file -> frozen settings; an unknown key is an error (docs/configuration.md)."""

from sabot.config.reading import ConfigError, load, own_file, read
from sabot.config.screens import DashboardSection
from sabot.config.sections import (
    SECTIONS,
    InstrumentSection,
    JournalSection,
    LimitsSection,
    PanelSection,
    Settings,
    SimulationSection,
    SoundSection,
    TableSection,
)
from sabot.config.writing import default_text

__all__ = [
    "SECTIONS",
    "ConfigError",
    "DashboardSection",
    "InstrumentSection",
    "JournalSection",
    "LimitsSection",
    "PanelSection",
    "Settings",
    "SimulationSection",
    "SoundSection",
    "TableSection",
    "default_text",
    "load",
    "own_file",
    "read",
]
