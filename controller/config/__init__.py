"""The configuration: one TOML file -> frozen settings; an unknown key is an error (docs/configuration.md)."""

from controller.config.reading import ConfigError, load, own_file, read
from controller.config.sections import (
    SECTIONS,
    DashboardSection,
    InstrumentSection,
    JournalSection,
    LimitsSection,
    PanelSection,
    Settings,
    SimulationSection,
    SoundSection,
    TableSection,
)
from controller.config.writing import default_text

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
